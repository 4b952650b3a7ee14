import type { SharedProject, SharedTask } from '@hearth/contracts/public-links/public-links';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ShareLocation, ShareView } from '#platform/page/share-view.ts';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { ShareHead } from './share-head.tsx';
import { TaskFacts } from './share-facts.tsx';
import { nameStatus } from './share-labels.ts';
import styles from './share.module.css';

interface ShareProjectProps extends ShareLocation {
  view: Extract<ShareView, { kind: 'project' }>;
}

/** The project with one page of its tasks, grouped by status. Shown in one column, or in several columns if there is space. */
export function ShareProject({ view, path, query }: ShareProjectProps) {
  const { t } = useLingui();
  const { project, tasks, next, first } = view;
  const columns = project.columns
    .map((column, at) => ({ ...column, at, tasks: tasks.filter((task) => task.column === at) }))
    .filter((column) => column.tasks.length > 0);
  return (
    <>
      <ShareHead project={project} />
      {columns.length === 0 ? (
        <p className={styles.empty}>
          <Trans>This project has no tasks yet.</Trans>
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be keyboard-accessible
        <div className={styles.board} role="region" aria-label={t`Tasks`} tabIndex={0}>
          {columns.map((column) => (
            <section key={column.at} className={styles.column} aria-labelledby={`column-${column.at}`}>
              <h2 className={styles.status} id={`column-${column.at}`}>
                <StatusGlyph category={column.category} color={column.color} />
                <span className={styles.statusName}>{nameStatus(column.name, t)}</span>
                <span className={styles.count}>{column.count}</span>
              </h2>
              <ul className={styles.tasks}>
                {column.tasks.map((task) => (
                  <TaskCard key={task.number} project={project} task={task} path={path} query={query} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {(next !== null || first !== null) && (
        <nav className={styles.pages} aria-label={t`Pages`}>
          {first !== null && (
            <a href={first}>
              <Trans>First page</Trans>
            </a>
          )}
          {next !== null && (
            <a href={next} rel="next">
              <Trans>More tasks</Trans>
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function TaskCard({
  project,
  task,
  path,
  query,
}: ShareLocation & { project: SharedProject; task: SharedTask }) {
  const key = `${project.key}-${task.number}`;
  return (
    <li className={styles.card}>
      <span className={styles.key}>{key}</span>
      <h3 className={styles.title} dir="auto">
        {project.showsDescriptions ? <a href={`${path}/${task.number}${query}`}>{task.title}</a> : task.title}
      </h3>
      <TaskFacts task={task} />
    </li>
  );
}
