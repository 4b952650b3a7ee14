import { z } from 'zod';
import { customValues, storedValues } from '#custom-fields/custom-fields.ts';
import {
  day,
  dayOrMoment,
  estimate,
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
import { STATUS_CATEGORIES, PRIORITIES } from '#model/task-values.ts';
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
/** What waits is in no view until it is taken in; what gets another status or project is. */
export const triage = z.strictObject({
  /** Now, or as long as it has been waiting, without it. */
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
  /** The description with its formatting, and `description` is what it says; null where the text says everything. */
  descriptionDoc: storedRichText.nullable(),
  /** Another with every change of the description; null while it is as it was made. */
  descriptionVersion: z.string().nullable(),
  projectId: storedId.nullable(),
  statusId: storedId,
  priority: z.enum(PRIORITIES),
  assigneeIds: z.array(storedId),
  /** Who follows it. */
  watcherIds: z.array(storedId),
  labelIds: z.array(storedId),
  /** A day, or an instant to the minute; likewise when it is due. */
  startDate: z.string().nullable(),
  dueDate: z.string().nullable(),
  /** In the unit of the team: points or hours, in quarters. */
  estimate: z.number().nullable(),
  /** Seconds that were spent on it, without what still runs. */
  trackedSeconds: z.number().int(),
  /** Its recurrence. */
  repeat: storedRepeat.nullable(),
  /** The server's to say; null where it never came again. */
  series: inSeries.nullable(),
  /** The task that it is part of; `hidden` where the reader may not know of that one. */
  parentId: storedId.nullable(),
  /** Its place among the parts of the same task, as `position` is in a column; null where it is part of none. */
  siblingPosition: z.string().nullable(),
  /** Order key; tasks of a column are ordered by (position, id) in byte order. */
  position: z.string(),
  /** Who asked for it: whoever made it, unless it was said otherwise. */
  reporterId: storedId.nullable(),
  /** What kind of work it is; null where nothing is said of it. */
  typeId: storedId.nullable(),
  /** Of its own project. */
  milestoneId: storedId.nullable(),
  /** The values of custom fields. */
  custom: storedValues,
  cycleId: storedId.nullable(),
  /** The cover: one of the files on it. */
  coverId: storedId.nullable(),
  /** Since when it waits to be taken in by its project, and until which day it is put off there; null = it does not. */
  triage: storedTriage.nullable(),
  createdBy: storedId.nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** When it last entered a status of category completed or cancelled; null while it is open. */
  closedAt: instant.nullable(),
});
export type Task = z.infer<typeof task>;

/** A field of a task that was changed once. */
export const pastChange = z.strictObject({
  id: z.string(),
  field: z.string(),
  /** As the task has it; a project or a task that the caller may not see stands as `hidden`. */
  old: z.unknown(),
  new: z.unknown(),
  actor: storedId.nullable(),
  at: instant,
  /** How far its author knew the log, where they said so: what changed after that they had not seen. */
  base: z.number().int().nullable(),
  /** What its author confirmed rather than did by hand. */
  via: z.enum(['assistant']).nullish(),
  /** What the tasks that it names are called, by id: those in the trash too. */
  titles: z.record(z.string(), z.string()).nullish(),
});
export type PastChange = z.infer<typeof pastChange>;

export const taskFields = {
  title: lineOf(LIMITS.taskTitle),
  description: textOf(LIMITS.taskDescription).optional(),
  /** Instead of `description`. */
  descriptionDoc: richText.optional(),
  projectId: id.nullable().optional(),
  statusId: id.optional(),
  priority: z.enum(PRIORITIES).optional(),
  assigneeIds: z.array(id).max(LIMITS.assignees).optional(),
  watcherIds: z.array(id).max(LIMITS.watchers).optional(),
  labelIds: z.array(id).max(LIMITS.labelsPerTask).optional(),
  startDate: dayOrMoment.nullable().optional(),
  dueDate: dayOrMoment.nullable().optional(),
  estimate: estimate.nullable().optional(),
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
/** A task is named by its id, or by a key such as WEB-12. */
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
      /** An exact key such as WEB-12; keys that a task had earlier go on resolving. */
      key: z.string().max(40).optional(),
      /** Those that wait in triage; without it those that do not, but for what is asked for by key or parent. */
      waits: z.literal('true', { error: 'must be true' }).optional(),
      filter: filterText.optional(),
      /** With one, the cursor is where its last task stands by then. */
      sort: sortText.optional(),
      /** Where the days of the filter begin and end; in UTC without it. */
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
      /** The cover: a picture that is attached to this task; null takes it off. */
      coverId: id.nullable().optional(),
      /**
       * Optimistic concurrency: the version that the new description was written from; with another one there
       * meanwhile it is a CONFLICT.
       */
      descriptionBase: textVersion.nullable().optional(),
      /** What the version that this makes is to be called. */
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
