import { z } from 'zod';
import { id, instant, moment, nextCursor, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { pastChange } from '#tasks/tasks.ts';
import { LIMITS } from '#core/limits.ts';

/** A task changed after a given time. */
const changedTask = z.strictObject({
  taskId: storedId,
  key: z.string(),
  title: z.string(),
  /** Whether it was created after that time. */
  isNew: z.boolean(),
  commentCount: z.number().int(),
  /** Number of field changes. Repeated changes to a field count separately. */
  changeCount: z.number().int(),
  lastAt: instant,
  /** The latest changes, newest first. */
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
      /** Authors of the changes to list: other users, or everyone including the caller. */
      by: z.enum(['others', 'everybody']).default('others'),
      limit: z.coerce.number().int().min(1).max(LIMITS.changedTasksPage).default(25),
      cursor: z.string().max(500).optional(),
    }),
    replies: { 200: z.strictObject({ tasks: z.array(changedTask), nextCursor }) },
    ids: { teamId: 'team', projectId: 'project' },
  }),
] as const;
