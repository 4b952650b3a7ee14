import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { isClosed, MAX_SUB_LEVELS } from '@hearth/contracts/model/task-values';
import { keyAt, keysAtEnd, type Command, type TeamStore } from '#platform/sync/index.ts';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import { rollUpsOf } from './progress-roll-up.ts';
import {
  columnKey,
  createTask,
  defaultStatus,
  statusesInOrder,
  subTasksByParent,
  tasksByColumn,
  updateTask,
} from '#features/tasks/model/tasks.data.ts';

type Task = SyncRows['task'];

/** Creates sub-tasks in the project of their parent, after its existing sub-tasks. */
export function createSubTasks(store: TeamStore, parent: Task, titles: readonly string[]): Command[] {
  const statusId = defaultStatus(store)?.id ?? '';
  const { projectId } = parent;
  const column = tasksByColumn(store).ids(columnKey(projectId, statusId));
  const keys = keysAtEnd(column, titles.length, (id) => store.row('task', id));
  const siblings = keysAtEnd(subTasksByParent(store).ids(parent.id), titles.length, siblingOf(store));
  return titles.map((title, at) =>
    createTask(store, {
      title,
      projectId,
      statusId,
      parentId: parent.id,
      siblingPosition: siblings[at] ?? null,
      ...(keys[at] === undefined ? {} : { position: keys[at] }),
    }),
  );
}

/**
 * Sets the parent of tasks. The tasks are appended to the existing sub-tasks in the given order. A null parent makes them top-level tasks.
 */
export function setParents(store: TeamStore, ids: readonly string[], parentId: string | null): Command[] {
  const movedIds = ids.filter((id) => store.row('task', id)?.parentId !== parentId);
  const siblings = parentId === null ? [] : subTasksByParent(store).ids(parentId);
  const keys = parentId === null ? [] : keysAtEnd(siblings, movedIds.length, siblingOf(store));
  return updateTasks(
    store,
    movedIds.map((id, at) => ({ id, fields: { parentId, siblingPosition: keys[at] ?? null } })),
  );
}

/** Moves a sub-task among its siblings. `index` does not count the task itself. */
export function moveAmongSiblings(store: TeamStore, task: Task, index: number): Command {
  const others = subTasksByParent(store)
    .ids(task.parentId ?? '')
    .filter((id) => id !== task.id);
  return updateTask(store, task.id, { siblingPosition: keyAt(others, index, siblingOf(store)) });
}

export function siblingOf(store: TeamStore): (id: string) => { position: string } | undefined {
  return (id) => {
    const position = store.row('task', id)?.siblingPosition ?? null;
    return position === null ? undefined : { position };
  };
}

/** Completes or reopens a task. */
export function toggleDone(store: TeamStore, task: Task): Command | null {
  const statuses = statusesInOrder(store)
    .ids()
    .map((id) => store.row('status', id));
  const now = statuses.find((status) => status?.id === task.statusId);
  const next =
    now !== undefined && isClosed(now.category)
      ? defaultStatus(store)
      : statuses.find((status) => status?.category === 'completed');
  return next === undefined ? null : updateTask(store, task.id, { statusId: next.id });
}

/** Returns the reason why tasks cannot all become sub-tasks of another task. Returns null if they can. */
export function findNestingProblem(
  store: TeamStore,
  taskIds: readonly string[],
  parentId: string,
): 'circle' | 'deep' | 'full' | null {
  const { tree } = rollUpsOf(store);
  const above = tree.ancestorsOf(parentId);
  if (taskIds.some((id) => parentId === id || above.includes(id))) return 'circle';
  if (taskIds.some((id) => above.length + 1 + tree.levelsBelow(id) > MAX_SUB_LEVELS)) return 'deep';
  return new Set([...tree.childrenOf(parentId), ...taskIds]).size > LIMITS.subTasks ? 'full' : null;
}
