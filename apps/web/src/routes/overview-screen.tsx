import { IconChecklist } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ProjectLine, useProjects } from '#features/projects/index.ts';
import { TaskRow, useOpenTasksOf, useStatuses } from '#features/tasks/index.ts';
import { auth } from '#platform/session.ts';
import { useSelected } from '#platform/state.ts';
import { useGroup, useRow, useTeamStore } from '#platform/sync/index.ts';
import { Page } from '#shell/page.tsx';
import styles from './screens.module.css';
import { useTaskPanel } from './use-task-panel.ts';

/** More than this is a list to work through, not a glance: the rest is one press away. */
const SHOWN_TASKS = 12;
const SHOWN_PROJECTS = 6;

/** What a person comes back for: their open tasks, the next due first, and the projects last worked on. */
export function OverviewScreen() {
  const name = useSelected(auth, (state) => state.user?.name ?? '');
  const firstName = name.trim().split(/\s+/)[0] ?? '';
  return (
    <Page title="Home">
      <p className={styles.greeting}>Hello, {firstName}.</p>
      <MyTasks />
      <RecentProjects />
    </Page>
  );
}

function MyTasks() {
  const { userId } = useTeamStore();
  const ids = useGroup(useOpenTasksOf(userId));
  const panel = useTaskPanel();
  return (
    <section className={styles.section} aria-labelledby="my-tasks">
      <h2 id="my-tasks" className={styles.heading}>
        My open tasks {ids.length > 0 && <span className={styles.count}>{ids.length}</span>}
      </h2>
      {ids.length === 0 ? (
        <p className={styles.quiet}>
          <IconChecklist size={17} stroke={1.6} aria-hidden="true" />
          Nothing is assigned to you. What you take on appears here, the next due first.
        </p>
      ) : (
        <ul className={styles.rows}>
          {ids.slice(0, SHOWN_TASKS).map((id) => (
            <li key={id}>
              <MyTaskRow taskId={id} onOpen={panel.open} href={panel.hrefOf(id)} />
            </li>
          ))}
        </ul>
      )}
      {ids.length > SHOWN_TASKS && (
        <Link to="/dashboard/tasks" search={{ mine: true }} className={styles.more}>
          All {ids.length} of them
        </Link>
      )}
    </section>
  );
}

function MyTaskRow({ taskId, ...rest }: { taskId: string; href: string; onOpen: (taskId: string) => void }) {
  const statuses = useStatuses();
  const statusId = useRow('task', taskId)?.statusId;
  return <TaskRow taskId={taskId} status={statuses.find(({ id }) => id === statusId)} {...rest} />;
}

function RecentProjects() {
  const projects = useProjects();
  const recent = projects.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).slice(0, SHOWN_PROJECTS);
  return (
    <section className={styles.section} aria-labelledby="recent-projects">
      <h2 id="recent-projects" className={styles.heading}>
        Projects
      </h2>
      {recent.length === 0 ? (
        <p className={styles.quiet}>
          No project yet.{' '}
          <Link to="/dashboard/projects" search={{}} className={styles.more}>
            Make the first one
          </Link>
        </p>
      ) : (
        <ul className={styles.rows}>
          {recent.map((project) => (
            <li key={project.id}>
              <ProjectLine project={project} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
