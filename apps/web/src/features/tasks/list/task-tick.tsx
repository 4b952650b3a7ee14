import { useLingui } from '@lingui/react/macro';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';
import type { Task } from '#features/tasks/model/tasks.data.ts';
import { finishTask } from './finish-task.ts';
import styles from './list.module.css';

/** The status icon of a task as a button that completes the task or reopens a closed one. Without permission, only the icon. */
export function TaskTick({ task, status }: { task: Task; status: StatusLook }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const glyph = <StatusGlyph category={status.category} progress={status.progress} color={status.color} />;
  if (!may('task.update', task)) return glyph;
  return (
    <button
      type="button"
      className={styles.tick}
      aria-label={t`Done: ${task.title}`}
      onClick={() => finishTask(store, task)}
    >
      {glyph}
    </button>
  );
}
