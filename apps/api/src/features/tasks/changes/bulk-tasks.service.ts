import { sql } from 'kysely';
import type { z } from 'zod';
import { isSame } from '@hearth/contracts/core/same';
import type { bulkTasksRoutes, PerTaskFields } from '@hearth/contracts/tasks/bulk-tasks';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { mergeScalars } from '@hearth/contracts/model/scalar-field-values';
import { isClosed, type StatusCategory } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { listWhoMaySee } from '#features/projects/index.ts';
import { notFoundAt } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import { assertSoundNesting, chooseNestings } from '#features/tasks/sub-tasks/bulk-parent-rules.ts';
import { logParents } from '#features/tasks/sub-tasks/log-parents.ts';
import { assertMayOnEach, assertNoneArchived } from '#features/tasks/model/bulk-rights.ts';
import {
  findTeamKey,
  lockProjects,
  lockStatusCategories,
  lockTasks,
  listLastPositions,
  listProjectsOf,
  writeTasks,
  type TaskWrite,
} from '#features/tasks/model/bulk-tasks.queries.ts';
import { countMoves } from '#features/tasks/model/count-tasks.ts';
import { putAttachmentRows } from '#features/tasks/attachments/task-attachments.queries.ts';
import { putItemRows } from '#features/tasks/checklists/checklist.queries.ts';
import { movedComments } from '#features/comments/index.ts';
import { taskComments } from '#features/tasks/comments/task-comments.ts';
import { lockCycles } from '#features/tasks/cycles/cycles.queries.ts';
import { lockMilestones } from '#features/tasks/milestones/milestones.queries.ts';
import { chooseValues, hasLists } from '#features/tasks/custom-fields/field-values.ts';
import { writeLinks, type Links } from '#features/tasks/custom-fields/task-links.queries.ts';
import { lockFieldsById } from '#features/tasks/custom-fields/fields.queries.ts';
import { lockTaskTypesById } from '#features/tasks/task-types/task-types.queries.ts';
import { lockLabelsById } from '#features/tasks/labels/labels.queries.ts';
import { assertMayPutInto } from '#features/tasks/model/task-rights.ts';
import { chooseRepeat, followSeries, planSeries } from '#features/tasks/recurrence/series.ts';
import { putMovedRelationRows } from '#features/tasks/relations/relations.queries.ts';
import { referencingTasks, putRows } from '#features/tasks/model/task-log.queries.ts';
import {
  assertCycle,
  assertMilestone,
  assertTaskType,
  chooseOwn,
  isNamed,
  listAdded,
  toSet,
  type Chosen,
} from './tasks.service.ts';
import { moveReminders } from '#features/tasks/reminders/reminders.ts';
import { chooseTriage } from '#features/tasks/triage/triage.ts';
import { lockTree } from '#features/tasks/sub-tasks/sub-tree.queries.ts';
import { putTimeRows } from '#features/tasks/time-tracking/time.queries.ts';
import { chooseWatchers } from '#features/tasks/watchers/watchers.service.ts';

type Body = z.output<Extract<(typeof bulkTasksRoutes)[number], { id: 'tasks.updateMany' }>['body']>;

/** The requested changes of one task, with the path of each field in the body. */
interface Wish {
  fields: PerTaskFields;
  pathOf: (field: keyof PerTaskFields) => string;
  pathOfValue: (fieldId: string) => string;
}

/** The tasks and everything their source and target positions refer to; row-locked. */
interface LockedRows {
  tasks: Task[];
  /** Task key prefixes by project id; that of the team under ''. */
  keys: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, StatusCategory>;
  labels: ReadonlySet<string>;
  types: ReadonlySet<string>;
  /** Project ids by milestone id. */
  milestones: ReadonlyMap<string, string>;
  customFields: ReadonlyMap<string, CustomField>;
  cycles: ReadonlyMap<string, string>;
  /** The projects with triage. */
  withTriage: ReadonlySet<string>;
}

interface ManyChanged extends CommandResult<{ taskIds: string[] }> {
  /** The written tasks in their new state; empty for a repeated request. */
  tasks: Task[];
}

/**
 * Bulk edit: all or nothing, with one `seq` of the log. The rules for a single task (its position in another
 * column, its key and its people in another project) apply to each.
 */
