import { DAY_MS } from '@hearth/contracts/core/days';
import { isSame } from '@hearth/contracts/core/same';
import { canDeleteTime, type Actor } from '@hearth/contracts/permissions/permissions';
import { secondsOf, TIME_LIMITS, type TimeEntry } from '@hearth/contracts/time-tracking/time-values';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { AppError, invalidField, notFound } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { assertTaskNotArchived } from '#features/tasks/model/assert-not-archived.ts';
import { assertStillMay } from '#features/tasks/model/task-rights.ts';
import {
  countTime,
  findRunning,
  lockTimeEntry,
  lockTimedTasks,
  insertTime,
  lockTimer,
  setTimeDeleted,
  sumUpTime,
  writeTime,
  type LockedTimeEntry,
  type TimedTask,
} from './time.queries.ts';
import { oldestRestorable } from '#platform/restorable.ts';

export interface TimedTaskTarget {
  teamId: string;
  actor: Actor;
  taskId: string;
}
interface TimeTarget extends TimedTaskTarget {
  entryId: string;
}
type Reply = { entry: TimeEntry };

/** Adds a time entry manually. */
export async function addTime(
  app: App,
  on: TimedTaskTarget,
  body: BodyOf<'time.create'>,
  requestKey: RequestKey,
): Promise<CommandResult<Reply>> {
  return await change(app, on, requestKey, async (command, task) => {
    await assertRoom(command, on.taskId);
    const entry: TimeEntry = {
      id: body.id ?? command.newId(),
      taskId: on.taskId,
      userId: on.actor.userId,
      day: body.day ?? toIso(body.startedAt).slice(0, 10),
      startedAt: toIso(body.startedAt),
      endedAt: toIso(body.endedAt),
      note: body.note ?? '',
      madeBy: 'hand',
    };
    assertTimes(command, entry);
    assertDay(entry);
    await insertTime(command, entry);
    await logTimeEntry(command, task, null, entry);
    return { entry };
  });
}

/**
 * Changes the caller's own time entry. The start and end of a running timer can't be changed. An `endedAt` of null resumes an ended timer.
 */
export async function changeTime(
  app: App,
  on: TimeTarget,
  body: BodyOf<'time.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<Reply>> {
  const runsOn = body.endedAt === null;
  return await change(
    app,
    on,
    requestKey,
    async (command, task) => {
      const before = findThere(await lockTimeEntry(command.tx, on.entryId), on);
      if (before.userId !== on.actor.userId)
        throw new AppError('FORBIDDEN', 'Only the person who tracked this time can change it.');
      if (before.endedAt === null && (body.startedAt !== undefined || typeof body.endedAt === 'string'))
        throw new AppError('INVALID_STATE', 'This timer is running. Stop it first.');
      if (runsOn && before.endedAt !== null) await assertCanRun(command, before);
      const startedAt = body.startedAt === undefined ? before.startedAt : toIso(body.startedAt);
      const entry: TimeEntry = {
        ...before,
        startedAt,
        endedAt: typeof body.endedAt === 'string' ? toIso(body.endedAt) : runsOn ? null : before.endedAt,
        day: body.day ?? before.day,
        note: body.note ?? before.note,
      };
      if (!runsOn && (body.startedAt !== undefined || body.endedAt !== undefined))
        assertTimes(command, entry);
      if (entry.day !== before.day || startedAt !== before.startedAt) assertDay(entry);
      if (!isSame(entry, before)) {
        await writeTime(command, entry);
        await logTimeEntry(command, task, before, entry);
      }
      return { entry };
    },
    runsOn,
  );
}

/** Deletes a time entry. It can be restored for the same period as tasks in the trash. */
export async function deleteTime(
  app: App,
  on: TimeTarget,
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await change(app, on, requestKey, async (command, task) => {
    const entry = findThere(await lockTimeEntry(command.tx, on.entryId), on);
    if (!canDeleteTime(on.actor, { ...task, createdBy: entry.userId })) {
      throw new AppError(
        'FORBIDDEN',
        'Only the person who tracked this time, or someone who manages the project, can delete it.',
      );
    }
    await setTimeDeleted(command, entry.id, true);
    command.remove('timeEntry', entry.id, workScope(task.projectId));
    await logTimeEntry(command, task, entry, null);
    return null;
  });
}

/** Restores a time entry. A timer that was running when it was deleted ends at its deletion. */
export async function restoreTime(
  app: App,
  on: TimeTarget,
  requestKey: RequestKey,
): Promise<CommandResult<Reply>> {
  return await change(app, on, requestKey, async (command, task) => {
    const locked = await lockTimeEntry(command.tx, on.entryId);
    if (locked === null || locked.entry.taskId !== on.taskId) throw notFound('This entry');
    const { deletedAt, deletedBy } = locked;
    if (deletedAt === null) throw new AppError('INVALID_STATE', 'This entry is not deleted.');
    if (deletedAt < oldestRestorable(command.now)) throw notFound('This entry');
    if (deletedBy !== on.actor.userId && !canDeleteTime(on.actor, { ...task, createdBy: null })) {
      throw new AppError(
        'FORBIDDEN',
        'Only the person who deleted this time, or someone who manages the project, can restore it.',
      );
    }
    await assertRoom(command, on.taskId);
    const entry = endAt(locked.entry, locked.entry.endedAt ?? deletedAt.toISOString());
    if (entry.endedAt !== locked.entry.endedAt) await writeTime(command, entry);
    await setTimeDeleted(command, entry.id, false);
    await logTimeEntry(command, task, null, entry);
    return { entry };
  });
}

