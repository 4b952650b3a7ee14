import { z } from 'zod';
import { id, instant, moment, nextCursor, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { pastChange } from '#tasks/tasks.ts';
import { LIMITS } from '#core/limits.ts';

/** A task to which something happened after a moment. */
const changedTask = z.strictObject({
  taskId: storedId,
  key: z.string(),
  title: z.string(),
  /** Whether it was made after the moment. */
  isNew: z.boolean(),
  commentCount: z.number().int(),
  /** How many fields were changed, each time counted. */
  changeCount: z.number().int(),
  lastAt: instant,
  /** The last of them, newest first. */
  changes: z.array(pastChange).max(LIMITS.changesOfTask),
});
export type ChangedTask = z.infer<typeof changedTask>;

export const changedTasksRoutes = [
  defineRoute({
    id: 'tasks.changed',
    method: 'GET',
    path: '/teams/{teamId}/changed-tasks',
    summary: 'Tasks to which something happened after a moment, and what; the last one first',
    rule: { kind: 'team', action: 'tasks.list' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject({
      since: moment,
      projectId: id.optional(),
      /** What others did, unless the caller's own acts are asked for, too. */
      by: z.enum(['others', 'everybody']).default('others'),
      limit: z.coerce.number().int().min(1).max(LIMITS.changedTasksPage).default(25),
      cursor: z.string().max(500).optional(),
    }),
    replies: { 200: z.strictObject({ tasks: z.array(changedTask), nextCursor }) },
    ids: { teamId: 'team', projectId: 'project' },
  }),
] as const;