export async function changeTasks(
  app: App,
  on: { teamId: string; actor: Actor },
  body: Body,
  asked: RequestKey,
): Promise<ManyChanged> {
  const { teamId, actor } = on;
  const wishes = readWishes(body);
  for (const { fields } of wishes) assertPosition(fields.position);
  let tasks: Task[] = [];
  const result = await runCommand(app, { teamId, userId: actor.userId, asked }, async (command) => {
    if (wishes.some(({ fields }) => isNamed(fields.parentId))) await lockTree(command.tx);
    const locked = await lockAll(command, actor, body.taskIds, wishes);
    const before = new Map(locked.tasks.map((task) => [task.id, task]));
    const wished = await planWrites(command, actor, locked, wishes);
    await countMoves(
      command,
      wished.map(({ task }) => ({ from: before.get(task.id)?.projectId ?? null, to: task.projectId })),
    );
    const plan = await planSeries(
      command,
      wished.flatMap(({ task, entered }) =>
        entered === null ? [] : [{ task, entered, wasClosed: before.get(task.id)?.closedAt !== null }],
      ),
    );
    const writes = wished.map((write) => {
      const series = plan.states.get(write.task.id) ?? write.task.series;
      return { ...write, task: { ...write.task, series } };
    });
    if (writes.length > 0) await writeTasks(command, writes);
    await assertSoundNesting(
      command,
      writes.flatMap(({ task: { id: taskId }, nesting }) => {
        const path = wishes[body.taskIds.indexOf(taskId)]?.pathOf('parentId') ?? 'parentId';
        return !isNamed(nesting?.parentId) ? [] : [{ taskId, path }];
      }),
    );
    await writeLinks(
      command,
      writes.map(({ task, links }) => ({ taskId: task.id, links })),
    );
    logWrites(command, writes, before);
    tasks = writes.map(({ task }) => task);
    await followSeries(command, plan, tasks);
    await moveReminders(
      command,
      tasks.filter(({ id, dueDate, startDate }) => {
        const old = before.get(id);
        return old?.dueDate !== dueDate || old.startDate !== startDate;
      }),
    );
    return { taskIds: tasks.map(({ id }) => id) };
  });
  return { ...result, tasks: result.isRepeated ? [] : tasks };
}

/** Logs each write. Sub-tasks and tasks with links are logged per reader, as not everyone may see the tasks they refer to. */
function logWrites(
  command: Command,
  writes: readonly PlannedWrite[],
  before: ReadonlyMap<string, Task>,
): void {
  const { teamId } = command;
  const pairs = writes.flatMap(({ task }) => {
    const old = before.get(task.id);
    return old === undefined ? [] : [{ task, old }];
  });
  // Sub-tasks and tasks with links look different to different readers.
  const isApart = ({ task, old }: (typeof pairs)[number]): boolean =>
    old.parentId !== null || task.parentId !== null || hasLists(old.custom) || hasLists(task.custom);
  for (const { task, old } of pairs.filter((pair) => !isApart(pair))) {
    command.put('task', task.id, old, task, workScope(task.projectId), workScope(old.projectId));
  }
  const nested = Map.groupBy(pairs.filter(isApart), ({ old }) => workScope(old.projectId));
  for (const [prevScope, group] of nested) {
    const ids = group.map(({ task }) => task.id);
    for (const [at, { task, old }] of group.entries()) {
      const rows = at === 0 ? putRows(teamId, sql`t.id = any (${ids}::uuid[])`, prevScope) : null;
      command.putAs('task', task.id, old, task, rows);
    }
  }
  for (const { task, old } of pairs)
    logParents(command, task.id, { before: old.parentId, after: task.parentId });
  const moved = pairs.filter(({ task, old }) => task.projectId !== old.projectId);
  if (moved.length === 0) return;
  // The move changes who may see their parents, and the links to them from other tasks.
  const movedIds = moved.map(({ task }) => task.id);
  command.logMany(putRows(teamId, referencingTasks(teamId, sql`select unnest(${movedIds}::uuid[])`)));
  command.logMany(putMovedRelationRows(teamId, movedIds));
  const ways = Map.groupBy(moved, ({ task, old }) => `${old.projectId} ${task.projectId}`);
  for (const group of ways.values()) {
    const ids = group.map(({ task }) => task.id);
    const [one] = group;
    if (one === undefined) continue;
    const [to, from] = [workScope(one.task.projectId), workScope(one.old.projectId)];
    command.logMany(movedComments(taskComments, teamId, ids, to, from));
    command.logMany(putTimeRows(teamId, sql`t.id = any (${ids}::uuid[])`, from));
    command.logMany(putItemRows(teamId, sql`t.id = any (${ids}::uuid[])`, from));
    command.logMany(putAttachmentRows(teamId, sql`t.id = any (${ids}::uuid[])`, from));
  }
}

