import { Button } from '@mantine/core';
import type { PrivateProject } from '@hearth/contracts/projects';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '#platform/api-client.ts';
import { showError, showToast, trackLoading } from '#platform/core.ts';
import { explainError, useErrorWords } from '#platform/error-words.ts';
import { useMay } from '#platform/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/use-request.ts';
import { useRowsOf } from '#platform/use-rows.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useFormats } from '#ui/formats.ts';
import { readPrivateProjects } from './closed-projects.data.ts';
import styles from './projects.module.css';
import { useProjects } from './use-projects.ts';

/** For owners and admins: that there are private projects they are not in, who manages them, and the way in. */
export function ClosedProjects() {
  const may = useMay();
  return may('projects.listPrivate') ? <ClosedList /> : null;
}

function ClosedList() {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const open = useProjects();
  const [asked, setAsked] = useState<PrivateProject | null>(null);
  const list = useRequest(teamId, (signal) => readPrivateProjects(teamId, signal));
  const trouble = useErrorWords(list.error);
  const closed = list.data?.filter(({ id }) => open.every((project) => project.id !== id)) ?? [];
  const name = asked?.name ?? '';

  async function enter(): Promise<void> {
    setAsked(null);
    if (asked === null) return;
    const params = { teamId, projectId: asked.id };
    try {
      await trackLoading(call('POST /teams/{teamId}/projects/{projectId}/grants/me', { params }));
      showToast(t`You manage ${asked.name} now`);
    } catch (error) {
      showError(explainError(error));
      list.reload();
    }
  }

  if (trouble !== null) return <p className={styles.closedNote}>{trouble}</p>;
  if (closed.length === 0) return null;
  return (
    <section className={styles.closed} aria-labelledby="closed-projects">
      <h2 id="closed-projects" className={styles.closedHeading}>
        <Trans>Private projects you are not in</Trans>
      </h2>
      <p className={styles.closedNote}>
        <Trans>
          Owners and admins see that they are there, and nothing of what is in them. Ask who manages one to
          let you in; where nobody can be asked, let yourself in.
        </Trans>
      </p>
      <ul>
        {closed.map((project) => (
          <li key={project.id} className={styles.closedLine}>
            <IconLock size={17} stroke={1.7} aria-hidden="true" className={styles.closedGlyph} />
            <span className={styles.closedAbout}>
              <span className={styles.closedName}>{project.name}</span>
              <Managers ids={project.managerIds} />
            </span>
            <Button
              variant="default"
              aria-label={t`Let me in: ${project.name}`}
              onClick={() => setAsked(project)}
            >
              <Trans>Let me in</Trans>
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title={t`Let yourself into ${name}?`}
        action={t`Let me in`}
        onConfirm={() => void enter()}
        onClose={() => setAsked(null)}
      >
        <Trans>
          You can manage it then. Its people see that you let yourself in, and the audit log keeps it.
        </Trans>
      </ConfirmDialog>
    </section>
  );
}

function Managers({ ids }: { ids: readonly string[] }) {
  const formats = useFormats();
  const people = useRowsOf('member', ids);
  const names = formats.list(people.map((person) => person.name));
  return (
    <span className={styles.closedNote}>
      {people.length === 0 ? <Trans>Nobody manages it.</Trans> : <Trans>Managed by {names}</Trans>}
    </span>
  );
}
