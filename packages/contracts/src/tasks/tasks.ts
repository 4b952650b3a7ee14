import { z } from 'zod';
import { customValues, storedValues } from '#custom-fields/custom-fields.ts';
import {
  day,
  dayOrMoment,
  id,
  instant,
  lineOf,
  moment,
  nextCursor,
  pageQuery,
  position,
  storedId,
  textOf,
  color,
} from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { inSeries, repeat, storedRepeat } from '#recurrence/repeats.ts';
import { richText, storedRichText, textVersion } from '#rich-text/rich-text.ts';
import { defineRoute } from '#core/route.ts';
import { optionalScalars, storedScalars } from '#model/scalar-fields.ts';
import { STATUS_CATEGORIES } from '#model/task-values.ts';
import { filterText, sortText } from '#views/views.ts';

const status = z.strictObject({
  id: storedId,
  name: z.string(),
  category: z.enum(STATUS_CATEGORIES),
  color,
  position: z.string(),
});
export type Status = z.infer<typeof status>;

const storedTriage = z.strictObject({ since: instant, until: z.string().nullable() });
/** Views exclude tasks in triage until they are accepted. Changing the status or project accepts them. */
export const triage = z.strictObject({
  /** Defaults to the current time, or the existing value. */
  since: moment.transform((at) => new Date(at).toISOString()).optional(),
  until: day.nullable().optional(),
});

export const task = z.strictObject({
  id: storedId,
  number: z.number(),
  /** `<project's or team's key>-<number>` */
  key: z.string(),
  title: z.string(),
  description: z.string(),
  /** The formatted description; `description` is its plain text. Null if plain text represents it without loss. */
  descriptionDoc: storedRichText.nullable(),
  /** Changes with every edit of the description. Null until the first edit. */
  descriptionVersion: z.string().nullable(),
  projectId: storedId.nullable(),
  statusId: storedId,
  ...storedScalars,
  assigneeIds: z.array(storedId),
  /** Users who watch the task. */
  watcherIds: z.array(storedId),
  labelIds: z.array(storedId),
  /** A day, or a timestamp to the minute, like the due date. */
  startDate: z.string().nullable(),
  dueDate: z.string().nullable(),
  /** Tracked seconds, without running timers. */
  trackedSeconds: z.number().int(),
  /** The recurrence of the task. Null if it does not recur. */
  repeat: storedRepeat.nullable(),
  /** Set by the server. Null if it never recurred. */
  series: inSeries.nullable(),
  /** The parent task. `hidden` if the reader may not see it. */
  parentId: storedId.nullable(),
  /** Order key among siblings, like `position` in a column. Null without a parent. */
  siblingPosition: z.string().nullable(),
  /** Order key. Tasks of a column are ordered by (position, id) in byte order. */
  position: z.string(),
  /** The user who requested the task. Defaults to the creator. */
  reporterId: storedId.nullable(),
  /** The task type. Null if not set. */
  typeId: storedId.nullable(),
  /** A milestone of the same project. */
  milestoneId: storedId.nullable(),
  custom: storedValues,
  cycleId: storedId.nullable(),
  /** The cover image: one of the task's attachments. */
  coverId: storedId.nullable(),
  /** When the task entered triage, and the day until which it is snoozed there. Null if it is not in triage. */
  triage: storedTriage.nullable(),
  createdBy: storedId.nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** When the task last entered a status of category completed or cancelled. Null while it is open. */
  closedAt: instant.nullable(),
});
export type Task = z.infer<typeof task>;

/** One change to one field of a task. */
export const pastChange = z.strictObject({
  id: z.string(),
  field: z.string(),
  /** In API format. Projects and tasks hidden from the caller are `hidden`. */
  old: z.unknown(),
  new: z.unknown(),
  actor: storedId.nullable(),
  at: instant,
  /** The log position that the author had seen, if known. The author had not seen later changes. */
  base: z.number().int().nullable(),
  /** Set if the author confirmed a proposal of the assistant instead of editing manually. */
  via: z.enum(['assistant']).nullish(),
  /** Titles of referenced tasks by id, including trashed ones. */
  titles: z.record(z.string(), z.string()).nullish(),
});
export type PastChange = z.infer<typeof pastChange>;

export const taskFields = {
  title: lineOf(LIMITS.taskTitle),
  description: textOf(LIMITS.taskDescription).optional(),
  /** Formatted description. Replaces `description`. */
  descriptionDoc: richText.optional(),
  projectId: id.nullable().optional(),
  statusId: id.optional(),
  ...optionalScalars,
  assigneeIds: z.array(id).max(LIMITS.assignees).optional(),
  watcherIds: z.array(id).max(LIMITS.watchers).optional(),
  labelIds: z.array(id).max(LIMITS.labelsPerTask).optional(),
  startDate: dayOrMoment.nullable().optional(),
  dueDate: dayOrMoment.nullable().optional(),
  repeat: repeat.nullable().optional(),
  reporterId: id.nullable().optional(),
  typeId: id.nullable().optional(),
  milestoneId: id.nullable().optional(),
  custom: customValues.optional(),
  cycleId: id.nullable().optional(),
  triage: triage.nullable().optional(),
  parentId: id.nullable().optional(),
  siblingPosition: position.nullable().optional(),
  position: position.optional(),
};
export const fieldIds = {
  projectId: 'project',
  statusId: 'status',
  assigneeIds: 'user',
  watcherIds: 'user',
  labelIds: 'label',
  reporterId: 'user',
  typeId: 'taskType',
  milestoneId: 'milestone',
  cycleId: 'cycle',
  parentId: 'otherTask',
} as const;
const teamParams = z.strictObject({ teamId: id });
/** A task is identified by its id, or by a key such as WEB-12. */
export const taskParams = z.strictObject({ teamId: id, taskId: z.string().max(40) });
export const taskIds = { teamId: 'team', taskId: 'task' } as const;
const taskReply = z.strictObject({ task });
const statusParams = z.strictObject({ teamId: id, statusId: id });
const statusIds = { teamId: 'team', statusId: 'status' } as const;
const statusReply = z.strictObject({ status });

