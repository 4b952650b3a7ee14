import { Trans } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { readPrivateProjects } from './closed-projects.data.ts';
import { GrantOwnAccess, Managers } from './grant-own-access.tsx';
import styles from '#features/projects/model/projects.module.css';
import { useAllProjects } from '#features/projects/model/use-projects.ts';

/** For owners and admins: private projects that they cannot open, with their managers and an option to get access. */
export function ClosedProjects() {
  const may = useMay();
  return may('projects.listPrivate') ? <ClosedList /> : null;
}

function ClosedList() {
  const { teamId } = useTeamStore();
  const open = useAllProjects();
  const list = useRequest(teamId, (signal) => readPrivateProjects(teamId, signal));
  const errorMessage = useErrorMessages(list.error);
  const closed = list.data?.filter(({ id }) => open.every((project) => project.id !== id)) ?? [];

  if (errorMessage !== null) return <p className={styles.closedNote}>{errorMessage}</p>;
  if (closed.length === 0) return null;
  return (
    <section className={styles.closed} aria-labelledby="closed-projects">
      <h2 id="closed-projects" className={styles.closedHeading}>
        <Trans>Private projects without you</Trans>
      </h2>
      <p className={styles.closedNote}>
        <Trans>
          Owners and admins can see that these exist, but not what’s inside. Ask a manager to add you, or give
          yourself access if there’s no one to ask.
        </Trans>
      </p>
      <ul>
        {closed.map((project) => (
          <li key={project.id} className={styles.closedLine}>
            <IconLock size={17} stroke={1.7} aria-hidden="true" className={styles.closedGlyph} />
            <span className={styles.closedAbout}>
              <span className={styles.closedName}>{project.name}</span>
              <span className={styles.closedNote}>
                <Managers ids={project.managerIds} />
              </span>
            </span>
            <GrantOwnAccess project={project} onRefused={list.reload} />
          </li>
        ))}
      </ul>
    </section>
  );
}
