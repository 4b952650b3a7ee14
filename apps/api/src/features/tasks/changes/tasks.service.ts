import { toSet } from '@hearth/contracts/core/same';
import { nameValue } from '@hearth/contracts/custom-fields/custom-field-values';
import { sql } from 'kysely';
import { listMentions } from '@hearth/contracts/rich-text/comment-values';
import { EMPTY_SCALARS, mergeScalars } from '@hearth/contracts/model/scalar-field-values';
import { isClosed } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { adoptSamples } from '#features/projects/index.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import { chooseValues, hasLists } from '#features/tasks/custom-fields/field-values.ts';
import { makeDescription } from '#features/tasks/description/task-description.ts';
import { countTasks } from '#features/tasks/model/count-tasks.ts';
import { describeForAudit } from '#features/tasks/model/task-audit.ts';
import { deleteRows, referencingTasks, putRows } from '#features/tasks/model/task-log.queries.ts';
import { assertMayPutInto, assertStillMay } from '#features/tasks/model/task-rights.ts';
import { findFirstStatus, insertTask, lockNewSlot } from '#features/tasks/model/task-writes.queries.ts';
import { chooseRepeat } from '#features/tasks/recurrence/series.ts';
import { deleteRelationRows, touches } from '#features/tasks/relations/relations.queries.ts';
import { logParents, logParentsOfTrashed } from '#features/tasks/sub-tasks/log-parents.ts';
import { chooseGoing, chooseNesting } from '#features/tasks/sub-tasks/parent-rules.ts';
import {
  lockSubTree,
  listProjectsOfTree,
  lockTree,
  type TreeTask,
} from '#features/tasks/sub-tasks/sub-tree.queries.ts';
import { endTimers } from '#features/tasks/time-tracking/time.queries.ts';
import { trashTasks } from '#features/tasks/trash/task-trash.queries.ts';
import { chooseTriage } from '#features/tasks/triage/triage.ts';
import { chooseWatchers } from '#features/tasks/watchers/watchers.service.ts';
import { assertMaySee } from './choose-people.ts';
import {
  assertLabels,
  assertProject,
  assertReference,
  assertStatus,
  lockReferences,
  lockWithSlot,
  type TaskTarget,
} from './lock-task.ts';

type TaskReply = { task: Task };

/** Creates a task at the end of its column unless the request gives a position. */
export async function createTask(
  app: App,
  on: Pick<TaskTarget, 'teamId' | 'actor'>,
  body: BodyOf<'tasks.create'>,
  requestKey: RequestKey,
): Promise<CommandResult<TaskReply>> {
  const { teamId, actor } = on;
  const projectId = body.projectId ?? null;
  assertMayPutInto(actor, projectId);
  assertPosition(body.position);
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    if (typeof body.parentId === 'string') await lockTree(tx);
    const references = await lockReferences(tx, [body]);
    const statusId = body.statusId ?? (await findFirstStatus(tx)) ?? '';
    const lockedSlot = await lockNewSlot(tx, { projectId, statusId });
    const key = assertProject(lockedSlot);
    const category = assertStatus(lockedSlot);
    if (lockedSlot.isSample) await adoptSamples(command, [projectId]);
    assertLabels(references, body.labelIds);
    const labelIds = toSet(body.labelIds ?? []);
    const assigneeIds = toSet(body.assigneeIds ?? []);
    await assertMaySee(command, projectId, body.assigneeIds ?? [], (at) => `assigneeIds.${at}`);
    const reporterId = body.reporterId === undefined ? actor.userId : body.reporterId;
    // The creator needs no check here: their permissions are checked again at commit.
    if (reporterId !== null && reporterId !== actor.userId)
      await assertMaySee(command, projectId, [reporterId], () => 'reporterId');
    const id = body.id ?? command.newId();
    const description = makeDescription(body);
    const joining = [actor.userId, ...assigneeIds, ...listMentions(description.description)];
    const watching = {
      taskId: id,
      projectId,
      isMoving: false,
      before: [],
      requested: body.watcherIds,
      joining,
    };
    const isOwn = body.watcherIds === undefined && joining.every((userId) => userId === actor.userId);
    const [watcherIds] = isOwn ? [[actor.userId]] : await chooseWatchers(command, [watching]);
    const typeId = body.typeId ?? null;
    assertReference(references, 'typeId', { id: typeId, projectId });
    const milestoneId = body.milestoneId ?? null;
    assertReference(references, 'milestoneId', { id: milestoneId, projectId });
    const [{ custom } = { custom: {} }] = await chooseValues(command, actor, references.customFields, [
      { taskId: id, projectId, current: {}, requested: body.custom, pathOf: nameValue },
    ]);
    const cycleId = body.cycleId ?? null;
    assertReference(references, 'cycleId', { id: cycleId, projectId });
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
      position: body.position ?? makeKeyAfter(lockedSlot.last),
      reporterId,
      typeId,
      milestoneId,
      custom,
      cycleId,
      coverId: null,
      triage: chooseTriage(command, null, body.triage, {
        hasTriage: lockedSlot.hasTriage,
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
    if (lockedSlot.isSample) await command.reserve();
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

/** Moves a task to the trash for 30 days, together with the descendants that the caller may delete. */
export async function deleteTask(
  app: App,
  on: TaskTarget,
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  const { teamId, actor } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    await lockTree(tx);
    const tree = await lockWholeTree(command, on);
    const { locked, lockedSlot } = await lockWithSlot(command, on, {});
    assertStillMay(actor, 'task.delete', locked);
    assertProject(lockedSlot);
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

/** Locks a task, all its descendants and their projects. */
async function lockWholeTree({ tx }: Command, { taskId }: TaskTarget): Promise<TreeTask[]> {
  const projectIds = new Set(await listProjectsOfTree(tx, taskId));
  for (;;) {
    const tree = await lockSubTree(tx, taskId, [...projectIds]);
    const missing = tree.filter(({ projectId }) => projectId !== null && !projectIds.has(projectId));
    if (missing.length === 0) return tree;
    // Some tasks were moved after the lookup, so lock their new projects too.
    for (const { projectId } of missing) projectIds.add(projectId ?? '');
  }
}
