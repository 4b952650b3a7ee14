import { sql } from 'kysely';
import type { z } from 'zod';
import { isSame } from '@hearth/contracts/core/same';
import { changeValues } from '@hearth/contracts/custom-fields/custom-field-values';
import { listMentions } from '@hearth/contracts/rich-text/comment-values';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { EMPTY_SCALARS, mergeScalars } from '@hearth/contracts/model/scalar-field-values';
import { isClosed, type StatusCategory } from '@hearth/contracts/model/task-values';
import type { Task, tasksRoutes } from '@hearth/contracts/tasks/tasks';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { adoptSamples, listWhoMaySee, visibleTo } from '#features/projects/index.ts';
import { AppError, notFound, notFoundAt, projectArchived } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import { lockCycles } from '#features/tasks/cycles/cycles.queries.ts';
import { lockMilestones } from '#features/tasks/milestones/milestones.queries.ts';
import { chooseValues, hasLists } from '#features/tasks/custom-fields/field-values.ts';
import { findTask } from '#features/tasks/model/tasks.queries.ts';
import { readLinks, writeLinks, type Links } from '#features/tasks/custom-fields/task-links.queries.ts';
import { lockFieldsById } from '#features/tasks/custom-fields/fields.queries.ts';
import { assertProjectNotArchived } from '#features/tasks/model/assert-not-archived.ts';
import { lockTaskTypesById } from '#features/tasks/task-types/task-types.queries.ts';
import { lockLabelsById } from '#features/tasks/labels/labels.queries.ts';
import { movedComments } from '#features/comments/index.ts';
import { taskComments } from '#features/tasks/comments/task-comments.ts';
import { findVersion, type DescriptionText } from '#features/tasks/description/description-versions.ts';
import { changeDescription, makeDescription } from '#features/tasks/description/task-description.ts';
import { countMoves, countTasks } from '#features/tasks/model/count-tasks.ts';
import { describeForAudit } from '#features/tasks/model/task-audit.ts';
import { assertMayPutInto, assertStillMay } from '#features/tasks/model/task-rights.ts';
import { findAttachment } from '#features/attachments/index.ts';
import { taskAttachments } from '#features/tasks/attachments/task-attachments.ts';
import { putAttachmentRows } from '#features/tasks/attachments/task-attachments.queries.ts';
import { putItemRows } from '#features/tasks/checklists/checklist.queries.ts';
import { chooseRepeat, followSeries, NO_PLAN, planSeries } from '#features/tasks/recurrence/series.ts';
import {
  deleteRelationRows,
  putMovedRelationRows,
  touches,
} from '#features/tasks/relations/relations.queries.ts';
import { chooseGoing, chooseNesting, type Nesting } from '#features/tasks/sub-tasks/parent-rules.ts';
import { logParents, logParentsOfTrashed } from '#features/tasks/sub-tasks/log-parents.ts';
import { trashTasks } from '#features/tasks/trash/task-trash.queries.ts';
import { deleteRows, referencingTasks, putRows } from '#features/tasks/model/task-log.queries.ts';
import { moveReminders } from '#features/tasks/reminders/reminders.ts';
import { chooseTriage } from '#features/tasks/triage/triage.ts';
import { chooseWatchers } from '#features/tasks/watchers/watchers.service.ts';
import { listWatchers } from '#features/tasks/model/watchers.queries.ts';
import { endTimers, putTimeRows } from '#features/tasks/time-tracking/time.queries.ts';
import {
  lockSubTree,
  listProjectsOfTree,
  lockTree,
  type TreeTask,
} from '#features/tasks/sub-tasks/sub-tree.queries.ts';
import {
  findFirstStatus,
  lockNewPlace,
  lockTask,
  insertTask,
  listAssignees,
  readSets,
  writeCover,
  writeTask,
  type LockedPlace,
  type LockedTask,
} from '#features/tasks/model/task-writes.queries.ts';

type Body<I extends string> = z.output<
  Extract<(typeof tasksRoutes)[number], { id: I; body: z.ZodType }>['body']
>;
type TaskReply = { task: Task };

interface On {
  teamId: string;
  actor: Actor;
}

interface OnTask extends On {
  taskId: string;
  /** The project of the task when the request was authorized. */
  projectId: string | null;
}

/** The new value of each changeable field; the parent is separate, as it may stay unchanged. */
export type Chosen<Input> = Omit<Pick<Task, keyof Task & keyof Input>, keyof Nesting>;

