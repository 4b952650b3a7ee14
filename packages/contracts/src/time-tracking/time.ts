import { z } from 'zod';
import { day, id, instant, moment, nextCursor, pageQuery, storedId, textOf } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { taskIds, taskParams } from '#tasks/tasks.ts';
import { TIME_LIMITS, TIME_MAKERS, type TimeEntry } from './time-values.ts';

export const timeEntry = z.strictObject({
  id: storedId,
  taskId: storedId,
  userId: storedId,
  day: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  note: z.string(),
  madeBy: z.enum(TIME_MAKERS),
}) satisfies z.ZodType<TimeEntry>;

/** A time entry with its task. */
const sheetEntry = z.strictObject({
  ...timeEntry.shape,
  taskKey: z.string(),
  taskTitle: z.string(),
  projectId: storedId.nullable(),
});
export type SheetEntry = z.infer<typeof sheetEntry>;

const note = textOf(TIME_LIMITS.note);
const entryParams = taskParams.extend({ entryId: id });
const entryIds = { ...taskIds, entryId: 'timeEntry' } as const;
const entryReply = z.strictObject({ entry: timeEntry });
const teamParams = z.strictObject({ teamId: id });
/** Query of time entries: the caller's own entries, unless another user is given. */
const period = {
  userId: id.optional(),
  projectId: id.optional(),
  from: day.optional(),
  to: day.optional(),
};
const sheetIds = { teamId: 'team', userId: 'user', projectId: 'project' } as const;
const PATH = '/teams/{teamId}/tasks/{taskId}/time';

export const timeRoutes = [
  defineRoute({
    id: 'time.list',
    method: 'GET',
    path: PATH,
    summary: 'Time that was spent on a task, what began last comes first',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params: taskParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ entries: z.array(timeEntry), nextCursor }) },
    ids: taskIds,
  }),
  defineRoute({
    id: 'time.create',
    method: 'POST',
    path: PATH,
    summary: 'Add time that one spent on a task: a minute at least, a day at most',
    rule: { kind: 'team', action: 'task.comment', object: 'task' },
    params: taskParams,
    body: z.strictObject({
      id: id.optional(),
      startedAt: moment,
      endedAt: moment,
      /** Defaults to the UTC day on which the entry began. */
      day: day.optional(),
      note: note.optional(),
    }),
    replies: { 201: entryReply },
    ids: { ...taskIds, id: 'new' },
  }),
  defineRoute({
    id: 'time.update',
    method: 'PATCH',
    path: `${PATH}/{entryId}`,
    summary: 'Change an entry of one’s own; a timer that was stopped runs on with `endedAt` null',
    rule: { kind: 'team', action: 'task.comment', object: 'task' },
    params: entryParams,
    body: z.strictObject({
      startedAt: moment.optional(),
      endedAt: moment.nullable().optional(),
      day: day.optional(),
      note: note.optional(),
    }),
    replies: { 200: entryReply },
    ids: entryIds,
  }),
  defineRoute({
    id: 'time.delete',
    method: 'DELETE',
    path: `${PATH}/{entryId}`,
    summary:
      'Delete an entry: one’s own, or any for people who manage the work; it can be brought back for 30 days',
    rule: { kind: 'team', action: 'task.comment', object: 'task' },
    params: entryParams,
    replies: { 204: null },
    ids: entryIds,
  }),
  defineRoute({
    id: 'time.restore',
    method: 'POST',
    path: `${PATH}/{entryId}/restore`,
    summary: 'Bring a deleted entry back, for whoever deleted it and for people who manage the work',
    rule: { kind: 'team', action: 'task.comment', object: 'task' },
    params: entryParams,
    replies: { 200: entryReply },
    ids: entryIds,
  }),
  defineRoute({
    id: 'time.start',
    method: 'POST',
    path: '/teams/{teamId}/tasks/{taskId}/timer',
    summary:
      'Start one’s timer on a task. One that runs elsewhere ends; one that began later elsewhere runs on, and ends this one',
    rule: { kind: 'team', action: 'task.comment', object: 'task' },
    params: taskParams,
    body: z.strictObject({
      id: id.optional(),
      /** Clamped to the last 24 hours. */
      startedAt: moment.optional(),
      day: day.optional(),
      note: note.optional(),
    }),
    replies: {
      200: z.strictObject({
        entry: timeEntry,
        /** The previous timer, which the new timer stopped. */
        ended: timeEntry.nullable(),
      }),
    },
    ids: { ...taskIds, id: 'new' },
  }),
  defineRoute({
    id: 'time.stop',
    method: 'POST',
    path: '/teams/{teamId}/timer/stop',
    summary: 'Stop one’s timer; one that was stopped before stays as it was',
    rule: { kind: 'team', action: 'time.stop' },
    params: teamParams,
    body: z.strictObject({
      entryId: id.optional(),
      /** Must be neither in the future nor more than a day after the start. */
      endedAt: moment.optional(),
    }),
    replies: { 200: entryReply },
    ids: { teamId: 'team', entryId: 'timeEntry' },
  }),
  defineRoute({
    id: 'time.sheet',
    method: 'GET',
    path: '/teams/{teamId}/time',
    summary:
      'Time of a period, what began last comes first: one’s own, or as an admin anybody’s (`userId`), of work that one sees',
    rule: { kind: 'team', action: 'time.own' },
    params: teamParams,
    query: z.strictObject({ ...pageQuery, ...period }),
    replies: { 200: z.strictObject({ entries: z.array(sheetEntry), nextCursor }) },
    ids: sheetIds,
  }),
] as const;
