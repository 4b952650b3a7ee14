import { documentAttachmentRoutes } from '@hearth/contracts/documents/document-attachments';
import {
  addAttachmentKind,
  addStoredBytes,
  bindAttachments,
  isAttachment,
} from '#features/attachments/index.ts';
import { addAccountPart } from '#features/auth/index.ts';
import { addTrashKind } from '#features/tasks/index.ts';
import { findRoute, type App, type Binding, type Feature } from '#platform/feature.ts';
import { bindCollaboration, Collaboration } from '#features/documents/collaboration/collaboration.ts';
import { MarkdownReader } from '#features/documents/content/markdown-reader.ts';
import { countDocumentBytes } from '#features/documents/store/states.queries.ts';
import { getTexts } from '#features/documents/store/texts.ts';
import { createDocumentPart } from '#features/documents/model/document-account.ts';
import { readDocument } from '#features/documents/store/documents-store.ts';
import { bindDocumentFavourites } from '#features/documents/model/document-favourites.ts';
import { bindCopyFile } from '#features/documents/model/copy-file.ts';
import { documentAttachments } from '#features/documents/model/document-attachments.ts';
import { DOCUMENT_FILES } from '#features/documents/model/document-files.queries.ts';
import { loadDocumentObject } from '#features/documents/model/documents.queries.ts';
import { passOnDocuments } from '#features/documents/sharing/last-manager.ts';
import { expireDocuments } from '#features/documents/trash/expire-documents.ts';
import { purgeDocuments } from '#features/documents/trash/document-purge.queries.ts';
import { restoreDocument } from '#features/documents/trash/document-trash.service.ts';
import { trashedDocuments } from '#features/documents/trash/document-trash.queries.ts';
import { projectDocuments } from '#features/documents/trash/project-documents.ts';
import { bindDocuments } from './documents.routes.ts';
import { documentSnapshot } from './snapshot.queries.ts';

export { lockTrees, putDocumentRows } from '#features/documents/model/documents.queries.ts';
export { wasDocumentVisible } from '#features/documents/model/past-sight.queries.ts';
export { getCheckpoints } from '#features/documents/store/growth.ts';
export { writeDocument } from './write-document.ts';
export { FirstStates, readDocument } from '#features/documents/store/documents-store.ts';

export async function documents(app: App): Promise<Feature> {
  app.events.on('member.removed', passOnDocuments);
  app.events.onEach(projectDocuments);
  addTrashKind(app, {
    name: 'document',
    select: trashedDocuments,
    restore: restoreDocument,
    expire: expireDocuments,
    purge: purgeDocuments,
  });
  addAttachmentKind(app, documentAttachments);
  addStoredBytes(app, countDocumentBytes);
  addAccountPart(app, createDocumentPart(app, readDocument));
  const markdown = new MarkdownReader();
  const { bindings, disconnect, close } = bindCollaboration(app, new Collaboration(app));
  return {
    name: 'documents',
    bindings: [
      ...bindDocuments(app, markdown),
      ...bindDocumentFavourites(app),
      ...bindFiles(app),
      bindCopyFile(app),
      ...bindings,
    ],
    objects: { document: loadDocumentObject },
    exists: { documentAttachment: (tx, id) => isAttachment(tx, DOCUMENT_FILES, id) },
    snapshot: documentSnapshot,
    disconnect,
    close: async () => {
      await markdown.close();
      await getTexts(app).close();
      await close();
    },
  };
}

function bindFiles(app: App): Binding[] {
  return bindAttachments(app, documentAttachments, {
    list: findRoute('documentAttachments.list', documentAttachmentRoutes),
    create: findRoute('documentAttachments.create', documentAttachmentRoutes),
    update: findRoute('documentAttachments.update', documentAttachmentRoutes),
    remove: findRoute('documentAttachments.delete', documentAttachmentRoutes),
    restore: findRoute('documentAttachments.restore', documentAttachmentRoutes),
    file: findRoute('documentAttachments.file', documentAttachmentRoutes),
    preview: findRoute('documentAttachments.preview', documentAttachmentRoutes),
  });
}
