import { z } from 'zod';
import { ATTACHMENT, PREVIEW_SIZES } from '#attachments/attachment-values.ts';
import { attachment, fileName } from '#attachments/attachments.ts';
import { PLANS } from '#billing/plans.ts';
import { id, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';

/** An attachment of a document. */
export const documentAttachment = attachment.omit({ taskId: true }).extend({ documentId: storedId });
export type DocumentAttachment = z.infer<typeof documentAttachment>;

const documentParams = z.strictObject({ teamId: id, documentId: id });
const documentIds = { teamId: 'team', documentId: 'document' } as const;
const params = documentParams.extend({ attachmentId: id });
const ids = { ...documentIds, attachmentId: 'documentAttachment' } as const;
const reply = z.strictObject({ attachment: documentAttachment });

export const documentAttachmentRoutes = [
  defineRoute({
    id: 'documentAttachments.list',
    method: 'GET',
    path: '/teams/{teamId}/documents/{documentId}/attachments',
    summary: 'The files on a document, the oldest first',
    rule: { kind: 'team', action: 'document.read', object: 'document' },
    params: documentParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ attachments: z.array(documentAttachment), nextCursor }) },
    ids: documentIds,
  }),
  defineRoute({
    id: 'documentAttachments.create',
    method: 'POST',
    path: '/teams/{teamId}/documents/{documentId}/attachments',
    summary: 'Attach a file to a document; the same file under the same id again is the same attachment',
    rule: { kind: 'team', action: 'document.update', object: 'document' },
    params: documentParams,
    query: z.strictObject({ id: id.optional(), name: fileName }),
    upload: { types: [ATTACHMENT.upload], maxBytes: PLANS.pro.fileBytes, isStreamed: true },
    replies: { 201: reply },
    ids: { ...documentIds, id: 'new' },
    rateLimit: 'attachments',
  }),
  defineRoute({
    id: 'documentAttachments.copy',
    method: 'POST',
    path: '/teams/{teamId}/documents/{documentId}/attachments/copy',
    summary:
      'Copy a file from another document, where pasted text names it; a file that is there already stays as it is',
    rule: { kind: 'team', action: 'document.update', object: 'document' },
    params: documentParams,
    body: z.strictObject({
      fromDocumentId: id,
      /** The id of the original attachment also resolves to its copy, because references in copied content keep the original id. */
      attachmentId: id,
    }),
    replies: { 201: reply },
    ids: { ...documentIds, fromDocumentId: 'otherDocument', attachmentId: 'documentAttachment' },
  }),
  defineRoute({
    id: 'documentAttachments.update',
    method: 'PATCH',
    path: '/teams/{teamId}/documents/{documentId}/attachments/{attachmentId}',
    summary: 'Rename a file on a document',
    rule: { kind: 'team', action: 'document.update', object: 'document' },
    params,
    body: z.strictObject({ name: fileName }),
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'documentAttachments.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/documents/{documentId}/attachments/{attachmentId}',
    summary: 'Take a file off a document; it can be brought back for 30 days',
    rule: { kind: 'team', action: 'document.update', object: 'document' },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'documentAttachments.restore',
    method: 'POST',
    path: '/teams/{teamId}/documents/{documentId}/attachments/{attachmentId}/restore',
    summary: 'Bring back a file that was taken off a document',
    rule: { kind: 'team', action: 'document.update', object: 'document' },
    params,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'documentAttachments.file',
    method: 'GET',
    path: '/teams/{teamId}/documents/{documentId}/attachments/{attachmentId}/file',
    summary: 'The file itself, always to be saved and never to be run',
    rule: { kind: 'team', action: 'document.read', object: 'document' },
    params,
    replies: { 200: null },
    ids,
    rateLimit: 'images',
  }),
  defineRoute({
    id: 'documentAttachments.preview',
    method: 'GET',
    path: '/teams/{teamId}/documents/{documentId}/attachments/{attachmentId}/preview',
    summary: 'A picture on a document, drawn anew as WebP to be looked at',
    rule: { kind: 'team', action: 'document.read', object: 'document' },
    params,
    query: z.strictObject({ size: z.enum(PREVIEW_SIZES).default('small') }),
    replies: { 200: null },
    ids,
    rateLimit: 'images',
  }),
] as const;
