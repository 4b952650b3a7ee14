import { z } from 'zod';
import { ATTACHMENT, cleanFileName, PREVIEW_SIZES } from './attachment-values.ts';
import { id, instant, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { PLANS } from '#billing/plans.ts';
import { defineRoute } from '#core/route.ts';

/** An attachment of a task. */
export const attachment = z.strictObject({
  id: storedId,
  taskId: storedId,
  name: z.string(),
  /** The media type detected from the file's bytes, regardless of its name. */
  type: z.string(),
  bytes: z.number().int(),
  /** Size in pixels of images with a preview. Null for all other files. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  createdBy: storedId.nullable(),
  createdAt: instant,
});
export type Attachment = z.infer<typeof attachment>;

/** Accepts any file name, and sanitizes it for all operating systems. */
export const fileName = z
  .string()
  .max(1000, { error: 'must be 1000 characters or fewer' })
  .transform(cleanFileName)
  .refine((value) => value !== '', { error: 'can’t be empty' });

/** A task is identified by its id, or by a key such as WEB-12. */
const taskParams = z.strictObject({ teamId: id, taskId: z.string().max(40) });
const taskIds = { teamId: 'team', taskId: 'task' } as const;
const params = taskParams.extend({ attachmentId: id });
const ids = { ...taskIds, attachmentId: 'attachment' } as const;
const reply = z.strictObject({ attachment });

export const attachmentRoutes = [
  defineRoute({
    id: 'attachments.list',
    method: 'GET',
    path: '/teams/{teamId}/tasks/{taskId}/attachments',
    summary: 'The files on a task, the oldest first',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params: taskParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ attachments: z.array(attachment), nextCursor }) },
    ids: taskIds,
  }),
  defineRoute({
    id: 'attachments.create',
    method: 'POST',
    path: '/teams/{teamId}/tasks/{taskId}/attachments',
    summary: 'Attach a file to a task; the same file under the same id again is the same attachment',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params: taskParams,
    query: z.strictObject({ id: id.optional(), name: fileName }),
    upload: { types: [ATTACHMENT.upload], maxBytes: PLANS.pro.fileBytes, isStreamed: true },
    replies: { 201: reply },
    ids: { ...taskIds, id: 'new' },
    rateLimit: 'attachments',
  }),
  defineRoute({
    id: 'attachments.update',
    method: 'PATCH',
    path: '/teams/{teamId}/tasks/{taskId}/attachments/{attachmentId}',
    summary: 'Rename a file on a task',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params,
    body: z.strictObject({ name: fileName }),
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'attachments.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/tasks/{taskId}/attachments/{attachmentId}',
    summary: 'Take a file off a task; it can be brought back for 30 days',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'attachments.restore',
    method: 'POST',
    path: '/teams/{teamId}/tasks/{taskId}/attachments/{attachmentId}/restore',
    summary: 'Bring back a file that was taken off a task',
    rule: { kind: 'team', action: 'task.update', object: 'task' },
    params,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'attachments.file',
    method: 'GET',
    path: '/teams/{teamId}/tasks/{taskId}/attachments/{attachmentId}/file',
    summary: 'The file itself, always to be saved and never to be run',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params,
    replies: { 200: null },
    ids,
    rateLimit: 'images',
  }),
  defineRoute({
    id: 'attachments.preview',
    method: 'GET',
    path: '/teams/{teamId}/tasks/{taskId}/attachments/{attachmentId}/preview',
    summary: 'A picture on a task, drawn anew as WebP to be looked at',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params,
    query: z.strictObject({ size: z.enum(PREVIEW_SIZES).default('small') }),
    replies: { 200: null },
    ids,
    rateLimit: 'images',
  }),
] as const;