export const statusesRoutes = [
  defineRoute({
    id: 'statuses.list',
    method: 'GET',
    path: '/teams/{teamId}/statuses',
    summary: "The team's statuses, in order",
    rule: { kind: 'team', action: 'statuses.read' },
    params: teamParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ statuses: z.array(status), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'statuses.create',
    method: 'POST',
    path: '/teams/{teamId}/statuses',
    summary: 'Add a status',
    rule: { kind: 'team', action: 'statuses.change' },
    params: teamParams,
    body: z.strictObject({
      id: id.optional(),
      name: lineOf(LIMITS.statusName),
      category: z.enum(STATUS_CATEGORIES),
      color: color.optional(),
      position: position.optional(),
    }),
    replies: { 201: statusReply },
    ids: { teamId: 'team', id: 'new' },
  }),
  defineRoute({
    id: 'statuses.update',
    method: 'PATCH',
    path: '/teams/{teamId}/statuses/{statusId}',
    summary: 'Change a status',
    rule: { kind: 'team', action: 'statuses.change' },
    params: statusParams,
    body: z.strictObject({
      name: lineOf(LIMITS.statusName).optional(),
      category: z.enum(STATUS_CATEGORIES).optional(),
      color: color.optional(),
      position: position.optional(),
    }),
    replies: { 200: statusReply },
    ids: statusIds,
  }),
  defineRoute({
    id: 'statuses.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/statuses/{statusId}',
    summary: 'Delete a status that no task has',
    rule: { kind: 'team', action: 'statuses.change' },
    params: statusParams,
    replies: { 204: null },
    ids: statusIds,
  }),
] as const;

export const tasksRoutes = [
  defineRoute({
    id: 'tasks.list',
    method: 'GET',
    path: '/teams/{teamId}/tasks',
    summary: 'Tasks that the caller may see, newest first unless an order is asked for',
    rule: { kind: 'team', action: 'tasks.list' },
    params: teamParams,
    query: z.strictObject({
      ...pageQuery,
      projectId: id.optional(),
      statusId: id.optional(),
      assigneeId: id.optional(),
      labelId: id.optional(),
      parentId: id.optional(),
      /** An exact key such as WEB-12. A task is also found by its former keys. */
      key: z.string().max(40).optional(),
      /** Lists tasks in triage, which are excluded by default unless requested by key or parent. */
      waits: z.literal('true', { error: 'must be true' }).optional(),
      filter: filterText.optional(),
      /** With a sort order, the cursor refers to the current position of the last task. */
      sort: sortText.optional(),
      /** Time zone of days in the filter. Defaults to UTC. */
      timeZone: z.string().max(60).optional(),
    }),
    replies: { 200: z.strictObject({ tasks: z.array(task), nextCursor }) },
    ids: {
      teamId: 'team',
      projectId: 'project',
      statusId: 'status',
      assigneeId: 'user',
      labelId: 'label',
      parentId: 'otherTask',
    },
  }),
  defineRoute({
    id: 'tasks.create',
    method: 'POST',
    path: '/teams/{teamId}/tasks',
    summary: 'Make a task',
    rule: { kind: 'team', action: 'tasks.create' },
    params: teamParams,
    body: z.strictObject({ id: id.optional(), ...taskFields }),
    replies: { 201: taskReply },
    ids: { teamId: 'team', id: 'new', ...fieldIds },
  }),
  defineRoute({
    id: 'tasks.get',
    method: 'GET',
    path: '/teams/{teamId}/tasks/{taskId}',
    summary: 'One task',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params: taskParams,
    replies: { 200: taskReply },
    ids: taskIds,
  }),
  defineRoute({
    id: 'tasks.update',
    method: 'PATCH',
    path: '/teams/{teamId}/tasks/{taskId}',
    summary: 'Change fields of a task',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params: taskParams,
    body: z.strictObject({
      ...taskFields,
      title: taskFields.title.optional(),
      /** The cover: an image attached to this task. Null removes the cover. */
      coverId: id.nullable().optional(),
      /**
       * For optimistic concurrency: the version on which the new description is based. If that version is no longer current, the request
       * fails with CONFLICT.
       */
      descriptionBase: textVersion.nullable().optional(),
      /** The id of the version created by this change. */
      descriptionVersion: textVersion.optional(),
    }),
    replies: { 200: taskReply },
    ids: { ...taskIds, ...fieldIds, coverId: 'attachment' },
  }),
  defineRoute({
    id: 'tasks.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/tasks/{taskId}',
    summary: 'Move a task to the trash, with those of its sub-tasks that the caller may delete',
    rule: { kind: 'team', action: 'task.delete', object: 'task' },
    params: taskParams,
    replies: { 204: null },
    ids: taskIds,
  }),
  defineRoute({
    id: 'tasks.history',
    method: 'GET',
    path: '/teams/{teamId}/tasks/{taskId}/history',
    summary: 'What was changed in a task, by whom, and what it was before; newest first',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params: taskParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ changes: z.array(pastChange), nextCursor }) },
    ids: taskIds,
  }),
] as const;
