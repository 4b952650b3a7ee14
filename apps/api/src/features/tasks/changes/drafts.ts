import { toSet } from '@hearth/contracts/core/same';
import type { BodyOf } from '#platform/feature.ts';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { mergeScalars } from '@hearth/contracts/model/scalar-field-values';
import { isClosed } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { Command } from '#platform/commands/index.ts';
import { makeKeyAfter } from '#platform/order-keys.ts';
import type { Links } from '#features/tasks/custom-fields/task-links.queries.ts';
import { readSets, type TaskWrite } from '#features/tasks/model/task-writes.queries.ts';
import { chooseRepeat } from '#features/tasks/recurrence/series.ts';
import { nameColumn, type LockedRows, type ReferenceField, type TaskRequest } from './lock-task.ts';

/** A planned write. `task` is the new state, to which each step adds its changes. */
export interface Draft extends TaskWrite {
  before: Task;
  request: TaskRequest;
  areSetsCurrent: boolean;
  isMoving: boolean;
  /** The new links of the task in the requested relation fields. */
  links: Links;
}

export interface Plan {
  command: Command;
  actor: Actor;
  locked: LockedRows;
  drafts: readonly Draft[];
}

type Decided =
  | 'description'
  | 'descriptionDoc'
  | 'descriptionVersion'
  | 'assigneeIds'
  | 'watcherIds'
  | 'custom'
  | 'triage';
/** The changeable fields, except the parent and the fields that later steps determine. */
type Chosen = Omit<
  Pick<Task, keyof Task & keyof BodyOf<'tasks.update'>>,
  Decided | 'parentId' | 'siblingPosition'
>;

/** Drafts the new project and column of a task, and all changes that depend only on the request. */
export function draftTask(
  { command, locked }: Omit<Plan, 'drafts'>,
  task: Task,
  request: TaskRequest,
): Draft {
  const { fields } = request;
  const projectId = fields.projectId === undefined ? task.projectId : fields.projectId;
  const statusId = fields.statusId ?? task.statusId;
  const isMoving = projectId !== task.projectId;
  const entered = statusId === task.statusId ? null : (locked.categories.get(statusId) ?? null);
  const labelIds = fields.labelIds === undefined ? null : toSet(fields.labelIds);
  const dates = {
    startDate: fields.startDate === undefined ? task.startDate : fields.startDate,
    dueDate: fields.dueDate === undefined ? task.dueDate : fields.dueDate,
  };
  const keep = (field: ReferenceField) => (fields[field] === undefined ? task[field] : fields[field]);
  // Milestones and cycles belong to a project, so a task that moves loses both unless the request sets new ones.
  const leave = (field: ReferenceField) => (isMoving && fields[field] === undefined ? null : keep(field));
  const end = locked.ends.get(nameColumn(projectId, statusId));
  let position = fields.position ?? task.position;
  if (fields.position === undefined && (isMoving || entered !== null))
    position = makeKeyAfter(end?.last ?? null);
  // Place the next task without an explicit position after this one.
  if (end !== undefined && (end.last === null || end.last < position)) end.last = position;
  const chosen = {
    title: fields.title ?? task.title,
    projectId,
    statusId,
    ...mergeScalars(task, fields),
    labelIds: labelIds ?? task.labelIds,
    ...dates,
    ...chooseRepeat(command, task, fields.repeat, dates),
    reporterId: fields.reporterId === undefined ? task.reporterId : fields.reporterId,
    typeId: keep('typeId'),
    milestoneId: leave('milestoneId'),
    cycleId: leave('cycleId'),
    coverId: fields.coverId === undefined ? task.coverId : fields.coverId,
    position,
  } satisfies Chosen;
  const key = `${locked.keys.get(projectId ?? '') ?? ''}-${task.number}`;
  const now = command.now.toISOString();
  const closedAt = entered === null ? task.closedAt : isClosed(entered) ? now : null;
  return {
    before: task,
    request,
    areSetsCurrent: locked.areSetsCurrent,
    isMoving,
    task: { ...task, key, ...chosen, closedAt },
    entered,
    nesting: null,
    sets: { assigneeIds: null, watcherIds: null, labelIds },
    links: {},
  };
}

/** Reads the assignees and watchers of a task again if they were read before the task was locked. */
export async function refreshPeople({ command }: Plan, draft: Draft): Promise<void> {
  if (draft.areSetsCurrent) return;
  const { assigneeIds, watcherIds } = await readSets(command.tx, draft.task.id);
  draft.before = { ...draft.before, assigneeIds, watcherIds };
  draft.task = { ...draft.task, assigneeIds, watcherIds };
  draft.areSetsCurrent = true;
}

export function decidePeople(
  draft: Draft,
  field: 'assigneeIds' | 'watcherIds',
  userIds: string[] | null,
): void {
  draft.sets[field] = userIds;
  if (userIds !== null) draft.task[field] = userIds;
}
