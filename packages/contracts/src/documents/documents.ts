import { z } from 'zod';
import { id, instant, nextCursor, pageQuery, position, storedId } from '#core/fields.ts';
import { hasVisible } from '#core/fold.ts';
import { defineRoute } from '#core/route.ts';
import { GRANT_LEVELS } from '#permissions/permissions.ts';
import { isEmoji } from '#rich-text/comment-values.ts';
import { storedRichText } from '#rich-text/rich-text.ts';
import { BUILT_IN_TEMPLATES, DOCUMENT_LIMITS, isCover, NONE } from './document-values.ts';

/** A document without its content, as in lists and trees. */
const document = z.strictObject({
  id: storedId,
  /** The parent document. It may be hidden from the reader. */
  parentId: storedId.nullable(),
  /** Project of the document, equal for all documents of a tree. */
  projectId: storedId.nullable(),
  /** May be empty. */
  title: z.string(),
  /** An emoji. */
  icon: z.string().nullable(),
  /** One of DOCUMENT_COVERS, or `attachment:` with the id of an attachment. */
  cover: z.string().nullable(),
  /** Order key: siblings are ordered by (position, id) in byte order. */
  position: z.string(),
  /** Ids of the documents whose grants apply here. See `DocumentAccess`. */
  access: z.array(storedId),
  /** True if the document or an ancestor is private. */
  isRestricted: z.boolean(),
  /** True if the document itself is private: only users with a grant on it can see it and its descendants. */
  isPrivate: z.boolean(),
  /** True for templates of new documents, which are not part of any tree. */
  isTemplate: z.boolean(),
  isFullWidth: z.boolean(),
  /** Archived documents are read-only. Null if not archived. */
  archivedAt: instant.nullable(),
  archivedBy: storedId.nullable(),
  createdBy: storedId.nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** The user who last edited the properties or the content. */
  updatedBy: storedId.nullable(),
});
export type Document = z.infer<typeof document>;

const openDocument = document.extend({
  /** The current content. */
  content: storedRichText,
  /** The current content as plain text. */
  text: z.string(),
});
export type OpenDocument = z.infer<typeof openDocument>;

/** A document, as included in the data export of a user. */
export const ownDocument = z.strictObject({ ...document.shape, text: z.string() });
export type OwnDocument = z.infer<typeof ownDocument>;

const documentGrant = z.strictObject({
  /** The document to which the grant belongs: this document or an ancestor. */
  documentId: storedId,
  userId: storedId,
  level: z.enum(GRANT_LEVELS),
  grantedBy: storedId.nullable(),
  grantedAt: instant,
});
export type DocumentGrant = z.infer<typeof documentGrant>;

/** One line, trimmed. May be empty. */
export const documentTitle = z
  .string()
  .trim()
  .max(DOCUMENT_LIMITS.title, { error: `must be ${DOCUMENT_LIMITS.title} characters or fewer` })
  // oxlint-disable-next-line no-control-regex -- control characters are rejected intentionally
  .regex(/^[^\u0000-\u001f\u007f\ud800-\udfff]*$/u, { error: 'can’t contain control characters' })
  // A title without a visible character is the same as none.
  .transform((title) => (hasVisible(title) ? title : ''));
const icon = z
  .string()
  .max(DOCUMENT_LIMITS.icon, { error: 'must be one emoji' })
  .refine(isEmoji, { error: 'must be one emoji' });
const cover = z
  .string()
  .max(60, { error: 'must be a cover' })
  .refine(isCover, { error: 'must be the name of a cover, or attachment: and the id of a file on it' });
/** GitHub Flavored Markdown, with callouts and the other extensions of documents. */
const markdown = z
  .string()
  .max(DOCUMENT_LIMITS.markdown, { error: `must be ${DOCUMENT_LIMITS.markdown} characters or fewer` });
const templateName = z.union([z.enum(BUILT_IN_TEMPLATES), id], { error: 'must be a template' });
const isTrue = z.enum(['true', 'false']).transform((value) => value === 'true');
const orNone = z.union([z.literal(NONE), id], { error: `must be a UUID, or ${NONE}` });

const teamParams = z.strictObject({ teamId: id });
const params = z.strictObject({ teamId: id, documentId: id });
const ids = { teamId: 'team', documentId: 'document' } as const;
const grantParams = z.strictObject({ teamId: id, documentId: id, userId: id });
const grantIds = { ...ids, userId: 'user' } as const;
const reply = z.strictObject({ document });

