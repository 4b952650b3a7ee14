import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Refused } from '#ui/buttons/refused.tsx';
import { ArchivedSince } from './archived-since.tsx';
import { archiveProject } from '#features/projects/model/projects.data.ts';
import styles from '#features/projects/model/projects.module.css';

/** Banner of an archived project. Shows since when the project is read-only, with a restore action. */
export function ArchivedNote({ project }: { project: SyncRows['project'] }) {
  return (
    <div className={styles.archivedNote}>
      <Notice action={<UnarchiveButton projectId={project.id} />}>
        <ArchivedSince project={project} /> <Trans>Read-only while archived.</Trans>
      </Notice>
    </div>
  );
}

export function UnarchiveButton({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const project = useRow('project', projectId);
  const may = useMay();
  const name = project?.name ?? '';
  const mayArchive = may('project.archive', { projectId, createdBy: project?.createdBy ?? null });
  const button = (
    <Button
      variant="default"
      aria-label={t`Unarchive ${name}`}
      onClick={() => void store.mutate(archiveProject(store, projectId, false))}
    >
      <Trans>Unarchive</Trans>
    </Button>
  );
  if (mayArchive) return button;
  return <Refused why={<WhyNot act="project.archive" projectId={projectId} />}>{button}</Refused>;
}
