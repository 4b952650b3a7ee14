import { nameValue } from '@hearth/contracts/custom-fields/custom-field-values';
import { isClosed } from '@hearth/contracts/model/task-values';
import { chooseTemplateTasks, uncheck } from '@hearth/contracts/templates/template-capture-values';
import { keyAt, type Command, type TeamStore } from '#platform/sync/index.ts';
import { createItems } from '#features/tasks/checklists/checklist.data.ts';
import { describeNew } from '#features/tasks/description/description.data.ts';
import { siblingOf } from '#features/tasks/sub-tasks/sub-tasks.data.ts';
import {
  checklistByTask,
  columnKey,
  createTask,
  defaultStatus,
  subTasksByParent,
  tasksByColumn,
  type SettableField,
  type Task,
  type TaskFields,
} from '#features/tasks/model/tasks.data.ts';
import { gatherTree } from './template-source.ts';

/** A copy has as many tasks at the most. */
const MOST_COPIED = 200;

interface Duplicate {
  commands: Command[];
  /** Of the copy itself, without its sub-tasks. */
  id: string;
  count: number;
}

/**
 * A copy of a task after it in its column, with its sub-tasks and checklists. Work that is done is yet to be done in the
 * copy, what was cancelled stays out, and so does what belongs to the original's own story: comments, files, times,
 * relations and how it repeats.
 */
export function duplicateTask(store: TeamStore, id: string): Duplicate {
  const statuses = new Map(store.all('status').map((status) => [status.id, status]));
  const tasks = chooseTemplateTasks({ tasks: gatherTree(store, id), rootId: id, statuses }).slice(
    0,
    MOST_COPIED,
  );
  const copyIds = new Map(tasks.map((task) => [task.id, store.newId()]));
  const commands = tasks.flatMap((task) => {
    const copyId = copyIds.get(task.id) ?? '';
    const fields = task.id === id ? placeAfter(store, task) : placeInCopy(task, copyIds);
    const steps = checklistByTask(store)
      .ids(task.id)
      .flatMap((item) => store.row('checklistItem', item)?.title ?? []);
    return [copyTask(store, task, fields, copyId), ...createItems(store, copyId, steps)];
  });
  return { commands, id: copyIds.get(id) ?? '', count: tasks.length };
}

type TaskPosition = Pick<TaskFields, 'parentId' | 'siblingPosition'> & { position?: string };

/** After the original, among what it is part of as well. */
function placeAfter(store: TeamStore, task: Task): TaskPosition {
  const column = tasksByColumn(store).ids(columnKey(task.projectId, task.statusId));
  const at = column.indexOf(task.id);
  const position =
    at === -1 || statusOfCopy(store, task) !== task.statusId
      ? {}
      : { position: keyAt(column, at + 1, (id) => store.row('task', id)) };
  // What the reader may not know of takes no part.
  if (task.parentId === null || store.row('task', task.parentId) === undefined) return position;
  const siblings = subTasksByParent(store).ids(task.parentId);
  const siblingPosition = keyAt(siblings, siblings.indexOf(task.id) + 1, siblingOf(store));
  return { ...position, parentId: task.parentId, siblingPosition };
}

/** Where it stands among the others is the same there. */
function placeInCopy(task: Task, copyIds: ReadonlyMap<string, string>): TaskPosition {
  return { parentId: copyIds.get(task.parentId ?? '') ?? null, siblingPosition: task.siblingPosition };
}

/** What a copy has of a task: all that can be set but who asked for and watches it, that it comes again and waits. */
type Copied = Required<
  Omit<
    Pick<TaskFields, SettableField>,
    'reporterId' | 'watcherIds' | 'repeat' | 'triage' | keyof TaskPosition
  >
>;

function copyTask(store: TeamStore, task: Task, place: TaskPosition, id: string): Command {
  const { description, descriptionDoc } = uncheck(task);
  const { title, projectId, priority, labelIds, startDate, dueDate, estimate, typeId, milestoneId } = task;
  const cycle = store.row('cycle', task.cycleId ?? '');
  const command = createTask(
    store,
    {
      title,
      description,
      projectId,
      statusId: statusOfCopy(store, task),
      priority,
      // Who has left since is not among them.
      assigneeIds: task.assigneeIds.filter((one) => store.row('member', one) !== undefined),
      labelIds: [...labelIds],
      startDate,
      dueDate,
      estimate,
      typeId,
      milestoneId,
      // A cycle that is over takes nothing more.
      cycleId: cycle?.closedAt === null ? cycle.id : null,
      ...Object.fromEntries(Object.entries(task.custom).map(([field, value]) => [nameValue(field), value])),
      ...place,
    } satisfies Copied,
    id,
  );
  return descriptionDoc === null ? command : describeNew(command, descriptionDoc);
}

function statusOfCopy(store: TeamStore, { statusId }: Task): string {
  const status = store.row('status', statusId);
  return status !== undefined && isClosed(status.category)
    ? (defaultStatus(store)?.id ?? statusId)
    : statusId;
}
