import { z } from 'zod';
import { severalTasks } from '#tasks/bulk-tasks.ts';
import {
  day,
  id,
  instant,
  nextCursor,
  pageQuery,
  position,
  storedId,
  timeOfDay,
  timeZone,
} from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import {
  MAX_REMINDER_DAYS,
  MAX_REMINDER_MINUTES,
  REMINDER_BASES,
  type Reminder,
  type ReminderWish,
} from './reminder-values.ts';
import { defineRoute } from '#core/route.ts';

const storedReminder: z.ZodType<Reminder> = z.strictObject({
  id: storedId,
  on: z.enum(REMINDER_BASES),
  day: z.string().nullable(),
  days: z.number(),
  time: z.string(),
  minutes: z.number().optional(),
  timeZone: z.string(),
  isSeen: z.boolean(),
  at: instant.nullable(),
  firedAt: instant.nullable(),
});

/** A reminder in requests. The server computes when it fires, and records when it fired. */
const reminder = z
  .strictObject({
    id,
    on: z.enum(REMINDER_BASES),
    day: day.nullable(),
    days: z
      .number()
      .int({ error: 'must be a whole number' })
      .min(-MAX_REMINDER_DAYS, { error: `must be ${-MAX_REMINDER_DAYS} or more` })
      .max(MAX_REMINDER_DAYS, { error: `must be ${MAX_REMINDER_DAYS} or less` }),
    time: timeOfDay,
    /** Offset in minutes from the due or start time, instead of days and a time. */
    minutes: z
      .number()
      .int({ error: 'must be a whole number' })
      .min(-MAX_REMINDER_MINUTES, { error: `must be ${-MAX_REMINDER_MINUTES} or more` })
      .max(0, { error: 'must be 0 or less' })
      .optional(),
    timeZone,
    isSeen: z.boolean(),
  })
  .refine((one) => (one.on === 'day') === (one.day !== null), {
    error: 'is required when on is “day”, and only then',
    path: ['day'],
  })
  .refine((one) => one.on !== 'day' || one.minutes === undefined, {
    error: 'can’t be combined with a day',
    path: ['minutes'],
  }) satisfies z.ZodType<ReminderWish>;

const reminders = z
  .array(reminder)
  .max(LIMITS.reminders, { error: `can have up to ${LIMITS.reminders} reminders` })
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, {
    error: 'can’t contain duplicates',
  });

/** A user's private state of a task. It is never sent to other users. */
export const ownTask = z.strictObject({
  taskId: storedId,
  /** Order key in My work. Null to sort by date. */
  position: z.string().nullable(),
  /** The day until which the task is snoozed, when it returns to My work. */
  snoozedUntil: z.string().nullable(),
  /** The user's reminders for the task. */
  reminders: z.array(storedReminder),
});
export type PersonalTask = z.infer<typeof ownTask>;

const fields = {
  position: position.nullable().optional(),
  snoozedUntil: day.nullable().optional(),
  reminders: reminders.optional(),
};
const ownFields = z.strictObject(fields);
export type PersonalTaskFields = z.output<typeof ownFields>;

const teamParams = z.strictObject({ teamId: id });

export const personalTasksRoutes = [
  defineRoute({
    id: 'ownTasks.list',
    method: 'GET',
    path: '/teams/{teamId}/own-tasks',
    summary: 'What the caller keeps about tasks for themselves: own order, snoozes and reminders',
    rule: { kind: 'team', action: 'tasks.list' },
    params: teamParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ tasks: z.array(ownTask), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'ownTasks.update',
    method: 'PATCH',
    path: '/teams/{teamId}/own-tasks',
    summary: "Snooze tasks, be reminded of them, or put them into one's own order, all or none",
    rule: { kind: 'team', action: 'tasks.keepForMyself' },
    params: teamParams,
    body: z
      .strictObject({
        taskIds: severalTasks,
        ...fields,
        /** One entry per task, in the same order. */
        each: z.array(ownFields).max(LIMITS.tasksAtOnce).optional(),
      })
      .refine(({ taskIds, each }) => each === undefined || each.length === taskIds.length, {
        error: 'must have one entry for each of taskIds',
        path: ['each'],
      }),
    replies: { 200: z.strictObject({ tasks: z.array(ownTask) }) },
    ids: { teamId: 'team', taskIds: 'task', id: 'new' },
  }),
] as const;
