import { DAY_MS } from '@hearth/contracts/core/days';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { TimeEntry } from '@hearth/contracts/time-tracking/time-values';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError, notFoundAt } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import {
  findRunning,
  lockTimeEntry,
  lockTimedTasks,
  insertTime,
  lockTimer,
  writeTime,
} from './time.queries.ts';
import {
  assertDay,
  assertRoom,
  endAt,
  lockLiveTask,
  logTimeEntry,
  toIso,
  type TimedTaskTarget,
} from './time.service.ts';

/**
 * Starts a timer. Each user has at most one running timer, so a running timer on another task ends when the new one starts. A timer that
 * already runs on the same task is returned unchanged. A device that was offline may send a start that precedes the start of the running
 * timer. The new timer then ends at that later start.
 */
export async function startTimer(
  app: App,
  on: TimedTaskTarget,
  body: BodyOf<'time.start'>,
  requestKey: RequestKey,
): Promise<CommandResult<{ entry: TimeEntry; ended: TimeEntry | null }>> {
  const { teamId, actor, taskId } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    await lockTimer(command.tx, command);
    const seen = await findRunning(command.tx, actor.userId);
    const task = await lockLiveTask(command, actor, taskId, seen === null ? [] : [seen.taskId]);
    // The timer may have ended since the lookup because its task was trashed. The timer lock prevents a new timer from starting.
    const running = await findRunning(command.tx, actor.userId);
    if (running?.taskId === taskId) return { entry: running, ended: null };
    await assertRoom(command, taskId);
    const startedAt = chooseStart(command, body.startedAt);
    const entry: TimeEntry = {
      id: body.id ?? command.newId(),
      taskId,
      userId: actor.userId,
      day: body.day ?? startedAt.slice(0, 10),
      startedAt,
      endedAt: null,
      note: body.note ?? '',
      madeBy: 'timer',
    };
    assertDay({ day: entry.day, startedAt: body.startedAt ?? startedAt });
    if (running !== null && running.startedAt > startedAt) {
      const over = endAt(entry, running.startedAt);
      await insertTime(command, over);
      await logTimeEntry(command, task, null, over);
      return { entry: over, ended: null };
    }
    const ended = running === null ? null : await end(command, running, startedAt);
    await insertTime(command, entry);
    await logTimeEntry(command, task, null, entry);
    return { entry, ended };
  });
}

/** Stops the running timer or the given one. A timer that has already ended is left unchanged. */
export async function stopTimer(
  app: App,
  { teamId, actor }: { teamId: string; actor: Actor },
  body: BodyOf<'time.stop'>,
  requestKey: RequestKey,
): Promise<CommandResult<{ entry: TimeEntry }>> {
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    await lockTimer(command.tx, command);
    const seen = await findRunning(command.tx, actor.userId);
    const id = body.entryId ?? seen?.id;
    if (id === undefined) throw new AppError('INVALID_STATE', 'You have no running timer.');
    if (seen !== null) await lockTimedTasks(command.tx, [seen.taskId]);
    const locked = await lockTimeEntry(command.tx, id);
    if (locked === null || locked.deletedAt !== null || locked.entry.userId !== actor.userId)
      throw notFoundAt('entryId', 'one of your timers');
    if (locked.entry.endedAt !== null) return { entry: locked.entry };
    const asksFor = body.endedAt === undefined ? command.now : new Date(body.endedAt);
    const moment = asksFor > command.now ? command.now : asksFor;
    return { entry: await end(command, locked.entry, moment.toISOString()) };
  });
}

/** Ends a timer. Its task must be locked. */
async function end(command: Command, running: TimeEntry, moment: string): Promise<TimeEntry> {
  const task = (await lockTimedTasks(command.tx, [running.taskId])).get(running.taskId);
  if (task === undefined) throw new Error(`Task ${running.taskId} of a timer not found`);
  const over = endAt(running, moment);
  await writeTime(command, over);
  await logTimeEntry(command, task, running, over);
  return over;
}

/** Returns the requested start, clamped to the last 24 hours. */
function chooseStart({ now }: Command, requested: string | undefined): string {
  if (requested === undefined) return now.toISOString();
  const earliest = now.getTime() - DAY_MS;
  return new Date(Math.max(earliest, Math.min(now.getTime(), Date.parse(toIso(requested))))).toISOString();
}