function readWishes({ taskIds, each, ...common }: Body): Wish[] {
  return taskIds.map((_id, at) => {
    const own = each?.[at] ?? {};
    return {
      fields: { ...common, ...own, ...joinValues(common, own) },
      pathOf: (field) => (field in own ? `each.${at}.${field}` : field),
      pathOfValue: (fieldId) =>
        own.custom !== undefined && fieldId in own.custom
          ? `each.${at}.custom.${fieldId}`
          : `custom.${fieldId}`,
    };
  });
}

/** Custom field values are patched one by one: merges the common values with the task's own. */
function joinValues(common: PerTaskFields, own: PerTaskFields): Pick<PerTaskFields, 'custom'> {
  if (common.custom === undefined || own.custom === undefined) return {};
  return { custom: { ...common.custom, ...own.custom } };
}

/**
 * Locks labels, fields, projects, statuses and tasks, in this order, and checks the permissions on each task
 * and place.
 */
async function lockAll(
  command: Command,
  actor: Actor,
  taskIds: readonly string[],
  wishes: readonly Wish[],
): Promise<LockedRows> {
  const { tx } = command;
  const labelIds = toSet(wishes.flatMap(({ fields }) => fields.labelIds ?? []));
  const labels = new Set(await lockLabelsById(tx, labelIds));
  const typeIds = toSet(wishes.flatMap(({ fields }) => fields.typeId ?? []));
  const types = await lockTaskTypesById(tx, typeIds);
  const milestoneIds = toSet(wishes.flatMap(({ fields }) => fields.milestoneId ?? []));
  const milestones = await lockMilestones(tx, milestoneIds);
  const fieldIds = toSet(wishes.flatMap(({ fields }) => Object.keys(fields.custom ?? {})));
  const customFields = await lockFieldsById(tx, fieldIds);
  const cycleIds = toSet(wishes.flatMap(({ fields }) => fields.cycleId ?? []));
  const cycles = await lockCycles(tx, cycleIds);
  const named = wishes.flatMap(({ fields }) => fields.projectId ?? []);
  const projects = await lockProjects(tx, toSet([...named, ...(await listProjectsOf(tx, taskIds))]));
  const statusIds = toSet(wishes.flatMap(({ fields }) => fields.statusId ?? []));
  const categories = await lockStatusCategories(tx, statusIds);
  const locked = await lockTasks(tx, taskIds);
  const tasks = assertMayOnEach(actor, 'task.update', 'taskIds', taskIds, locked);
  // A task may have been moved since its project was looked up; from here on it is locked.
  const late = toSet(tasks.flatMap(({ projectId }) => projectId ?? [])).filter((id) => !projects.has(id));
  for (const [id, project] of await lockProjects(tx, late)) projects.set(id, project);
  assertNoneArchived(tasks, projects);
  const keys = new Map([...projects].map(([id, { key }]) => [id, key]));
  keys.set('', await findTeamKey(tx));
  for (const [at, { fields, pathOf }] of wishes.entries()) {
    const { projectId, statusId } = fields;
    if (projectId !== undefined && projectId !== tasks[at]?.projectId) {
      assertMayPutInto(actor, projectId, pathOf('projectId'));
      if (!keys.has(projectId ?? '')) throw notFoundAt(pathOf('projectId'), 'a project you have access to');
      assertNoneArchived([{ projectId }], projects);
    }
    if (statusId !== undefined && !categories.has(statusId))
      throw notFoundAt(pathOf('statusId'), 'a status of this team');
    const missing = fields.labelIds?.findIndex((id) => !labels.has(id)) ?? -1;
    if (missing !== -1) throw notFoundAt(`${pathOf('labelIds')}.${missing}`, 'a label of this team');
  }
  const withTriage = new Set([...projects].flatMap(([id, { hasTriage }]) => (hasTriage ? [id] : [])));
  return { tasks, keys, categories, labels, types, milestones, cycles, customFields, withTriage };
}

/** A write, and the new links of the task in the requested fields. */
type PlannedWrite = TaskWrite & { links: Links };

