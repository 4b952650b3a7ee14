import { pickScalars } from '@hearth/contracts/model/scalar-field-values';
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

/** Maximum number of tasks in a copy. */
const MAX_COPIED = 200;

interface Duplicate {
  commands: Command[];
  /** Id of the copied root task. */
  id: string;
  count: number;
}

/**
 * Copies a task with its sub-tasks and checklists. The copy is placed after the original in its column, and copies of completed tasks get
 * the default status. Canceled tasks, comments, files, tracked time, relations and recurrence are not copied.
 */
export function duplicateTask(store: TeamStore, id: string): Duplicate {
  const statuses = new Map(store.all('status').map((status) => [status.id, status]));
  const tasks = chooseTemplateTasks({ tasks: gatherTree(store, id), rootId: id, statuses }).slice(
    0,
    MAX_COPIED,
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

/** Returns the position after the original, both in the column and among the siblings. */
function placeAfter(store: TeamStore, task: Task): TaskPosition {
  const column = tasksByColumn(store).ids(columnKey(task.projectId, task.statusId));
  const at = column.indexOf(task.id);
  const position =
    at === -1 || statusOfCopy(store, task) !== task.statusId
      ? {}
      : { position: keyAt(column, at + 1, (id) => store.row('task', id)) };
  // Don't set a parent that is not visible to the user.
  if (task.parentId === null || store.row('task', task.parentId) === undefined) return position;
  const siblings = subTasksByParent(store).ids(task.parentId);
  const siblingPosition = keyAt(siblings, siblings.indexOf(task.id) + 1, siblingOf(store));
  return { ...position, parentId: task.parentId, siblingPosition };
}

/** Returns the position of a copied sub-task. The order of siblings is kept. */
function placeInCopy(task: Task, copyIds: ReadonlyMap<string, string>): TaskPosition {
  return { parentId: copyIds.get(task.parentId ?? '') ?? null, siblingPosition: task.siblingPosition };
}

/** The copied fields: all settable fields except parent, position, requester, watchers, recurrence and triage. */
type Copied = Required<
  Omit<
    Pick<TaskFields, SettableField>,
    'reporterId' | 'watcherIds' | 'repeat' | 'triage' | keyof TaskPosition
  >
>;

function copyTask(store: TeamStore, task: Task, position: TaskPosition, id: string): Command {
  const { description, descriptionDoc } = uncheck(task);
  const { title, projectId, labelIds, startDate, dueDate, typeId, milestoneId } = task;
  const cycle = store.row('cycle', task.cycleId ?? '');
  const command = createTask(
    store,
    {
      title,
      description,
      projectId,
      statusId: statusOfCopy(store, task),
      ...pickScalars(task),
      // Former members cannot be assigned.
      assigneeIds: task.assigneeIds.filter((one) => store.row('member', one) !== undefined),
      labelIds: [...labelIds],
      startDate,
      dueDate,
      typeId,
      milestoneId,
      // Closed cycles accept no tasks.
      cycleId: cycle?.closedAt === null ? cycle.id : null,
      ...Object.fromEntries(Object.entries(task.custom).map(([field, value]) => [nameValue(field), value])),
      ...position,
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
