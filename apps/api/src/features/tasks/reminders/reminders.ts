import { z } from 'zod';
import { isSame } from '@hearth/contracts/core/same';
import { armReminder, copyReminders, nextInstant } from '@hearth/contracts/reminders/reminder-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { personScope, runCommand, type Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { lockPersonalTasks, writePersonalTasks } from './personal-tasks.queries.ts';
import { bindReminderMail, reminderMail, type MailedReminder } from './reminder-mail.ts';
import {
  findNextReminder,
  lockReminders,
  listRemindersOf,
  writeReminders,
  type RemindedTask,
  type PersonInTeam,
} from './reminders.queries.ts';

/** Batching window in ms: an email also contains the reminders that are due within this time. */
const ONE_MAIL_MS = 5 * 60_000;

/** Fires reminders. The job runs as the reminded user: former members receive none. */
const remind = defineJob({
  kind: 'tasks.remind',
  rule: { kind: 'team', action: 'tasks.list' },
  data: z.strictObject({}),
  limitMs: 60_000,
  attempts: 8,
  retryMs: 5_000,
});

/** Schedules a job at the earliest of these times. The job then schedules the next one. Idempotent. */
export async function remindLater(
  command: Command,
  userId: string,
  instants: readonly (string | null)[],
): Promise<void> {
  const [at] = instants.filter((one) => one !== null).toSorted();
  if (at === undefined) return;
  const name = `${command.teamId}/${userId}/${at}`;
  await command.enqueue(remind, { data: {}, userId, runAt: new Date(at), name });
}

/** Reschedules everyone's reminders that are relative to the dates of these tasks. */
export async function moveReminders(
  command: Command,
  tasks: readonly Pick<Task, 'id' | 'dueDate' | 'startDate'>[],
): Promise<void> {
  const { tx, now } = command;
  const datesOf = new Map(tasks.map((task) => [task.id, task]));
  const locked = await listRemindersOf(tx, [...datesOf.keys()], { isLocked: true });
  const moved = locked.flatMap(({ userId, own }) => {
    const dates = datesOf.get(own.taskId);
    if (dates === undefined) return [];
    const reminders = own.reminders.map((one) => armReminder(one, one, dates, now));
    return isSame(reminders, own.reminders) ? [] : [{ userId, own: { ...own, reminders } }];
  });
  await writeReminders(tx, moved);
  for (const { userId, own } of moved) command.put('ownTask', own.taskId, null, own, personScope(userId));
  for (const [userId, all] of Map.groupBy(moved, (one) => one.userId)) {
    const instants = all.map(({ own }) => nextInstant(own.reminders));
    await remindLater(command, userId, instants);
  }
}

/** A task of a series and its successor, with the number of days between them. */
export interface Succession {
  fromId: string;
  next: Pick<Task, 'id' | 'dueDate' | 'startDate'>;
  days: number;
}

/** Copies everyone's reminders from a task of a series to its successor. */
export async function copyRemindersToSuccessors(
  command: Command,
  successions: readonly Succession[],
): Promise<void> {
  const { tx, now } = command;
  const nextOf = new Map(successions.map((one) => [one.fromId, one]));
  const stored = await listRemindersOf(tx, [...nextOf.keys()], { isLocked: false });
  const carried = stored.flatMap(({ userId, own }) => {
    const after = nextOf.get(own.taskId);
    if (after === undefined) return [];
    const to = { dates: after.next, days: after.days, newId: () => command.newId() };
    const reminders = copyReminders(own.reminders, to, now);
    return [{ userId, own: { taskId: after.next.id, position: null, snoozedUntil: null, reminders } }];
  });
  for (const [userId, all] of Map.groupBy(carried, (one) => one.userId)) {
    const owns = all.map(({ own }) => own);
    await writePersonalTasks(tx, userId, owns, []);
    for (const own of owns) command.put('ownTask', own.taskId, null, own, personScope(userId));
    const instants = owns.map(({ reminders }) => nextInstant(reminders));
    await remindLater(command, userId, instants);
  }
}

export function bindReminders(app: App): JobBinding[] {
  return [
    bindJob(remind, async ({ teamId, userId }) => await ringReminders(app, { teamId, userId })),
    bindReminderMail(app),
  ];
}

/**
 * Fires all due reminders: publishes them to the user's devices and emails them together with reminders that are due soon. Idempotent, even
 * when two nodes run it concurrently. Reminders of tasks that are closed, deleted or no longer visible are marked as fired and seen,
 * without being published or emailed.
 */
async function ringReminders(app: App, person: PersonInTeam): Promise<void> {
  const { teamId, userId } = person;
  await runCommand(app, { teamId, userId, requestKey: null }, async (command) => {
    const { tx, now } = command;
    await lockPersonalTasks(tx, person.userId);
    const soon = new Date(now.getTime() + ONE_MAIL_MS);
    const locked = await lockReminders(tx, person.userId, soon);
    const hasDue = locked.some(({ own }) => own.reminders.some((one) => isDue(one, now)));
    if (hasDue) {
      const fired = locked.map((task) => fireReminders(task, now, soon));
      await writeReminders(
        tx,
        fired.map(({ own, mailed }) => ({ userId, own, mailed })),
      );
      for (const { own, isRinging } of fired)
        if (isRinging) command.put('ownTask', own.taskId, null, own, personScope(userId));
      const reminders = fired.flatMap(({ inMail }) => inMail);
      if (reminders.length > 0) await command.enqueue(reminderMail, { data: { reminders } });
    }
    const next = await findNextReminder(tx, person.userId);
    await remindLater(command, userId, [next?.toISOString() ?? null]);
  });
}

function isDue({ at, firedAt }: { at: string | null; firedAt: string | null }, by: Date): boolean {
  return at !== null && firedAt === null && Date.parse(at) <= by.getTime();
}

/** Returns the new state of the reminders of a task, and the reminders to email. */
function fireReminders({ own, mailed, isOpen, isInSight }: RemindedTask, now: Date, soon: Date) {
  const isActive = isOpen && isInSight;
  const mailedKeys = new Set(mailed);
  const inMail: MailedReminder[] = [];
  for (const reminder of own.reminders) {
    const { id, at } = reminder;
    if (!isActive || at === null || !isDue(reminder, soon) || mailedKeys.has(`${id} ${at}`)) continue;
    inMail.push({ taskId: own.taskId, id, at });
  }
  const reminders = own.reminders.map((reminder) =>
    isDue(reminder, now) ? { ...reminder, firedAt: now.toISOString(), isSeen: !isActive } : reminder,
  );
  const ahead = new Set(reminders.map(({ id, at }) => `${id} ${at}`));
  return {
    own: { ...own, reminders },
    mailed: [...mailed.filter((one) => ahead.has(one)), ...inMail.map(({ id, at }) => `${id} ${at}`)],
    isRinging: isActive && own.reminders.some((reminder) => isDue(reminder, now)),
    inMail,
  };
}
