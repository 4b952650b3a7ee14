import { z } from 'zod';
import { id } from '#core/fields.ts';
import { runsQuery, runsReply, skip, skipReason } from '#recurrence/repeats.ts';
import { defineRoute } from '#core/route.ts';
import { task, taskIds, taskParams } from '#tasks/tasks.ts';

const skipParams = taskParams.extend({ skipId: id });

/** Operations on recurring tasks that are not changes to their fields. */
export const seriesRoutes = [
  defineRoute({
    id: 'series.runs',
    method: 'GET',
    path: '/teams/{teamId}/tasks/{taskId}/runs',
    summary: 'The series that a task is one of: all of it that the caller may see, the latest first',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params: taskParams,
    query: runsQuery,
    replies: { 200: runsReply },
    ids: taskIds,
  }),
  defineRoute({
    id: 'series.next',
    method: 'POST',
    path: '/teams/{teamId}/tasks/{taskId}/next',
    summary: 'Make the next one of a closed task whose series stands still',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params: taskParams,
    body: z.strictObject({}),
    replies: { 201: z.strictObject({ task }) },
    ids: taskIds,
  }),
  defineRoute({
    id: 'series.skip',
    method: 'POST',
    path: '/teams/{teamId}/tasks/{taskId}/skips',
    summary: 'Pass over a day of a series: the task moves on to the next one',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params: taskParams,
    body: z.strictObject({ id: id.optional(), reason: skipReason.default('') }),
    replies: { 201: z.strictObject({ task, skip }) },
    ids: { ...taskIds, id: 'new' },
  }),
  defineRoute({
    id: 'series.unskip',
    method: 'DELETE',
    path: '/teams/{teamId}/tasks/{taskId}/skips/{skipId}',
    summary: 'Take a skip back: the task has its day again, unless that was changed since',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params: skipParams,
    replies: { 204: null },
    ids: { ...taskIds, skipId: 'skip' },
  }),
] as const;
