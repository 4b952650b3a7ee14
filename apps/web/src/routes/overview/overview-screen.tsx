import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconChecklist } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ProjectLine, useAllProjects, useProjects } from '#features/projects/index.ts';
import { OpenCount, TaskRow, useMyWork, useStatuses } from '#features/tasks/index.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useGroupLists, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { Page } from '#shell/page/page.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { FirstSteps } from './first-steps.tsx';
import styles from '#routes/frame/screens.module.css';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';

/** More than this is a list to work through, not a glance: the rest is one press away. */
const SHOWN_TASKS = 12;
const SHOWN_PROJECTS = 6;
/** Parts of one's own work that somebody can go on with. */
const ON_HOME = ['overdue', 'today', 'upcoming', 'undated'];

/** What a person comes back for: their open tasks, the next due first, and the projects last worked on. */
export function OverviewScreen() {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const all = useAllProjects();
  const projects = useProjects();
  const name = useSelected(auth, (state) => state.user?.name ?? '');
  const firstName = name.trim().split(/\s+/)[0] ?? '';
  return (
    <Page title={t`Home`}>
      <p className={styles.greeting}>
        <Trans>Hello, {firstName}.</Trans>
      </p>
      <p className={styles.day}>
        {formats.calendarDay(today, { weekday: 'long', day: 'numeric', month: 'long' })}
      </p>
      {/* A team with several projects is past its first day. */}
      {all.length < 2 && <FirstSteps hasProject={all.length > 0} />}
      <MyTasks />
      {projects.length > 0 && <RecentProjects />}
    </Page>
  );
}

function MyTasks() {
  const formats = useFormats();
  const lists = useGroupLists(useMyWork(), ON_HOME);
  const ids = lists.flat();
  return (
    <section className={styles.section} aria-labelledby="my-tasks">
      <h2 id="my-tasks" className={styles.heading}>
        <Trans>My open tasks</Trans>{' '}
        {ids.length > 0 && <span className={styles.count}>{formats.number(ids.length)}</span>}
      </h2>
      {ids.length === 0 ? (
        <p className={styles.quiet}>
          <IconChecklist size={18} stroke={1.6} aria-hidden="true" />
          <span>
            <Trans>No tasks assigned to you. Yours will appear here, soonest due first.</Trans>
          </span>
        </p>
      ) : (
        <TasksByDay lists={lists} />
      )}
      {ids.length > SHOWN_TASKS && (
        <Link to="/dashboard/tasks/mine" search={{}} className={styles.more}>
          <Plural value={ids.length} one="See all #" other="See all #" />
        </Link>
      )}
    </section>
  );
}

/** The first of them under the days that matter: what is late, today's, and the rest. */
function TasksByDay({ lists }: { lists: readonly (readonly string[])[] }) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const panel = useTaskPanel();
  const [late, now] = lists;
  const shown = useMemo(() => lists.flat().slice(0, SHOWN_TASKS), [lists]);
  const tasks = useRowsOf('task', shown);
  const days = [
    { name: t`Overdue`, tasks: tasks.filter(({ id }) => late?.includes(id)) },
    { name: t`Today`, tasks: tasks.filter(({ id }) => now?.includes(id)) },
    {
      name: t`Next`,
      tasks: tasks.filter(({ id }) => late?.includes(id) !== true && now?.includes(id) !== true),
    },
  ].filter((day) => day.tasks.length > 0);
  return days.map((day) => (
    <div key={day.name} className={styles.group}>
      <h3 className={styles.dayName}>{day.name}</h3>
      <ul className={styles.rows}>
        {day.tasks.map(({ id, statusId }) => (
          <li key={id}>
            <TaskRow
              taskId={id}
              status={statuses.find((status) => status.id === statusId)}
              href={panel.hrefOf(id)}
              onOpen={panel.open}
            />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function RecentProjects() {
  const projects = useProjects();
  const recent = projects.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).slice(0, SHOWN_PROJECTS);
  return (
    <section className={styles.section} aria-labelledby="recent-projects">
      <h2 id="recent-projects" className={styles.heading}>
        <Trans>Projects</Trans>
      </h2>
      <ul className={styles.rows}>
        {recent.map((project) => (
          <li key={project.id}>
            <ProjectLine project={project}>
              <OpenCount projectId={project.id} />
            </ProjectLine>
          </li>
        ))}
      </ul>
    </section>
  );
}
