import { LIMITS } from '@hearth/contracts/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { HIDDEN_TASK, isClosed, MOST_SUB_LEVELS } from '@hearth/contracts/task-values';
import { cutText } from '#platform/cut-text.ts';
import { keyAt, keysAtEnd, type Command, type TeamStore } from '#platform/sync/index.ts';
import { rollUpsOf } from './roll-ups.ts';
import {
  columnKey,
  createTask,
  defaultStatus,
  statusesInOrder,
  subTasksByParent,
  tasksByColumn,
  updateTask,
} from './tasks.data.ts';

type Task = SyncRows['task'];

/** What was typed or pasted as titles: a line each, without the marks of lists. */
export function readTitles(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) =>
      cutText(
        line
          .replace(/^\s*(?:(?:[-*+•]|\d+[.)])\s+)?(?:\[[ xX]?\]\s+)?/, '')
          .trim()
          .replaceAll(/\s+/g, ' '),
        LIMITS.taskTitle,
      ),
    )
    .filter((line) => line !== '');
}

/** Makes sub-tasks at the end of those of a task, in its project. */
export function createSubTasks(store: TeamStore, parent: Task, titles: readonly string[]): Command[] {
  const statusId = defaultStatus(store)?.id ?? '';
  const { projectId } = parent;
  const column = tasksByColumn(store).ids(columnKey(projectId, statusId));
  const places = keysAtEnd(column, titles.length, (id) => store.row('task', id));
  const siblings = keysAtEnd(subTasksByParent(store).ids(parent.id), titles.length, siblingOf(store));
  return titles.map((title, at) =>
    createTask(store, {
      title,
      projectId,
      statusId,
      parentId: parent.id,
      siblingPosition: siblings[at] ?? null,
      ...(places[at] === undefined ? {} : { position: places[at] }),
    }),
  );
}

/** Makes a task part of another, after the parts that it has; null = of none. */
export function setParent(store: TeamStore, id: string, parentId: string | null): Command {
  const [siblingPosition = null] =
    parentId === null ? [] : keysAtEnd(subTasksByParent(store).ids(parentId), 1, siblingOf(store));
  return updateTask(store, id, { parentId, siblingPosition });
}

/** Moves a sub-task among its siblings: `index` counts the others. */
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

/** Finishes a task, or takes it up again. */
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

/** Why a task cannot be part of another; null = it can. */
export function findNestingTrouble(
  store: TeamStore,
  taskId: string,
  parentId: string,
): 'circle' | 'deep' | 'full' | null {
  const { tree } = rollUpsOf(store);
  const above = tree.ancestorsOf(parentId);
  if (parentId === taskId || above.includes(taskId)) return 'circle';
  if (above.length + 1 + tree.levelsBelow(taskId) > MOST_SUB_LEVELS) return 'deep';
  return tree.childrenOf(parentId).size >= LIMITS.subTasks ? 'full' : null;
}

/** Is a task part of one that this person may know of? */
export function hasKnownParent(task: Task): task is Task & { parentId: string } {
  return task.parentId !== null && task.parentId !== HIDDEN_TASK;
}