/** Plans the writes; unchanged tasks are left out. */
async function planWrites(
  command: Command,
  actor: Actor,
  { tasks, keys, categories, types, milestones, cycles, customFields, withTriage }: LockedRows,
  wishes: readonly Wish[],
): Promise<PlannedWrite[]> {
  const now = command.now.toISOString();
  const people = await choosePeople(command, tasks, wishes);
  const watchers = await chooseWatchers(
    command,
    tasks.map((task, at) => {
      const { fields, pathOf } = wishes[at] ?? {};
      const { projectId = task.projectId, watcherIds } = fields ?? {};
      return {
        taskId: task.id,
        projectId,
        isMoving: projectId !== task.projectId,
        before: task.watcherIds,
        asked: watcherIds,
        joining: listAdded(task.assigneeIds, people[at] ?? task.assigneeIds),
        path: pathOf?.('watcherIds'),
      };
    }),
  );
  await assertReporters(command, tasks, wishes);
  const values = await chooseValues(
    command,
    actor,
    customFields,
    tasks.map((task, at) => {
      const { fields, pathOfValue } = wishes[at] ?? {};
      const { projectId = task.projectId, custom } = fields ?? {};
      return {
        taskId: task.id,
        projectId,
        held: task.custom,
        asked: custom,
        pathOf: pathOfValue ?? String,
      };
    }),
  );
  const nestings = await chooseNestings(
    command,
    actor,
    tasks.map((task, at) => ({
      locked: task,
      asked: wishes[at]?.fields ?? {},
      path: wishes[at]?.pathOf('parentId') ?? 'parentId',
    })),
  );
  const ends = await findEnds(command, tasks, wishes);
  return tasks.flatMap((task, at): PlannedWrite[] => {
    const { fields: { labelIds, ...fields } = {}, pathOf } = wishes[at] ?? {};
    const projectId = fields.projectId === undefined ? task.projectId : fields.projectId;
    const statusId = fields.statusId ?? task.statusId;
    const entered = statusId === task.statusId ? null : (categories.get(statusId) ?? null);
    const end = ends.get(placeName(projectId, statusId));
    const isElsewhere = entered !== null || projectId !== task.projectId;
    let { position } = task;
    if (fields.position !== undefined) position = fields.position;
    else if (isElsewhere) position = makeKeyAfter(end?.last ?? null);
    // The next task without an explicit position comes after it.
    if (fields.position === undefined && isElsewhere && end !== undefined) end.last = position;
    const sets = {
      assigneeIds: people[at] ?? null,
      watcherIds: watchers[at] ?? null,
      labelIds: labelIds === undefined ? null : toSet(labelIds),
    };
    const dates = {
      startDate: fields.startDate === undefined ? task.startDate : fields.startDate,
      dueDate: fields.dueDate === undefined ? task.dueDate : fields.dueDate,
    };
    const isMoving = projectId !== task.projectId;
    const cycleId = chooseOwn(task.cycleId, fields.cycleId, isMoving);
    if (cycleId !== task.cycleId || isMoving) assertCycle(cycles, cycleId, projectId, pathOf?.('cycleId'));
    const typeId = fields.typeId === undefined ? task.typeId : fields.typeId;
    if (typeId !== task.typeId) assertTaskType(types, typeId, pathOf?.('typeId'));
    const milestoneId = chooseOwn(task.milestoneId, fields.milestoneId, isMoving);
    if (milestoneId !== task.milestoneId || isMoving)
      assertMilestone(milestones, milestoneId, projectId, pathOf?.('milestoneId'));
    const closedAt = entered === null ? task.closedAt : isClosed(entered) ? now : null;
    const chosen = {
      projectId,
      statusId,
      ...mergeScalars(task, fields),
      assigneeIds: sets.assigneeIds ?? task.assigneeIds,
      watcherIds: sets.watcherIds ?? task.watcherIds,
      labelIds: sets.labelIds ?? task.labelIds,
      ...dates,
      ...chooseRepeat(command, task, fields.repeat, dates),
      reporterId: fields.reporterId === undefined ? task.reporterId : fields.reporterId,
      typeId,
      milestoneId,
      custom: values[at]?.custom ?? task.custom,
      cycleId,
      triage: chooseTriage(command, task, fields.triage, {
        hasTriage: withTriage.has(projectId ?? ''),
        isComing: isMoving,
        isElsewhere,
        isByGuest: actor.role === 'guest',
        isClosed: closedAt !== null,
        path: pathOf?.('triage'),
      }),
      position,
    } satisfies Chosen<PerTaskFields>;
    const key = `${keys.get(projectId ?? '') ?? ''}-${task.number}`;
    const changed: Task = { ...task, key, ...chosen, ...nestings[at], closedAt };
    if (isSame(changed, task)) return [];
    const nesting = nestings[at] ?? null;
    return [{ task: { ...changed, updatedAt: now }, entered, nesting, sets, links: values[at]?.links ?? {} }];
  });
}

