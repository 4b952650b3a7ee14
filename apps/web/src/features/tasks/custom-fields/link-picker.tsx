import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { LinkChips } from './link-chips.tsx';
import type { TeamField } from './fields.data.ts';
import { TaskPicker } from '#features/tasks/task-picker/task-picker.tsx';
import styles from './link-chips.module.css';

type Task = SyncRows['task'];

interface LinkPickerProps {
  field: TeamField;
  /** The tasks whose value is edited. */
  tasks: readonly Task[];
  onToggle: (id: string) => void;
  onClose: () => void;
}

/** Picks linked tasks. Links that all tasks share can be removed at the top. Tasks can be searched and added below. */
export function LinkPicker({ field, tasks, onToggle, onClose }: LinkPickerProps) {
  const { t } = useLingui();
  const [first, ...others] = tasks.map((task) => listLinks(task, field.id));
  const shared = (first ?? []).filter((id) => others.every((ids) => ids.includes(id)));
  const own = new Set(tasks.map(({ id }) => id));
  const isAlone = own.size === 1;

  function explain(other: Task): string | null {
    if (shared.includes(other.id)) return t`Already added`;
    const isFull = tasks.some((task) => listLinks(task, field.id).length >= LIMITS.tasksPerValue);
    return isFull ? t`Limit reached` : null;
  }

  return (
    <TaskPicker
      title={field.name}
      projectId={tasks[0]?.projectId ?? null}
      isLeftOut={({ id }) => isAlone && own.has(id)}
      explain={explain}
      onPick={({ id }) => onToggle(id)}
      onClose={onClose}
      head={
        <div className={styles.chosen}>
          <LinkChips ids={shared} onRemove={onToggle} />
        </div>
      }
    />
  );
}

/** Returns the ids of the tasks that a field of a task links to. */
export function listLinks(task: Task, fieldId: string): readonly string[] {
  const value = task.custom[fieldId];
  return Array.isArray(value) ? value : [];
}

/** Adds or removes an id. Returns null if the resulting list is empty. */
export function toggleLink(ids: readonly string[], id: string): string[] | null {
  const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].toSorted();
  return next.length === 0 ? null : next;
}
