import { z } from 'zod';
import { fileName } from '@hearth/contracts/attachments/attachments';
import { DOCUMENT_LIMITS, isCover } from '@hearth/contracts/documents/document-values';
import { documentTitle } from '@hearth/contracts/documents/documents';
import { GRANT_LEVELS } from '@hearth/contracts/permissions/permissions';
import { isEmoji } from '@hearth/contracts/rich-text/comment-values';
import { parseMergedDocument } from '@hearth/contracts/rich-text/rich-text-check-values';
import { isOrderKey } from '#platform/order-keys.ts';

/* Schemas of the document rows in a team's export file; see part-rows.ts. */
const id = z.uuid().transform((value) => value.toLowerCase());
const at = z.iso.datetime({ precision: 3 });
const someone = id.nullable();
const count = z.number().int().min(0).max(1_000_000_000);

export const documentRow = z
  .strictObject({
    id,
    parentId: id.nullable(),
    projectId: id.nullable(),
    title: documentTitle,
    icon: z.string().max(DOCUMENT_LIMITS.icon).refine(isEmoji).nullable(),
    cover: z.string().refine(isCover).nullable(),
    position: z.string().refine(isOrderKey),
    isPrivate: z.boolean(),
    isTemplate: z.boolean(),
    isFullWidth: z.boolean(),
    archivedAt: at.nullable(),
    archivedBy: someone,
    archivedWith: id.nullable(),
    createdBy: someone,
    createdAt: at,
    updatedBy: someone,
    updatedAt: at,
    deletedAt: at.nullable(),
    deletedBy: someone,
    deletedWith: id.nullable(),
  })
  .refine(
    ({ archivedAt, archivedBy, archivedWith }) =>
      archivedAt !== null || (archivedBy ?? archivedWith) === null,
  )
  .refine(
    ({ deletedAt, deletedBy, deletedWith }) => deletedAt !== null || (deletedBy ?? deletedWith) === null,
  );

export const documentGrantRow = z.strictObject({
  documentId: id,
  userId: id,
  level: z.enum(GRANT_LEVELS),
  grantedBy: someone,
  grantedAt: at,
});

export const documentContentRow = z.strictObject({
  documentId: id,
  /** Parsed like collaborative content: nodes outside of the schema are kept as unknown nodes and are rendered as such. */
  content: z
    .looseObject({ type: z.literal('doc'), content: z.array(z.unknown()) })
    .transform(({ content }, context) => {
      try {
        return parseMergedDocument(content);
      } catch {
        context.addIssue({ code: 'custom', message: 'isn’t the content of a document' });
        return z.NEVER;
      }
    }),
});

export const documentAttachmentRow = z.strictObject({
  id,
  documentId: id,
  name: fileName,
  type: z.string().max(100),
  bytes: count,
  width: count.nullable(),
  height: count.nullable(),
  // Missing in older files, which have no copied attachments.
  copiedFrom: id.nullable().default(null),
  createdBy: someone,
  createdAt: at,
});