/** Creates a task at the end of its column, unless a position is given. */
export async function createTask(
  app: App,
  on: On,
  body: Body<'tasks.create'>,
  asked: RequestKey,
): Promise<CommandResult<TaskReply>> {
  const { teamId, actor } = on;
  const projectId = body.projectId ?? null;
  assertMayPutInto(actor, projectId);
  assertPosition(body.position);
  return await runCommand(app, { teamId, userId: actor.userId, asked }, async (command) => {
    const { tx } = command;
    if (isNamed(body.parentId)) await lockTree(tx);
    const labelIds = toSet(body.labelIds ?? []);
    const labels = await lockLabelsById(tx, labelIds);
    const types = await lockTaskTypesById(tx, isNamed(body.typeId) ? [body.typeId] : []);
    const milestones = await lockMilestones(tx, isNamed(body.milestoneId) ? [body.milestoneId] : []);
    const customFields = await lockFieldsById(tx, Object.keys(body.custom ?? {}));
    const cycles = await lockCycles(tx, isNamed(body.cycleId) ? [body.cycleId] : []);
    const statusId = body.statusId ?? (await findFirstStatus(tx)) ?? '';
    const place = await lockNewPlace(tx, { projectId, statusId });
    const key = assertProject(place);
    const category = assertStatus(place);
    if (place.isSample) await adoptSamples(command, [projectId]);
    assertLabels(labels, body.labelIds ?? []);
    const assigneeIds = toSet(body.assigneeIds ?? []);
    await assertAssignable(command, projectId, assigneeIds, body.assigneeIds ?? []);
    const reporterId = body.reporterId === undefined ? actor.userId : body.reporterId;
    // The creator can see it there: their permissions are checked again at commit.
    await assertMayReport(command, projectId, reporterId, actor.userId);
    const id = body.id ?? command.newId();
    const description = makeDescription(body);
    const joining = [actor.userId, ...assigneeIds, ...listMentions(description.description)];
    const wish = { taskId: id, projectId, isMoving: false, before: [], asked: body.watcherIds, joining };
    const isOwn = body.watcherIds === undefined && joining.every((userId) => userId === actor.userId);
    const [watcherIds] = isOwn ? [[actor.userId]] : await chooseWatchers(command, [wish]);
    const typeId = body.typeId ?? null;
    assertTaskType(types, typeId);
    const milestoneId = body.milestoneId ?? null;
    assertMilestone(milestones, milestoneId, projectId);
    const [{ custom } = { custom: {} }] = await chooseValues(command, actor, customFields, [
      { taskId: id, projectId, held: {}, asked: body.custom, pathOf: pathOfValue },
    ]);
    const cycleId = body.cycleId ?? null;
    assertCycle(cycles, cycleId, projectId);
    const nesting = await chooseNesting(command, actor, null, body);
    const now = command.now.toISOString();
    const fields = {
      id,
      title: body.title,
      ...description,
      projectId,
      statusId,
      ...mergeScalars(EMPTY_SCALARS, body),
      assigneeIds,
      watcherIds: watcherIds ?? [],
      labelIds,
      startDate: body.startDate ?? null,
      dueDate: body.dueDate ?? null,
      trackedSeconds: 0,
      ...chooseRepeat(command, null, body.repeat, {
        startDate: body.startDate ?? null,
        dueDate: body.dueDate ?? null,
      }),
      ...(nesting ?? { parentId: null, siblingPosition: null }),
      position: body.position ?? makeKeyAfter(place.last),
      reporterId,
      typeId,
      milestoneId,
      custom,
      cycleId,
      coverId: null,
      triage: chooseTriage(command, null, body.triage, {
        hasTriage: place.hasTriage,
        isComing: true,
        isElsewhere: true,
        isByGuest: actor.role === 'guest',
        isClosed: isClosed(category),
      }),
      createdBy: actor.userId,
      createdAt: now,
      updatedAt: now,
      closedAt: isClosed(category) ? now : null,
    } satisfies Omit<Task, 'number' | 'key'>;
    if (place.isSample) await command.reserve();
    const number = await insertTask(command, fields, category, command.countWith('tasks', 1));
    const { id: _id, ...rest } = fields;
    const task: Task = { id, number, key: `${key}-${number}`, ...rest };
    const isSeenAlike = nesting === null && !hasLists(custom);
    if (isSeenAlike) command.put('task', id, null, task, workScope(projectId));
    else command.putAs('task', id, null, task, putRows(teamId, sql`t.id = ${id}`));
    logParents(command, id, { before: null, after: task.parentId });
    return { task };
  });
}

