import { nameValue } from '@hearth/contracts/custom-fields/custom-field-values';
import type { PerTaskFields } from '@hearth/contracts/tasks/bulk-tasks';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { runCommand, type Command, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { visibleTo } from '#features/projects/index.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { assertPosition } from '#platform/order-keys.ts';
import { writeLinks } from '#features/tasks/custom-fields/task-links.queries.ts';
import { writeTasks } from '#features/tasks/model/bulk-tasks.queries.ts';
import { countMoves } from '#features/tasks/model/count-tasks.ts';
import { assertMayPutInto } from '#features/tasks/model/task-rights.ts';
import { readSets, writeCover, writeTask } from '#features/tasks/model/task-writes.queries.ts';
import { findTask } from '#features/tasks/model/tasks.queries.ts';
import { followSeries, planSeries } from '#features/tasks/recurrence/series.ts';
import { moveReminders } from '#features/tasks/reminders/reminders.ts';
import { assertSoundNesting } from '#features/tasks/sub-tasks/bulk-parent-rules.ts';
import type { Draft } from './drafts.ts';
import { lockManyTasks } from './lock-many-tasks.ts';
import { lockOneTask, type LockedRows, type TaskRequest, type TaskTarget } from './lock-task.ts';
import { logChanges, type ChangedTask } from './log-changes.ts';
import { planWrites, STEPS_OF_MANY, STEPS_OF_ONE, type Step } from './plan-changes.ts';

interface ManyChanged extends CommandResult<{ taskIds: string[] }> {
  /** The written tasks in their new state. Empty for a repeated request. */
  tasks: Task[];
}

/** @param descriptionVersions base versions of a new description (If-Match). Undefined to overwrite the current description */
export async function changeTask(
  app: App,
  on: TaskTarget,
  body: BodyOf<'tasks.update'>,
  requestKey: RequestKey,
  descriptionVersions: readonly string[] | undefined,
): Promise<CommandResult<{ task: Task }>> {
  const { teamId, actor } = on;
  if (body.projectId !== undefined && body.projectId !== on.projectId)
    assertMayPutInto(actor, body.projectId);
  assertPosition(body.position);
  const request: TaskRequest = { fields: body, descriptionVersions, pathOf: String, pathOfValue: nameValue };
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const locked = await lockOneTask(command, on, request);
    const [changed] = await applyChanges(command, actor, locked, [request], ONE);
    const [task] = locked.tasks;
    const shown = changed ?? { ...task, ...(await readSets(command.tx, task.id)) };
    return { task: await showTask(command, actor, shown) };
  });
}

/** Removes links to tasks that the caller may not see. */
async function showTask({ tx }: Command, actor: Actor, task: Task): Promise<Task> {
  const named = Object.values(task.custom).flatMap((value) => (Array.isArray(value) ? value : []));
  if (named.length === 0) return task;
  return (await findTask(tx, task.id, visibleTo(actor))) ?? task;
}

/** Changes many tasks, all or nothing, with a single `seq` in the change log. */
export async function changeTasks(
  app: App,
  on: { teamId: string; actor: Actor },
  body: BodyOf<'tasks.updateMany'>,
  requestKey: RequestKey,
): Promise<ManyChanged> {
  const { teamId, actor } = on;
  const requests = readRequests(body);
  for (const { fields } of requests) assertPosition(fields.position);
  let tasks: Task[] = [];
  const result = await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const locked = await lockManyTasks(command, actor, body.taskIds, requests);
    tasks = await applyChanges(command, actor, locked, requests, MANY);
    return { taskIds: tasks.map(({ id }) => id) };
  });
  return { ...result, tasks: result.isRepeated ? [] : tasks };
}

function readRequests({ taskIds, each, ...common }: BodyOf<'tasks.updateMany'>): TaskRequest[] {
  return taskIds.map((_id, at) => {
    const own: PerTaskFields = each?.[at] ?? {};
    const isOwnValue = (fieldId: string) => own.custom !== undefined && fieldId in own.custom;
    return {
      fields: { ...common, ...own, ...joinValues(common, own) },
      pathOf: (field) => (field in own ? `each.${at}.${field}` : field),
      pathOfValue: (id) => (isOwnValue(id) ? `each.${at}.${nameValue(id)}` : nameValue(id)),
    };
  });
}

/** Merges the common custom field values with the task's own because custom fields are patched one by one. */
function joinValues(common: PerTaskFields, own: PerTaskFields): Pick<PerTaskFields, 'custom'> {
  if (common.custom === undefined || own.custom === undefined) return {};
  return { custom: { ...common.custom, ...own.custom } };
}

interface Pipeline {
  steps: readonly Step[];
  write: (command: Command, writes: readonly Draft[]) => Promise<readonly ChangedTask[]>;
}
/** A separate pipeline, because a single task can be checked and written with fewer statements. */
const ONE: Pipeline = { steps: STEPS_OF_ONE, write: writeOne };
const MANY: Pipeline = { steps: STEPS_OF_MANY, write: writeMany };

/** Returns the written tasks in their new state, without unchanged ones. */
async function applyChanges(
  command: Command,
  actor: Actor,
  locked: LockedRows,
  requests: readonly TaskRequest[],
  { steps, write }: Pipeline,
): Promise<Task[]> {
  const moves = locked.tasks.flatMap(({ projectId: from }, at) => {
    const { projectId: to = from } = requests[at]?.fields ?? {};
    return from === to ? [] : [{ from, to }];
  });
  if (moves.length > 0) await countMoves(command, moves);
  const writes = await planWrites({ command, actor, locked }, requests, steps);
  if (writes.length === 0) return [];
  const turns = writes.flatMap(({ before, task, entered }) =>
    entered === null || task.series === null ? [] : [{ task, entered, wasClosed: before.closedAt !== null }],
  );
  const plan = turns.length === 0 ? null : await planSeries(command, turns);
  for (const { task } of writes) task.series = plan?.states.get(task.id) ?? task.series;
  const changed = await write(command, writes);
  await writeLinks(
    command,
    writes.map(({ task, links }) => ({ taskId: task.id, links })),
  );
  logChanges(command, changed, locked.parents);
  const tasks = changed.map(({ task }) => task);
  if (plan !== null) await followSeries(command, plan, tasks);
  const postponed = changed.filter(
    ({ before, task }) => before.dueDate !== task.dueDate || before.startDate !== task.startDate,
  );
  if (postponed.length > 0)
    await moveReminders(
      command,
      postponed.map(({ task }) => task),
    );
  return tasks;
}

async function writeOne(command: Command, writes: readonly Draft[]): Promise<ChangedTask[]> {
  const changed: ChangedTask[] = [];
  for (const write of writes) {
    const { before, task, sets } = write;
    const replaced = await writeTask(command, write, before);
    if (task.coverId !== before.coverId) await writeCover(command.tx, task.id, task.coverId);
    const assigneeIds = sets.assigneeIds ?? replaced.assigneeIds;
    const watcherIds = sets.watcherIds ?? replaced.watcherIds;
    const labelIds = sets.labelIds ?? replaced.labelIds;
    changed.push({
      before: { ...before, ...replaced },
      task: { ...task, assigneeIds, watcherIds, labelIds },
    });
  }
  return changed;
}

async function writeMany(command: Command, writes: readonly Draft[]): Promise<readonly ChangedTask[]> {
  await writeTasks(command, writes);
  const nested = writes.filter(({ nesting }) => typeof nesting?.parentId === 'string');
  await assertSoundNesting(
    command,
    nested.map(({ task, request }) => ({ taskId: task.id, path: request.pathOf('parentId') })),
  );
  return writes;
}
