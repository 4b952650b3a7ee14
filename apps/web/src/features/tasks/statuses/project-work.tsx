import { CLOSED_RETENTION_DAYS, isClosed } from '@hearth/contracts/model/task-values';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useTeamStore } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import { useFormats } from '#ui/format/formats.ts';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { columnKey, tasksByColumn } from '#features/tasks/model/tasks.data.ts';
import styles from './project-work.module.css';

/** Shows how the tasks of a project are distributed over statuses. Adds a note that tasks closed long ago are not included. */
export function ProjectWork({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const formats = useFormats();
  const statuses = useStatuses();
  const slots = statuses.map(({ id }) => columnKey(projectId, id));
  const lists = useGroupLists(tasksByColumn(useTeamStore()), slots);
  const lines = statuses.map((status, at) => ({ status, count: lists[at]?.length ?? 0 }));
  const total = lines.reduce((sum, { count }) => sum + count, 0);
  const open = lines.reduce((sum, { status, count }) => sum + (isClosed(status.category) ? 0 : count), 0);
  if (total === 0) {
    return (
      <p className={styles.note}>
        <Trans>No tasks yet.</Trans>
      </p>
    );
  }
  return (
    <>
      <p className={styles.sum}>
        <Plural value={open} one="# open task" other="# open tasks" />
      </p>
      <ul className={styles.lines} aria-label={t`Tasks by status`}>
        {lines.map(({ status, count }) => (
          <li key={status.id} className={styles.line}>
            <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
            <span className={styles.name}>{status.name}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.fill} style={{ inlineSize: `${(count / total) * 100}%` }} />
            </span>
            <span className={styles.count}>{formats.number(count)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        <Trans>Includes tasks finished or cancelled in the last {CLOSED_RETENTION_DAYS} days.</Trans>
      </p>
    </>
  );
}