/**
 * Changes fields of a task. In another column it goes to the end, unless a position is given. A move to another
 * project changes its key and unassigns people without access to it.
 * @param descriptionVersions base versions of a new description (If-Match); undefined = overwrite the current one
 */
export async function changeTask(
  app: App,
  on: OnTask,
  body: Body<'tasks.update'>,
  asked: RequestKey,
  descriptionVersions: readonly string[] | undefined,
): Promise<CommandResult<TaskReply>> {
  const { teamId, actor } = on;
  if (body.projectId !== undefined && body.projectId !== on.projectId)
    assertMayPutInto(actor, body.projectId);
  assertPosition(body.position);
  return await runCommand(app, { teamId, userId: actor.userId, asked }, async (command) => {
    if (isNamed(body.parentId)) await lockTree(command.tx);
    if (body.projectId !== undefined && body.projectId !== on.projectId)
      await assertProjectNotArchived(command, on.projectId);
    const labelIds = body.labelIds === undefined ? null : toSet(body.labelIds);
    const labels = await lockLabelsById(command.tx, labelIds ?? []);
    const types = await lockTaskTypesById(command.tx, isNamed(body.typeId) ? [body.typeId] : []);
    const named = isNamed(body.milestoneId) ? [body.milestoneId] : [];
    const milestones = await lockMilestones(command.tx, named);
    const customFields = await lockFieldsById(command.tx, Object.keys(body.custom ?? {}));
    const cycles = await lockCycles(command.tx, isNamed(body.cycleId) ? [body.cycleId] : []);
    const { locked, place, projectId } = await lockWithPlace(command, on, body);
    assertStillMay(actor, 'task.update', locked);
    const key = assertProject(place);
    const isEntering = body.statusId !== undefined && body.statusId !== locked.statusId;
    const entered = isEntering ? assertStatus(place) : null;
    const isMoving = projectId !== locked.projectId;
    await countMoves(command, [{ from: locked.projectId, to: projectId }]);
    assertLabels(labels, body.labelIds ?? []);
    const assigneeIds = await chooseAssignees(command, locked, projectId, body.assigneeIds);
    const reporterId = body.reporterId === undefined ? locked.reporterId : body.reporterId;
    await assertMayReport(command, projectId, reporterId, locked.reporterId);
    const typeId = body.typeId === undefined ? locked.typeId : body.typeId;
    if (typeId !== locked.typeId) assertTaskType(types, typeId);
    const milestoneId = chooseOwn(locked.milestoneId, body.milestoneId, isMoving);
    if (milestoneId !== locked.milestoneId || isMoving) assertMilestone(milestones, milestoneId, projectId);
    const [{ custom, links } = { custom: locked.custom, links: {} }] = await chooseValues(
      command,
      actor,
      customFields,
      [{ taskId: locked.id, projectId, held: locked.custom, asked: body.custom, pathOf: pathOfValue }],
    );
    const cycleId = chooseOwn(locked.cycleId, body.cycleId, isMoving);
    if (cycleId !== locked.cycleId || isMoving) assertCycle(cycles, cycleId, projectId);
    const coverId = body.coverId === undefined ? locked.coverId : body.coverId;
    if (isNamed(coverId) && coverId !== locked.coverId) await assertPicture(command, locked.id, coverId);
    const nesting = await chooseNesting(command, actor, locked, body);
    const dates = {
      startDate: body.startDate === undefined ? locked.startDate : body.startDate,
      dueDate: body.dueDate === undefined ? locked.dueDate : body.dueDate,
    };
    const base = await readBase(command, locked, body, descriptionVersions);
    const description = changeDescription(locked, body, () => command.newId(), base);
    const watcherIds = await chooseWhoWatches(command, locked, body.watcherIds, {
      projectId,
      assigneeIds: assigneeIds ?? locked.assigneeIds,
      description: description.description,
    });
    const closedAt =
      entered === null ? locked.closedAt : isClosed(entered) ? command.now.toISOString() : null;
    const chosen = {
      title: body.title ?? locked.title,
      ...description,
      projectId,
      statusId: body.statusId ?? locked.statusId,
      ...mergeScalars(locked, body),
      assigneeIds: assigneeIds ?? locked.assigneeIds,
      watcherIds: watcherIds ?? locked.watcherIds,
      labelIds: labelIds ?? locked.labelIds,
      ...dates,
      ...chooseRepeat(command, locked, body.repeat, dates),
      reporterId,
      typeId,
      milestoneId,
      custom,
      cycleId,
      coverId,
      triage: chooseTriage(command, locked, body.triage, {
        hasTriage: place.hasTriage,
        isComing: isMoving,
        isElsewhere: isEntering || isMoving,
        isByGuest: actor.role === 'guest',
        isClosed: closedAt !== null,
      }),
      position: body.position ?? (isEntering || isMoving ? makeKeyAfter(place.last) : locked.position),
    } satisfies Chosen<Body<'tasks.update'>>;
    const changed: Task = { ...locked, key: `${key}-${locked.number}`, ...chosen, ...nesting, closedAt };
    const hasSets = assigneeIds !== null || watcherIds !== null || labelIds !== null;
    const isUnchanged = !hasSets && isSame(changed, locked);
    const show = async (task: Task) => ({ task: await showTask(command, actor, task) });
    if (isUnchanged) return await show({ ...locked, ...(await readSets(command.tx, locked.id)) });
    const plan =
      entered === null
        ? NO_PLAN
        : await planSeries(command, [{ task: changed, entered, wasClosed: locked.closedAt !== null }]);
    const series = plan.states.get(locked.id) ?? changed.series;
    const written = { ...changed, series, updatedAt: command.now.toISOString() };
    const sets = await writeTask(command, written, entered, { assigneeIds, watcherIds, labelIds }, nesting);
    if (coverId !== locked.coverId) await writeCover(command.tx, locked.id, coverId);
    await writeLinks(command, [{ taskId: locked.id, links }]);
    const parentId = nesting === null ? locked.parentId : place.partOf;
    const before = { ...locked, ...sets, parentId };
    const task = {
      ...written,
      assigneeIds: assigneeIds ?? sets.assigneeIds,
      watcherIds: watcherIds ?? sets.watcherIds,
      labelIds: labelIds ?? sets.labelIds,
    };
    const [scope, prevScope] = [workScope(projectId), workScope(locked.projectId)];
    const hasNamed = hasLists(locked.custom) || hasLists(custom);
    if (place.partOf !== null || nesting !== null || hasNamed) {
      command.putAs('task', task.id, before, task, putRows(teamId, sql`t.id = ${task.id}`, prevScope));
    } else {
      command.put('task', task.id, before, task, scope, prevScope);
    }
    logParents(command, task.id, { before: before.parentId, after: task.parentId });
    await followSeries(command, plan, [task]);
    if (task.dueDate !== locked.dueDate || task.startDate !== locked.startDate)
      await moveReminders(command, [task]);
    if (isMoving) {
      // The move changes who may see their parents, and the links to the task from other tasks.
      command.logMany(putRows(teamId, referencingTasks(teamId, sql`select ${task.id}::uuid`)));
      command.logMany(movedComments(taskComments, teamId, [task.id], scope, prevScope));
      command.logMany(putTimeRows(teamId, sql`t.id = ${task.id}`, prevScope));
      command.logMany(putItemRows(teamId, sql`t.id = ${task.id}`, prevScope));
      command.logMany(putAttachmentRows(teamId, sql`t.id = ${task.id}`, prevScope));
      command.logMany(putMovedRelationRows(teamId, [task.id]));
    }
    return await show(task);
  });
}