export const documentsRoutes = [
  defineRoute({
    id: 'documents.list',
    method: 'GET',
    path: '/teams/{teamId}/documents',
    summary: 'The documents that the caller may see: those in one of them as they stand there, else by id',
    rule: { kind: 'team', action: 'documents.list' },
    params: teamParams,
    query: z.strictObject({
      ...pageQuery,
      /** `none` selects top-level documents. */
      parentId: orNone.optional(),
      /** `none` selects documents without a project. */
      projectId: orNone.optional(),
      /** Lists templates instead of documents. */
      isTemplate: isTrue.optional(),
    }),
    replies: { 200: z.strictObject({ documents: z.array(document), nextCursor }) },
    ids: { teamId: 'team', projectId: 'project', parentId: 'otherDocument' },
  }),
  defineRoute({
    id: 'documents.create',
    method: 'POST',
    path: '/teams/{teamId}/documents',
    summary: 'Make a document, in a project or in another document; of a template, if one is named',
    // Authorized against the parent, not by an object in the path.
    rule: { kind: 'team', action: 'documents.create' },
    params: teamParams,
    bodyLimit: DOCUMENT_LIMITS.body,
    body: z.strictObject({
      id: id.optional(),
      /** If empty, the template's title is used. */
      title: documentTitle,
      parentId: id.nullable().optional(),
      /** Inherited from the parent document. May be omitted if there is a parent. */
      projectId: id.nullable().optional(),
      position: position.optional(),
      icon: icon.nullable().optional(),
      cover: cover.nullable().optional(),
      isPrivate: z.boolean().optional(),
      isTemplate: z.boolean().optional(),
      /** Content that replaces the content of the template. */
      markdown: markdown.optional(),
      /** Id of a team template, or name of a built-in template. */
      templateId: templateName.optional(),
    }),
    replies: { 201: reply },
    ids: {
      teamId: 'team',
      id: 'new',
      projectId: 'project',
      parentId: 'otherDocument',
      templateId: 'documentTemplate',
    },
  }),
  defineRoute({
    id: 'documents.get',
    method: 'GET',
    path: '/teams/{teamId}/documents/{documentId}',
    summary: 'One document, with what is written in it at this moment',
    rule: { kind: 'team', action: 'document.read', object: 'document' },
    params,
    replies: { 200: z.strictObject({ document: openDocument }) },
    ids,
  }),
  defineRoute({
    id: 'documents.markdown',
    method: 'GET',
    path: '/teams/{teamId}/documents/{documentId}/markdown',
    summary: 'What is written in a document at this moment, as Markdown (text/markdown)',
    rule: { kind: 'team', action: 'document.read', object: 'document' },
    params,
    replies: { 200: null },
    ids,
  }),
  defineRoute({
    id: 'documents.update',
    method: 'PATCH',
    path: '/teams/{teamId}/documents/{documentId}',
    summary: 'Change a document or move it; what lies in it goes along',
    rule: { kind: 'team', action: 'document.update', object: 'document' },
    params,
    bodyLimit: DOCUMENT_LIMITS.body,
    body: z.strictObject({
      title: documentTitle.optional(),
      icon: icon.nullable().optional(),
      cover: cover.nullable().optional(),
      parentId: id.nullable().optional(),
      projectId: id.nullable().optional(),
      position: position.optional(),
      isPrivate: z.boolean().optional(),
      isTemplate: z.boolean().optional(),
      isFullWidth: z.boolean().optional(),
      /** Merged with concurrent edits by other users. */
      markdown: markdown.optional(),
      /** Replaces the content with that of a template, unless Markdown is given as well. */
      templateId: templateName.optional(),
    }),
    replies: { 200: reply },
    ids: { ...ids, projectId: 'project', parentId: 'otherDocument', templateId: 'documentTemplate' },
  }),
  defineRoute({
    id: 'documents.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/documents/{documentId}',
    summary: 'Move a document with all that lies in it to the trash',
    rule: { kind: 'team', action: 'document.delete', object: 'document' },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'documents.copy',
    method: 'POST',
    path: '/teams/{teamId}/documents/{documentId}/copy',
    summary: 'Copy a document, with what lies in it if wanted, next to it or into another',
    rule: { kind: 'team', action: 'document.read', object: 'document' },
    params,
    body: z.strictObject({
      id: id.optional(),
      /** Null for the top level. If omitted, the copy is placed next to the original. */
      parentId: id.nullable().optional(),
      title: documentTitle.optional(),
      withSubpages: z.boolean().optional(),
    }),
    replies: { 201: reply },
    ids: { ...ids, id: 'new', parentId: 'otherDocument' },
  }),
  defineRoute({
    id: 'documents.archive',
    method: 'PUT',
    path: '/teams/{teamId}/documents/{documentId}/archive',
    summary: 'Archive a document with all that lies in it: it can be read, and not changed',
    rule: { kind: 'team', action: 'document.archive', object: 'document' },
    params,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'documents.unarchive',
    method: 'DELETE',
    path: '/teams/{teamId}/documents/{documentId}/archive',
    summary: 'Bring a document back from the archive, with what was archived along with it',
    rule: { kind: 'team', action: 'document.archive', object: 'document' },
    params,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'documents.grants',
    method: 'GET',
    path: '/teams/{teamId}/documents/{documentId}/grants',
    summary: 'Who was given rights on a document, or on one that it lies in',
    rule: { kind: 'team', action: 'document.read', object: 'document' },
    params,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ grants: z.array(documentGrant), nextCursor }) },
    ids,
  }),
  defineRoute({
    id: 'documents.grant',
    method: 'PUT',
    path: '/teams/{teamId}/documents/{documentId}/grants/{userId}',
    summary:
      'Give a member of the team rights on a document and all that lies in it; nobody gives more than they have',
    rule: { kind: 'team', action: 'document.grant', object: 'document' },
    params: grantParams,
    body: z.strictObject({ level: z.enum(GRANT_LEVELS) }),
    replies: { 200: z.strictObject({ grant: documentGrant }) },
    ids: grantIds,
  }),
  defineRoute({
    id: 'documents.revokeGrant',
    method: 'DELETE',
    path: '/teams/{teamId}/documents/{documentId}/grants/{userId}',
    summary: 'Take those rights back',
    rule: { kind: 'team', action: 'document.grant', object: 'document' },
    params: grantParams,
    replies: { 204: null },
    ids: grantIds,
  }),
] as const;