/** @throws AppError NOT_FOUND naming the first reporter who can't see their task */
async function assertReporters(
  command: Command,
  tasks: readonly Task[],
  wishes: readonly Wish[],
): Promise<void> {
  const seeing = new Map<string, boolean>();
  for (const [at, task] of tasks.entries()) {
    const { fields, pathOf } = wishes[at] ?? {};
    const { projectId = task.projectId, reporterId } = fields ?? {};
    if (reporterId === undefined || reporterId === null || reporterId === task.reporterId) continue;
    const name = placeName(projectId, reporterId);
    const sees = seeing.get(name) ?? (await listWhoMaySee(command.tx, projectId, [reporterId])).length > 0;
    seeing.set(name, sees);
    if (!sees) throw notFoundAt(pathOf?.('reporterId') ?? 'reporterId', 'a member who can see this task');
  }
}

function placeName(projectId: string | null, statusId: string): string {
  return `${projectId ?? ''}/${statusId}`;
}

/** The ends of the columns that tasks without an explicit position move to. */
async function findEnds(
  command: Command,
  tasks: readonly Task[],
  wishes: readonly Wish[],
): Promise<Map<string, { last: string | null }>> {
  const places = new Map<string, { projectId: string | null; statusId: string }>();
  for (const [at, task] of tasks.entries()) {
    const { projectId = task.projectId, statusId = task.statusId, position } = wishes[at]?.fields ?? {};
    const isElsewhere = projectId !== task.projectId || statusId !== task.statusId;
    if (isElsewhere && position === undefined)
      places.set(placeName(projectId, statusId), { projectId, statusId });
  }
  const lasts = await listLastPositions(command.tx, [...places.values()]);
  return new Map([...places.keys()].map((name, at) => [name, { last: lasts[at] ?? null }]));
}

/**
 * The assignees of each task after the change, as sorted sets; null = unchanged. A move to another project unassigns
 * people without access to it.
 * @throws AppError NOT_FOUND naming the first person who may not be assigned there
 */
async function choosePeople(
  command: Command,
  tasks: readonly Task[],
  wishes: readonly Wish[],
): Promise<(string[] | null)[]> {
  const plans = tasks.map((task, at) => {
    const { projectId = task.projectId, assigneeIds } = wishes[at]?.fields ?? {};
    const isMoving = projectId !== task.projectId;
    if (assigneeIds === undefined && !isMoving) return null;
    const wanted = assigneeIds === undefined ? task.assigneeIds : toSet(assigneeIds);
    return {
      projectId,
      isMoving,
      asked: assigneeIds ?? [],
      wanted,
      added: wanted.filter((id) => !task.assigneeIds.includes(id)),
    };
  });
  const byProject = new Map<string | null, string[]>();
  for (const plan of plans) {
    if (plan === null) continue;
    const people = byProject.get(plan.projectId) ?? [];
    byProject.set(plan.projectId, [...people, ...(plan.isMoving ? plan.wanted : plan.added)]);
  }
  const seeing = new Map<string | null, ReadonlySet<string>>();
  for (const [projectId, people] of byProject) {
    const those = await listWhoMaySee(command.tx, projectId, toSet(people));
    seeing.set(projectId, new Set(those));
  }
  return plans.map((plan, at) => {
    if (plan === null) return null;
    const sees = (id: string) => seeing.get(plan.projectId)?.has(id) === true;
    const missing = plan.asked.findIndex((id) => plan.added.includes(id) && !sees(id));
    if (missing !== -1) {
      const path = wishes[at]?.pathOf('assigneeIds') ?? 'assigneeIds';
      throw notFoundAt(`${path}.${missing}`, 'a member who can see this task');
    }
    return plan.isMoving ? plan.wanted.filter(sees) : plan.wanted;
  });
}