/** @throws AppError CONFLICT if the base version of a description can't be rebuilt */
async function readBase(
  { tx }: Command,
  locked: Task,
  { description, descriptionDoc }: Body<'tasks.update'>,
  versions: readonly string[] | undefined,
): Promise<DescriptionText | null> {
  if (versions === undefined || (description === undefined && descriptionDoc === undefined)) return null;
  const base = await findVersion(tx, locked, versions);
  if (base === null)
    throw new AppError('CONFLICT', 'If-Match doesn’t name a known version of this task: read it again.');
  return base;
}

/** A task without links to tasks that the caller may not see. */
async function showTask({ tx }: Command, actor: Actor, task: Task): Promise<Task> {
  const named = Object.values(task.custom).flatMap((value) => (Array.isArray(value) ? value : []));
  if (named.length === 0) return task;
  return (await findTask(tx, task.id, visibleTo(actor))) ?? task;
}

/** Moves a task to the trash for 30 days, with those of its sub-tasks that the caller may delete. */
export async function deleteTask(app: App, on: OnTask, asked: RequestKey): Promise<CommandResult<null>> {
  const { teamId, actor } = on;
  return await runCommand(app, { teamId, userId: actor.userId, asked }, async (command) => {
    const { tx } = command;
    await lockTree(tx);
    const tree = await lockWholeTree(command, on);
    const { locked, place } = await lockWithPlace(command, on, {});
    assertStillMay(actor, 'task.delete', locked);
    assertProject(place);
    const going = chooseGoing(actor, locked.id, tree);
    await countTasks(command, going, -1);
    await trashTasks(command, locked.id, going);
    await endTimers(command, sql`t.id = any (${going}::uuid[])`);
    command.logMany(deleteRows(teamId, sql`t.id = any (${going}::uuid[])`));
    command.logMany(putRows(teamId, referencingTasks(teamId, sql`select unnest(${going}::uuid[])`)));
    command.logMany(deleteRelationRows(teamId, touches(sql`select unnest(${going}::uuid[])`)));
    logParentsOfTrashed(command, sql`select unnest(${going}::uuid[]) as id`);
    command.audit({ act: 'task.trashed', ...(await describeForAudit(command, locked)) });
    return null;
  });
}

