import { z } from 'zod';
import { severalTasks } from './bulk-tasks.ts';
import { day, id, nextCursor, pageQuery, position, storedId } from './fields.ts';
import { LIMITS } from './limits.ts';
import { defineRoute } from './route.ts';

/** What a person keeps about a task for themselves. Nobody else is told. */
export const ownTask = z.strictObject({
  taskId: storedId,
  /** Fractional-indexing key: its place in the own order of My work; null = it stands where its date puts it. */
  position: z.string().nullable(),
  /** The day on which it comes back to My work. */
  snoozedUntil: z.string().nullable(),
});
export type OwnTask = z.infer<typeof ownTask>;

const fields = { position: position.nullable().optional(), snoozedUntil: day.nullable().optional() };
const ownFields = z.strictObject(fields);
export type OwnTaskFields = z.output<typeof ownFields>;

const teamParams = z.strictObject({ teamId: id });

export const ownTasksRoutes = [
  defineRoute({
    id: 'ownTasks.list',
    method: 'GET',
    path: '/teams/{teamId}/own-tasks',
    summary: 'What the caller keeps about tasks for themselves: own order and snoozes',
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
    summary: "Snooze tasks, or put them into one's own order, all or none",
    rule: { kind: 'team', action: 'tasks.changeMany' },
    params: teamParams,
    body: z
      .strictObject({
        taskIds: severalTasks,
        ...fields,
        /** As many as there are tasks, in their order. */
        each: z.array(ownFields).max(LIMITS.tasksAtOnce).optional(),
      })
      .refine(({ taskIds, each }) => each === undefined || each.length === taskIds.length, {
        error: 'must be as many as taskIds',
        path: ['each'],
      }),
    replies: { 200: z.strictObject({ tasks: z.array(ownTask) }) },
    ids: { teamId: 'team', taskIds: 'task' },
  }),
] as const;
