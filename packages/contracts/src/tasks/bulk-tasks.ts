import { z } from 'zod';
import { id } from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { defineRoute } from '#core/route.ts';
import { fieldIds, taskFields } from './tasks.ts';

/** Common fields of bulk edits: all fields except title, description and position, which is set per task. */
const { title: _title, description: _text, descriptionDoc: _doc, position, ...fields } = taskFields;
/** Fields of a single task, in addition to or instead of the common fields. */
const perTaskFields = z.strictObject({ ...fields, position });
export type PerTaskFields = z.output<typeof perTaskFields>;

const teamParams = z.strictObject({ teamId: id });
export const severalTasks = z
  .array(id)
  .min(1, { error: 'can’t be empty' })
  .max(LIMITS.tasksAtOnce, { error: `can have up to ${LIMITS.tasksAtOnce} tasks` })
  .refine((ids) => new Set(ids).size === ids.length, { error: 'can’t contain duplicates' });
const changedReply = z.strictObject({ taskIds: z.array(z.string()) });

/** Bulk edits in one request: atomic, with one entry in the team's log. */
export const bulkTasksRoutes = [
  defineRoute({
    id: 'tasks.updateMany',
    method: 'PATCH',
    path: '/teams/{teamId}/tasks',
    summary: 'Change fields of many tasks, all or none; answers with those that this changed',
    rule: { kind: 'team', action: 'tasks.changeMany' },
    params: teamParams,
    body: z
      .strictObject({
        taskIds: severalTasks,
        ...fields,
        /** One entry per task, in the same order. */
        each: z.array(perTaskFields).max(LIMITS.tasksAtOnce).optional(),
      })
      .refine(({ taskIds, each }) => each === undefined || each.length === taskIds.length, {
        error: 'must have one entry for each of taskIds',
        path: ['each'],
      }),
    replies: { 200: changedReply },
    ids: { teamId: 'team', taskIds: 'task', ...fieldIds },
  }),
  defineRoute({
    id: 'tasks.deleteMany',
    method: 'POST',
    path: '/teams/{teamId}/tasks/trash',
    summary: 'Move many tasks to the trash, all or none',
    rule: { kind: 'team', action: 'tasks.changeMany' },
    params: teamParams,
    body: z.strictObject({ taskIds: severalTasks }),
    replies: { 200: changedReply },
    ids: { teamId: 'team', taskIds: 'task' },
  }),
  defineRoute({
    id: 'trash.restoreMany',
    method: 'POST',
    path: '/teams/{teamId}/trash/restore',
    summary: 'Bring many deleted tasks back, all or none',
    rule: { kind: 'team', action: 'tasks.changeMany' },
    params: teamParams,
    body: z.strictObject({ itemIds: severalTasks }),
    replies: { 200: changedReply },
    ids: { teamId: 'team', itemIds: 'trash' },
  }),
] as const;