/** Locks a task with all its descendants and their projects. */
async function lockWholeTree({ tx }: Command, { taskId }: OnTask): Promise<TreeTask[]> {
  const projectIds = new Set(await listProjectsOfTree(tx, taskId));
  for (;;) {
    const tree = await lockSubTree(tx, taskId, [...projectIds]);
    const missing = tree.filter(({ projectId }) => projectId !== null && !projectIds.has(projectId));
    if (missing.length === 0) return tree;
    // Some were moved since the lookup; lock their projects too.
    for (const { projectId } of missing) projectIds.add(projectId ?? '');
  }
}

/** Locks the task and its current or target position. */
async function lockWithPlace(
  command: Command,
  on: OnTask,
  asked: Pick<Body<'tasks.update'>, 'projectId' | 'statusId' | 'position'>,
): Promise<{ locked: Task; place: LockedTask; projectId: string | null }> {
  const statusId = asked.statusId ?? null;
  const needsLast = asked.position === undefined && (asked.projectId !== undefined || statusId !== null);
  let projectId = asked.projectId === undefined ? on.projectId : asked.projectId;
  for (;;) {
    const to = { projectId, statusId, needsLast };
    const place = await lockTask(command.tx, on.taskId, to, visibleTo(on.actor));
    const locked = place.task;
    if (locked === null) throw notFound('This task');
    if (asked.projectId !== undefined || locked.projectId === projectId) {
      // A separate statement, to see commits made during the lock wait.
      const links = place.hasLinks ? await readLinks(command.tx, [locked.id]) : new Map<string, Links>();
      const custom = changeValues(locked.custom, links.get(locked.id) ?? {});
      return { locked: { ...locked, custom }, place, projectId };
    }
    // It was moved since the request was authorized; lock its new project.
    projectId = locked.projectId;
  }
}

function assertProject({ key, isArchived }: LockedPlace): string {
  if (key === null) throw notFoundAt('projectId', 'a project you have access to');
  if (isArchived) throw projectArchived();
  return key;
}

function assertStatus({ category }: LockedPlace): StatusCategory {
  if (category === null) throw notFoundAt('statusId', 'a status of this team');
  return category;
}

/** The assignees after the change, as a sorted set; null = unchanged. */
async function chooseAssignees(
  command: Command,
  locked: Task,
  projectId: string | null,
  asked: readonly string[] | undefined,
): Promise<string[] | null> {
  if (asked === undefined && projectId === locked.projectId) return null;
  const assigned = await listAssignees(command.tx, locked.id);
  const wanted = asked === undefined ? assigned : toSet(asked);
  const added = wanted.filter((userId) => !assigned.includes(userId));
  await assertAssignable(command, projectId, added, asked ?? []);
  if (projectId === locked.projectId) return wanted;
  const seeing = await listWhoMaySee(command.tx, projectId, wanted);
  return wanted.filter((userId) => seeing.includes(userId));
}

