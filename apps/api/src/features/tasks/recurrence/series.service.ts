import { sql } from 'kysely';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { isMoment } from '@hearth/contracts/core/moment-values';
import { findNext, moveTo, ownDay, planIn } from '@hearth/contracts/recurrence/repeat-values';
import type { Run, SeriesSummary, Skip } from '@hearth/contracts/recurrence/repeats';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { visibleTo } from '#features/projects/index.ts';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { dayAt } from '#platform/day-in-zone.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { lockTasks } from '#features/tasks/model/bulk-tasks.queries.ts';
import { assertTaskNotArchived } from '#features/tasks/model/assert-not-archived.ts';
import { followSeries, planSeries } from './series.ts';
import {
  countSkips,
  deleteSkip,
  findSkip,
  insertSkip,
  writeDates,
  writeState,
  type StoredSkip,
  type RunRow,
} from './series.queries.ts';
import { assertStillMay } from '#features/tasks/model/task-rights.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';
import { findTask } from '#features/tasks/model/tasks.queries.ts';

interface TaskTarget {
  teamId: string;
  actor: Actor;
  taskId: string;
}

/** Resumes a series that has stopped, by creating the successor of its latest task, which must be closed. */
export async function resumeSeries(
  app: App,
  on: TaskTarget,
  requestKey: RequestKey,
): Promise<CommandResult<{ task: Task }>> {
  return await change(app, on, requestKey, async (command, task) => {
    const { repeat, series } = task;
    if (task.closedAt === null || repeat === null || series === null || series.state === 'going') {
      throw new AppError(
        'INVALID_STATE',
        'The next task can only be made from a closed task whose series has stopped.',
      );
    }
    const day = dayAt(command.now, repeat.timeZone);
    if (findNext(repeat, task, day, series.planned) === null) {
      throw new AppError('INVALID_STATE', 'This series has no later dates.');
    }
    const plan = await planSeries(command, [{ task, entered: 'completed', wasClosed: true }]);
    // If the team has reached the task limit of its billing plan, fail as for any other new task.
    if (plan.making.length === 0) command.count('tasks', 1);
    await command.reserve();
    await writeState(command.tx, task.id, 'going');
    command.logMany(putRows(on.teamId, sql`t.id = ${task.id}`));
    await followSeries(command, plan, [task]);
    return await readTask(command, on);
  });
}

/** Skips the current occurrence of a series. */
export async function skipDay(
  app: App,
  on: TaskTarget,
  body: { id?: string | undefined; reason: string },
  requestKey: RequestKey,
): Promise<CommandResult<{ task: Task; skip: Skip }>> {
  return await change(app, on, requestKey, async (command, task) => {
    const { repeat, series } = task;
    const day = repeat === null ? null : ownDay(task, repeat.timeZone);
    if (repeat === null || task.closedAt !== null || day === null) {
      throw new AppError('INVALID_STATE', 'Only an open, repeating task with a date can be skipped.');
    }
    if ((await countSkips(command.tx, task.id)) >= LIMITS.skips) {
      throw new AppError('INVALID_STATE', `A task can be skipped up to ${LIMITS.skips} times.`);
    }
    const next = findNext(repeat, task, dayAt(command.now, repeat.timeZone), series?.planned);
    const toDay = next === null ? null : ownDay(next, repeat.timeZone);
    if (next === null || toDay === null) {
      throw new AppError('INVALID_STATE', 'This series has no later dates.');
    }
    const { rule: toRule, planned, ...dates } = next;
    const stored: StoredSkip = {
      id: body.id ?? command.newId(),
      day,
      toDay,
      reason: body.reason,
      skippedBy: on.actor.userId,
      skippedAt: command.now.toISOString(),
      rule: repeat.rule,
      toRule,
      planned: series?.planned ?? null,
    };
    await insertSkip(command.tx, task.id, stored);
    await moveOn(command, {
      ...task,
      ...dates,
      repeat: { ...repeat, rule: toRule },
      series: planIn(series, planned),
    });
    const { rule: _rule, toRule: _toRule, planned: _planned, ...skip } = stored;
    rememberSkip(command, task.id, null, skip);
    return { ...(await readTask(command, on)), skip };
  });
}

