import { DOCUMENT_COVERS } from '@hearth/contracts/documents/document-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { listAncestors } from '#features/documents/model/document-tree.ts';
import {
  archiveDocument,
  copyDocument,
  createDocument,
  deleteDocument,
  moveDocument,
  updateDocument,
} from '#features/documents/model/documents.data.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import type { Act, Chance } from './chance.ts';
import { anyProject, isNotArchived } from './find.ts';

type Document = SyncRows['document'];

const anyDocument = (store: TeamStore, chance: Chance): Document | undefined =>
  chance.row(
    store,
    'document',
    ({ archivedAt, isTemplate, projectId }) =>
      archivedAt === null && !isTemplate && isNotArchived(store, projectId),
  );

const isIn = (store: TeamStore, row: Document, id: string): boolean =>
  listAncestors(new Map(store.all('document').map((one) => [one.id, one])), row.id).some(
    (one) => one.id === id,
  );

/** Random actions on documents. */
export const documentActs: Record<string, Act> = {
  // Never a private document, for the same reason as with projects (team-acts.ts).
  createDocument: (store, chance) => {
    const parent = chance.below(2) === 0 ? anyDocument(store, chance) : undefined;
    const location =
      parent === undefined ? { projectId: anyProject(store, chance)?.id ?? null } : { parentId: parent.id };
    return createDocument(store, { ...location, title: chance.word(), icon: chance.one(['📌', null]) });
  },
  updateDocument: (store, chance) => {
    const document = anyDocument(store, chance);
    const changes = [
      { title: chance.word() },
      { icon: '🎯', cover: chance.one(DOCUMENT_COVERS) },
      { isFullWidth: document?.isFullWidth !== true },
    ];
    return document && updateDocument(store, document.id, chance.one(changes));
  },
  moveDocument: (store, chance) => {
    const document = anyDocument(store, chance);
    if (document === undefined) return null;
    const parent = chance.row(
      store,
      'document',
      (row) =>
        row.id !== document.id &&
        row.archivedAt === null &&
        !row.isTemplate &&
        isNotArchived(store, row.projectId) &&
        !isIn(store, row, document.id),
    );
    const location =
      parent === undefined || chance.below(2) === 0
        ? { parentId: null, projectId: anyProject(store, chance)?.id ?? null }
        : { parentId: parent.id, projectId: parent.projectId };
    return moveDocument(store, document.id, location, null);
  },
  archiveDocument: (store, chance) => {
    const document = anyDocument(store, chance);
    return document && archiveDocument(store, document.id, true);
  },
  copyDocument: (store, chance) => {
    const document = anyDocument(store, chance);
    return document && copyDocument(store, document.id, chance.word());
  },
  deleteDocument: (store, chance) => {
    const document = anyDocument(store, chance);
    return document && deleteDocument(store, document.id);
  },
};
