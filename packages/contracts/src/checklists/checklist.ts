import { z } from 'zod';
import { id, lineOf, nextCursor, pageQuery, position, storedId } from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { defineRoute } from '#core/route.ts';

/** An item of a task's checklist. */
const checklistItem = z.strictObject({
  id: storedId,
  taskId: storedId,
  title: z.string(),
  isDone: z.boolean(),
  /** Order key: the items of a task are sorted by (position, id) in byte order. */
  position: z.string(),
});
export type ChecklistItem = z.infer<typeof checklistItem>;

/** A task is identified by its id, or by a key such as WEB-12. */
const taskParams = z.strictObject({ teamId: id, taskId: z.string().max(40) });
const taskIds = { teamId: 'team', taskId: 'task' } as const;
const itemParams = taskParams.extend({ itemId: id });
const itemIds = { ...taskIds, itemId: 'checklistItem' } as const;
const itemReply = z.strictObject({ item: checklistItem });
const title = lineOf(LIMITS.taskTitle);

export const checklistRoutes = [
  defineRoute({
    id: 'checklist.list',
    method: 'GET',
    path: '/teams/{teamId}/tasks/{taskId}/checklist',
    summary: 'The small steps of a task, in order',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params: taskParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ items: z.array(checklistItem), nextCursor }) },
    ids: taskIds,
  }),
  defineRoute({
    id: 'checklist.create',
    method: 'POST',
    path: '/teams/{teamId}/tasks/{taskId}/checklist',
    summary: 'Add a small step to a task, at the end unless a position is given',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params: taskParams,
    body: z.strictObject({
      id: id.optional(),
      title,
      isDone: z.boolean().optional(),
      position: position.optional(),
    }),
    replies: { 201: itemReply },
    ids: { ...taskIds, id: 'new' },
  }),
  defineRoute({
    id: 'checklist.update',
    method: 'PATCH',
    path: '/teams/{teamId}/tasks/{taskId}/checklist/{itemId}',
    summary: 'Change, tick or move a small step of a task',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params: itemParams,
    body: z.strictObject({
      title: title.optional(),
      isDone: z.boolean().optional(),
      position: position.optional(),
    }),
    replies: { 200: itemReply },
    ids: itemIds,
  }),
  defineRoute({
    id: 'checklist.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/tasks/{taskId}/checklist/{itemId}',
    summary: 'Take a small step off a task',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params: itemParams,
    replies: { 204: null },
    ids: itemIds,
  }),
] as const;
