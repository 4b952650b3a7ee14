import { z } from 'zod';
import { severalTasks } from '#tasks/bulk-tasks.ts';
import { id } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';

/** Self-service routes for everyone who can see a task. Other watchers are set by users who can change the task. */
export const watchingRoutes = [
  defineRoute({
    id: 'tasks.watch',
    method: 'PUT',
    path: '/teams/{teamId}/watching',
    summary: 'Watch tasks, or stop watching them, all or none; answers with those that this changed',
    rule: { kind: 'team', action: 'tasks.keepForMyself' },
    params: z.strictObject({ teamId: id }),
    body: z.strictObject({ taskIds: severalTasks, isWatching: z.boolean() }),
    replies: { 200: z.strictObject({ taskIds: z.array(z.string()) }) },
    ids: { teamId: 'team', taskIds: 'task' },
  }),
] as const;
