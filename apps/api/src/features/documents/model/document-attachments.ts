import type { AttachmentKind } from '#features/attachments/index.ts';
import { can } from '@hearth/contracts/permissions/permissions';
import { notFound, refusalOf } from '#platform/errors.ts';
import { DOCUMENT_FILES } from './document-files.queries.ts';
import { asObject, lockDocument } from './documents.queries.ts';

/** Attachments of documents: images and files in the content, and covers. */
export const documentAttachments: AttachmentKind = {
  thing: 'document',
  subject: 'document',
  entity: null,
  field: 'documentId',
  table: DOCUMENT_FILES,
  async lock({ tx }, { subjectId, actor }) {
    const document = await lockDocument(tx, subjectId);
    if (document === null) throw notFound('This document');
    const object = asObject(document);
    if (!can(actor, 'document.update', object)) throw refusalOf(actor, 'document.update', object);
    return { projectId: document.projectId };
  },
};
