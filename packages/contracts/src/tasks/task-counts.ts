import { z } from 'zod';
import { id, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { filterText } from '#views/views.ts';

const personCount = z.strictObject({
  userId: storedId,
  tasks: z.number().int(),
  /** Tasks that are open and overdue. */
  late: z.number().int(),
  /** Sum of estimates. The estimate of a shared task counts in full for each assignee. */
  estimate: z.number(),
});

const taskCounts = z.strictObject({
  tasks: z.number().int(),
  /** Empty unless `by=assignee`. Users with the most tasks first. */
  people: z.array(personCount),
});
export type TaskCounts = z.infer<typeof taskCounts>;

export const taskCountsRoutes = [
  defineRoute({
    id: 'tasks.count',
    method: 'GET',
    path: '/teams/{teamId}/task-counts',
    summary: 'Counts the visible tasks that match a filter: the total, and with `by=assignee` by person',
    rule: { kind: 'team', action: 'tasks.list' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject({
      projectId: id.optional(),
      filter: filterText.optional(),
      by: z.literal('assignee').optional(),
      /** Time zone of days in the filter. Defaults to UTC. */
      timeZone: z.string().max(60).optional(),
    }),
    replies: { 200: taskCounts },
    ids: { teamId: 'team', projectId: 'project' },
  }),
] as const;
