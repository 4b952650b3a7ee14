import { z } from 'zod';
import { id, lineOf, nextCursor, pageQuery, position, storedId, color } from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { defineRoute } from '#core/route.ts';
import { TASK_TYPE_ICONS } from './task-type-values.ts';

/** A type of task, defined by the team. */
const taskType = z.strictObject({
  id: storedId,
  name: z.string(),
  icon: z.enum(TASK_TYPE_ICONS),
  color,
  position: z.string(),
});
export type TaskType = z.infer<typeof taskType>;

const name = lineOf(LIMITS.taskTypeName);
const icon = z.enum(TASK_TYPE_ICONS);
const teamParams = z.strictObject({ teamId: id });
const params = z.strictObject({ teamId: id, typeId: id });
const ids = { teamId: 'team', typeId: 'taskType' } as const;
const reply = z.strictObject({ taskType });

export const taskTypesRoutes = [
  defineRoute({
    id: 'taskTypes.list',
    method: 'GET',
    path: '/teams/{teamId}/task-types',
    summary: "The team's types of work, in order",
    rule: { kind: 'team', action: 'taskTypes.read' },
    params: teamParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ taskTypes: z.array(taskType), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'taskTypes.create',
    method: 'POST',
    path: '/teams/{teamId}/task-types',
    summary: 'Make a type of work; its name is one of a kind in the team, whatever its case',
    rule: { kind: 'team', action: 'taskTypes.change' },
    params: teamParams,
    body: z.strictObject({
      id: id.optional(),
      name,
      icon: icon.optional(),
      color: color.optional(),
      position: position.optional(),
    }),
    replies: { 201: reply },
    ids: { teamId: 'team', id: 'new' },
  }),
  defineRoute({
    id: 'taskTypes.update',
    method: 'PATCH',
    path: '/teams/{teamId}/task-types/{typeId}',
    summary: 'Change a type of work',
    rule: { kind: 'team', action: 'taskTypes.change' },
    params,
    body: z.strictObject({
      name: name.optional(),
      icon: icon.optional(),
      color: color.optional(),
      position: position.optional(),
    }),
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'taskTypes.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/task-types/{typeId}',
    summary: 'Delete a type of work; its tasks stay, without one',
    rule: { kind: 'team', action: 'taskTypes.change' },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'taskTypes.restore',
    method: 'POST',
    path: '/teams/{teamId}/task-types/{typeId}/restore',
    summary: 'Bring a deleted type back, to those of its tasks that have no other by now',
    rule: { kind: 'team', action: 'taskTypes.change' },
    params,
    replies: { 200: reply },
    ids,
  }),
] as const;