/** The watchers after the change, as a sorted set, with newly involved people added; null = unchanged. */
async function chooseWhoWatches(
  command: Command,
  locked: Task,
  asked: readonly string[] | undefined,
  after: Pick<Task, 'projectId' | 'assigneeIds' | 'description'>,
): Promise<string[] | null> {
  const { projectId } = after;
  const isMoving = projectId !== locked.projectId;
  const mentioned =
    after.description === locked.description
      ? []
      : listAdded(listMentions(locked.description), listMentions(after.description));
  const joining = [...listAdded(locked.assigneeIds, after.assigneeIds), ...mentioned];
  if (asked === undefined && !isMoving && joining.length === 0) return null;
  const before = await listWatchers(command.tx, locked.id);
  const [watcherIds] = await chooseWatchers(command, [
    { taskId: locked.id, projectId, isMoving, before, asked, joining },
  ]);
  return watcherIds ?? null;
}

/** @throws AppError NOT_FOUND naming the first person of `asked` who may not be assigned there */
async function assertAssignable(
  command: Command,
  projectId: string | null,
  userIds: readonly string[],
  asked: readonly string[],
): Promise<void> {
  const seeing = await listWhoMaySee(command.tx, projectId, userIds);
  const at = asked.findIndex((userId) => userIds.includes(userId) && !seeing.includes(userId));
  if (at !== -1) throw notFoundAt(`assigneeIds.${at}`, 'a member who can see this task');
}

/**
 * A new reporter must be able to see the task; the former one may have lost access since.
 * @throws AppError NOT_FOUND
 */
async function assertMayReport(
  command: Command,
  projectId: string | null,
  reporterId: string | null,
  former: string | null,
): Promise<void> {
  if (reporterId === null || reporterId === former) return;
  const [sees] = await listWhoMaySee(command.tx, projectId, [reporterId]);
  if (sees === undefined) throw notFoundAt('reporterId', 'a member who can see this task');
}

/** A milestone or a cycle belongs to a project: a task that moves to another project leaves it. */
export function chooseOwn(
  locked: string | null,
  asked: string | null | undefined,
  isMoving: boolean,
): string | null {
  if (asked !== undefined) return asked;
  return isMoving ? null : locked;
}

/** @throws AppError NOT_FOUND unless it is a locked cycle of the task's project */
export function assertCycle(
  locked: ReadonlyMap<string, string>,
  cycleId: string | null,
  projectId: string | null,
  path = 'cycleId',
): void {
  if (cycleId !== null && locked.get(cycleId) !== (projectId ?? ''))
    throw notFoundAt(path, 'a cycle of this project that isn’t over');
}

/** @throws AppError NOT_FOUND unless it is a picture on this task, which must be locked */
async function assertPicture({ tx }: Command, taskId: string, coverId: string): Promise<void> {
  const found = await findAttachment(tx, taskAttachments, {
    subjectId: taskId,
    attachmentId: coverId,
  });
  if (found === null || found.deletedAt !== null || found.attachment.width === null)
    throw notFoundAt('coverId', 'a picture on this task');
}

/** @throws AppError NOT_FOUND unless it is among the locked types */
export function assertTaskType(locked: ReadonlySet<string>, typeId: string | null, path = 'typeId'): void {
  if (typeId !== null && !locked.has(typeId)) throw notFoundAt(path, 'a type of this team');
}

/** @throws AppError NOT_FOUND unless it is a locked milestone of the task's project */
export function assertMilestone(
  locked: ReadonlyMap<string, string>,
  milestoneId: string | null,
  projectId: string | null,
  path = 'milestoneId',
): void {
  if (milestoneId !== null && locked.get(milestoneId) !== (projectId ?? ''))
    throw notFoundAt(path, 'a milestone of this project');
}

/** @throws AppError NOT_FOUND naming the first of `asked` that is not among the locked `labels` */
function assertLabels(labels: readonly string[], asked: readonly string[]): void {
  const at = asked.findIndex((id) => !labels.includes(id));
  if (at !== -1) throw notFoundAt(`labelIds.${at}`, 'a label of this team');
}

function pathOfValue(fieldId: string): string {
  return `custom.${fieldId}`;
}

export function isNamed(id: string | null | undefined): id is string {
  return typeof id === 'string';
}

/** The ids in `after` that are not in `before`. */
export function listAdded(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((id) => !before.includes(id));
}

/** Sets are stored as sorted lists, so that equal sets are equal lists. */
export function toSet(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}