/** Ends the entry at the given time, clamped between its start and `TIME_LIMITS.longest` after it. */
export function endAt(entry: TimeEntry, moment: string): TimeEntry {
  const start = Date.parse(entry.startedAt);
  const end = Math.min(Math.max(Date.parse(moment), start), start + TIME_LIMITS.longest * 1000);
  return { ...entry, endedAt: new Date(end).toISOString() };
}

/** Logs a written time entry and the total time of its task. An ended entry is also recorded in the history. */
export async function logTimeEntry(
  command: Command,
  task: TimedTask,
  before: TimeEntry | null,
  after: TimeEntry | null,
): Promise<void> {
  const taskId = (after ?? before)?.taskId ?? '';
  if (after !== null) command.put('timeEntry', after.id, null, after, workScope(task.projectId));
  const [old, now] = [toPast(before), toPast(after)];
  if (old?.seconds === now?.seconds && old?.note === now?.note) return;
  command.remember({ entity: 'task', entityId: taskId, field: 'time', old, new: now });
  if (old?.seconds !== now?.seconds) await sumUpTime(command, [taskId]);
}

type PastTime = Omit<TimeEntry, 'taskId'> & { seconds: number };

/** Returns a historical snapshot that suffices to restore the entry. Returns null for running timers, which are not recorded yet. */
function toPast(entry: TimeEntry | null): PastTime | null {
  if (entry === null || entry.endedAt === null) return null;
  const { taskId: _taskId, ...past } = entry;
  return { ...past, seconds: secondsOf(entry) };
}

async function change<T>(
  app: App,
  { teamId, actor, taskId }: TimedTaskTarget,
  requestKey: RequestKey,
  work: (command: Command, task: TimedTask) => Promise<T>,
  needsTimer = false,
): Promise<CommandResult<T>> {
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    if (needsTimer) await lockTimer(command.tx, command);
    return await work(command, await lockLiveTask(command, actor, taskId));
  });
}

/** Locks a task on which the caller may track time. Locks the other tasks in the same statement, to keep the lock order. */
export async function lockLiveTask(
  command: Command,
  actor: Actor,
  taskId: string,
  otherTaskIds: readonly string[] = [],
): Promise<TimedTask> {
  await assertTaskNotArchived(command, taskId);
  const task = (await lockTimedTasks(command.tx, [taskId, ...otherTaskIds])).get(taskId);
  if (task === undefined || task.isTrashed) throw notFound('This task');
  assertStillMay(actor, 'task.comment', task);
  return task;
}

function findThere(locked: LockedTimeEntry | null, on: TimeTarget): TimeEntry {
  if (locked === null || locked.entry.taskId !== on.taskId || locked.deletedAt !== null)
    throw notFound('This entry');
  return locked.entry;
}

async function assertCanRun(command: Command, entry: TimeEntry): Promise<void> {
  if (entry.madeBy !== 'timer') throw invalidField('endedAt', 'is required: no timer was running');
  if ((await findRunning(command.tx, entry.userId)) !== null)
    throw new AppError('INVALID_STATE', 'You have another timer running. Stop it first.');
  if (command.now.getTime() - Date.parse(entry.startedAt) > DAY_MS)
    throw new AppError(
      'INVALID_STATE',
      'This timer was started more than a day ago, so it can’t be resumed.',
    );
}

export async function assertRoom({ tx }: Command, taskId: string): Promise<void> {
  if ((await countTime(tx, taskId)) < TIME_LIMITS.entriesPerTask) return;
  throw new AppError('INVALID_STATE', `A task can have up to ${TIME_LIMITS.entriesPerTask} time entries.`);
}

function assertTimes({ now }: Command, { startedAt, endedAt }: TimeEntry): void {
  if (Date.parse(startedAt) > now.getTime() + TIME_LIMITS.ahead * 1000)
    throw invalidField('startedAt', 'can’t be in the future');
  const ms = endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt);
  if (ms < TIME_LIMITS.shortest * 1000)
    throw invalidField('endedAt', 'must be at least a minute after the start');
  if (ms > TIME_LIMITS.longest * 1000) throw invalidField('endedAt', 'must be within 24 hours of the start');
}

/** Accepts any day that is the start day in some time zone. */
export function assertDay({ day, startedAt }: Pick<TimeEntry, 'day' | 'startedAt'>): void {
  const noon = Date.parse(`${day}T12:00:00Z`);
  if (Math.abs(noon - Date.parse(startedAt)) > 1.1 * DAY_MS)
    throw invalidField('day', 'must be the day it started');
}

/** Reduces a timestamp to millisecond precision, as stored in the database. */
export function toIso(moment: string): string {
  return new Date(moment).toISOString();
}
