import {
  reminderInstant,
  type Reminder,
  type ReminderWish,
} from '@hearth/contracts/reminders/reminder-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { Command, TeamStore } from '#platform/sync/index.ts';
import { wallTimeInZone } from '#ui/format/formats.ts';
import type { When } from '@hearth/contracts/quick-parser/quick-types';
import {
  changePersonal,
  createReminderInput,
  personalOf,
  ownZone,
  toReminderInput,
} from './personal-task.data.ts';

type Task = SyncRows['task'];

/** The server's maximum number of reminders per user and task. */
export const MAX_REMINDERS = 5;
/** Maximum number of tasks per request. */
const MAX_TASKS = 200;
const HOUR_MS = 3_600_000;

/** Returns the reminders to keep. Drops only one-time reminders that were seen. */
export function withoutSeen(reminders: readonly Reminder[]): Reminder[] {
  return reminders.filter(({ on, isSeen }) => on !== 'day' || !isSeen);
}

export function isSameWhen(one: When, other: When): boolean {
  const { on, day, days, time, minutes } = one;
  if (minutes !== undefined || other.minutes !== undefined)
    return on === other.on && minutes === other.minutes;
  return on === other.on && time === other.time && (on === 'day' ? day === other.day : days === other.days);
}

/** Adds the same reminder to tasks. Skips tasks that already have it or have reached the limit. */
export function addReminders(store: TeamStore, tasks: readonly Task[], when: When): Command[] {
  return changeEach(store, tasks, (own) => {
    const unseen = withoutSeen(own);
    if (unseen.length >= MAX_REMINDERS || unseen.some((one) => isSameWhen(one, when))) return null;
    return [...unseen.map(toReminderInput), createReminderInput(store.newId(), when)];
  });
}

/** Removes a reminder from the tasks that have it. */
export function removeReminders(store: TeamStore, tasks: readonly Task[], when: When): Command[] {
  return changeEach(store, tasks, (own) =>
    own.some((one) => isSameWhen(one, when))
      ? own.filter((one) => !isSameWhen(one, when)).map(toReminderInput)
      : null,
  );
}

/** Marks all due reminders of a task as seen. */
export function seeReminders(store: TeamStore, task: Task): Command[] {
  return changeEach(store, [task], (own) =>
    own.map((one) => ({ ...toReminderInput(one), isSeen: one.isSeen || one.firedAt !== null })),
  );
}

/** Snoozes due reminders of a task: marks them as seen and adds a new reminder. */
export function remindAgain(store: TeamStore, task: Task, when: When): Command[] {
  return changeEach(store, [task], (own) => {
    const seen = own.map((one) => ({ ...toReminderInput(one), isSeen: one.isSeen || one.firedAt !== null }));
    return [...makeRoom(seen), createReminderInput(store.newId(), when)];
  });
}

/** Makes room for another reminder by evicting seen reminders, starting with one-time reminders. */
export function makeRoom(wishes: readonly ReminderWish[]): ReminderWish[] {
  const over = wishes.filter(({ isSeen }) => isSeen);
  const inOrder = [...over.filter(({ on }) => on === 'day'), ...over.filter(({ on }) => on !== 'day')];
  const dropped = new Set(inOrder.slice(0, Math.max(0, wishes.length + 1 - MAX_REMINDERS)));
  return wishes.filter((one) => !dropped.has(one));
}

function changeEach(
  store: TeamStore,
  tasks: readonly Task[],
  change: (own: readonly Reminder[]) => ReminderWish[] | null,
): Command[] {
  const changes = tasks.flatMap(({ id }) => {
    const reminders = change(personalOf(store, id).reminders);
    return reminders === null ? [] : [{ taskId: id, fields: { reminders } }];
  });
  const commands: Command[] = [];
  for (let at = 0; at < changes.length; at += MAX_TASKS) {
    const command = changePersonal(store, changes.slice(at, at + MAX_TASKS));
    if (command !== null) commands.push(command);
  }
  return commands;
}

/** Returns a reminder at a fixed time, `hours` after `now`. */
export function hoursFromNow(now: number, hours: number): When {
  const [day = '', time = ''] = wallTimeInZone(now + hours * HOUR_MS, ownZone()).split('T');
  return { on: 'day', day, days: 0, time };
}

/** Returns the timestamp of a reminder for a task. Returns null if the task lacks the date that the reminder is relative to. */
export function instantOf(when: When, task: Pick<Task, 'dueDate' | 'startDate'>): string | null {
  return reminderInstant({ ...when, timeZone: ownZone() }, task);
}
