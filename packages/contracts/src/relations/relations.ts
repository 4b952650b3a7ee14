import { z } from 'zod';
import { id, instant, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { RELATION_KINDS, RELATION_SIDES } from './relation-values.ts';
import { defineRoute } from '#core/route.ts';

/** One row per relation: `fromId` blocks, precedes, relates to or duplicates `toId`. */
const relation = z.strictObject({
  id: storedId,
  kind: z.enum(RELATION_KINDS),
  fromId: storedId,
  toId: storedId,
  createdBy: storedId.nullable(),
  createdAt: instant,
});
export type Relation = z.infer<typeof relation>;

/** A task is identified by its id, or by a key such as WEB-12. */
const taskParams = z.strictObject({ teamId: id, taskId: z.string().max(40) });
const taskIds = { teamId: 'team', taskId: 'task' } as const;

export const relationsRoutes = [
  defineRoute({
    id: 'relations.list',
    method: 'GET',
    path: '/teams/{teamId}/tasks/{taskId}/relations',
    summary: 'What a task has to do with others that the caller may see',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params: taskParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ relations: z.array(relation), nextCursor }) },
    ids: taskIds,
  }),
  defineRoute({
    id: 'relations.create',
    method: 'POST',
    path: '/teams/{teamId}/tasks/{taskId}/relations',
    summary:
      'Say what a task has to do with another; a circle of tasks that block or precede each other is refused',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params: taskParams,
    body: z.strictObject({ id: id.optional(), side: z.enum(RELATION_SIDES), otherId: id }),
    replies: { 201: z.strictObject({ relation }) },
    ids: { ...taskIds, id: 'new', otherId: 'otherTask' },
  }),
  defineRoute({
    id: 'relations.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/tasks/{taskId}/relations/{relationId}',
    summary: 'Take a relation of a task back',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params: taskParams.extend({ relationId: id }),
    replies: { 204: null },
    ids: { ...taskIds, relationId: 'relation' },
  }),
] as const;