/** Undoes a skip. Changes made after the skip are kept. */
export async function undoSkip(
  app: App,
  on: TaskTarget & { skipId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await change(app, on, requestKey, async (command, task) => {
    const skip = await findSkip(command.tx, on.taskId, on.skipId);
    if (skip === null) throw notFound('This skip');
    await deleteSkip(command.tx, skip.id);
    const { repeat, series } = task;
    const rule = repeat?.rule === skip.toRule ? skip.rule : repeat?.rule;
    const timeZone = repeat?.timeZone ?? 'UTC';
    const isOnTarget = ownDay(task, timeZone) === skip.toDay;
    const back = isOnTarget ? moveTo(task, skip.day, timeZone, series?.planned) : null;
    await moveOn(command, {
      ...task,
      ...back,
      series: back === null ? series : planIn(series, skip.planned ?? undefined),
      repeat: repeat === null || rule === undefined ? repeat : { ...repeat, rule },
    });
    const { rule: _rule, toRule: _toRule, planned: _planned, ...values } = skip;
    rememberSkip(command, task.id, values, null);
    return null;
  });
}

async function moveOn(command: Command, task: Task): Promise<void> {
  await writeDates(command.tx, { ...task, updatedAt: command.now.toISOString() });
  command.logMany(putRows(command.teamId, sql`t.id = ${task.id}`));
}

/** Records a skip, or its undo, in the history. The entry also covers the change to the dates. */
function rememberSkip(command: Command, entityId: string, before: Skip | null, after: Skip | null): void {
  const toPast = (skip: Skip | null) =>
    skip === null ? null : { id: skip.id, day: skip.day, toDay: skip.toDay, reason: skip.reason };
  command.remember({ entity: 'task', entityId, field: 'skip', old: toPast(before), new: toPast(after) });
}

async function readTask(command: Command, on: TaskTarget): Promise<{ task: Task }> {
  const task = await findTask(command.tx, on.taskId, visibleTo(on.actor));
  if (task === null) throw notFound('This task');
  return { task };
}

async function change<T>(
  app: App,
  { teamId, actor, taskId }: TaskTarget,
  requestKey: RequestKey,
  work: (command: Command, task: Task) => Promise<T>,
): Promise<CommandResult<T>> {
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    await assertTaskNotArchived(command, taskId);
    const task = (await lockTasks(command.tx, [taskId])).get(taskId);
    if (task === undefined) throw notFound('This task');
    assertStillMay(actor, 'task.update', task);
    return await work(command, task);
  });
}

/** Whether a task was closed by its due timestamp, or by the end of its due day. */
function isInTime(closedAt: string, dueDate: string, zone: string): boolean {
  return isMoment(dueDate) ? closedAt <= dueDate : dayAt(new Date(closedAt), zone) <= dueDate;
}

/** Summarizes the tasks of a series. `isOnTime` is null for tasks that are not completed or have no due date. */
export function summarizeRuns(rows: readonly RunRow[]): { summary: SeriesSummary; runs: Run[] } {
  const zone = rows.find(({ timeZone }) => timeZone !== null)?.timeZone ?? 'UTC';
  const runs = rows.map(({ timeZone: _timeZone, ...row }): Run => {
    const { isDone, closedAt, dueDate } = row;
    const isJudged = isDone && closedAt !== null && dueDate !== null;
    return { ...row, isOnTime: isJudged ? isInTime(closedAt, dueDate, zone) : null };
  });
  const done = runs.filter(({ isDone }) => isDone);
  const firstLate = done.findIndex(({ isOnTime }) => isOnTime === false);
  const summary = {
    done: done.length,
    onTime: done.filter(({ isOnTime }) => isOnTime !== false).length,
    skipped: runs.reduce((sum, { skips }) => sum + skips.length, 0),
    streak: firstLate === -1 ? done.length : firstLate,
  };
  return { summary, runs };
}
