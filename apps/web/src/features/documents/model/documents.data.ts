import type { SyncRows } from '@hearth/contracts/sync';
import {
  compareByPosition,
  defineRecipe,
  keyAt,
  typedText,
  updateCommand,
  type Command,
  type Effect,
  type TeamStore,
  type View,
} from '#platform/sync/index.ts';
import { listSubtree, type Document } from './document-tree.ts';

/** Location of a document: in another document, or at the top level of a project or of the team. */
export interface DocumentLocation {
  parentId: string | null;
  projectId: string | null;
}

interface NewDocument extends Partial<DocumentLocation> {
  title?: string;
  icon?: string | null;
  isPrivate?: boolean;
  isTemplate?: boolean;
  /** Id of a team template or the name of a built-in template. */
  templateId?: string;
  markdown?: string;
}

type DocumentFields = Partial<Pick<Document, 'title' | 'icon' | 'cover' | 'isFullWidth' | 'isTemplate'>>;

/** Documents in the tree: neither archived nor templates. */
export function documentsInTree(store: TeamStore): View<'document'> {
  return store.sharedView('documents', {
    entity: 'document',
    filter: ({ archivedAt, isTemplate }) => archivedAt === null && !isTemplate,
    compare: compareByPosition,
  });
}

/** Archived documents, most recently archived first. */
export function archivedDocuments(store: TeamStore): View<'document'> {
  return store.sharedView('archived documents', {
    entity: 'document',
    filter: ({ archivedAt, isTemplate }) => archivedAt !== null && !isTemplate,
    compare: (a, b) => ((a.archivedAt ?? '') < (b.archivedAt ?? '') ? 1 : -1),
  });
}

/** The team's own templates, most recently changed first. */
export function documentTemplates(store: TeamStore): View<'document'> {
  return store.sharedView('document templates', {
    entity: 'document',
    filter: ({ isTemplate }) => isTemplate,
    compare: (a, b) => (a.updatedAt < b.updatedAt ? 1 : -1),
  });
}

/** Returns all siblings ordered by their position keys, including those that this user's tree does not show together. */
function siblingIds(store: TeamStore, { parentId, projectId }: DocumentLocation): string[] {
  return store
    .all('document')
    .filter(
      (row) =>
        row.parentId === parentId && (parentId !== null || row.projectId === projectId) && !row.isTemplate,
    )
    .toSorted((a, b) => compareByPosition(a, b) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** Creates a document at the end of its location, optionally from a template. */
export function createDocument(store: TeamStore, input: NewDocument, id = store.newId()): Command {
  const parent = input.parentId == null ? undefined : store.row('document', input.parentId);
  const location: DocumentLocation = {
    parentId: input.parentId ?? null,
    projectId: parent === undefined ? (input.projectId ?? null) : parent.projectId,
  };
  const siblings = siblingIds(store, location);
  const position = keyAt(siblings, siblings.length, (one) => store.row('document', one));
  const now = new Date(store.now()).toISOString();
  const isPrivate = input.isPrivate ?? false;
  const row: Document = {
    id,
    ...location,
    title: input.title ?? '',
    icon: input.icon ?? null,
    cover: null,
    position,
    access: [...(isPrivate ? [id] : []), ...(isPrivate ? [] : (parent?.access ?? []))],
    isRestricted: isPrivate || parent?.isRestricted === true,
    isPrivate,
    isTemplate: input.isTemplate ?? false,
    isFullWidth: false,
    archivedAt: null,
    archivedBy: null,
    createdBy: store.userId,
    createdAt: now,
    updatedAt: now,
    updatedBy: store.userId,
  };
  const { parentId: _parentId, projectId: _projectId, title = '', ...rest } = input;
  return {
    route: 'POST /teams/{teamId}/documents',
    params: { teamId: store.teamId },
    body: {
      id,
      title,
      ...rest,
      position,
      ...(location.parentId === null
        ? location.projectId === null
          ? {}
          : { projectId: location.projectId }
        : { parentId: location.parentId }),
    },
    effects: [{ entity: 'document', id, op: 'put', fields: row }, ...(isPrivate ? grantToManager(id) : [])],
    text: typedText({ title }),
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

/** The optimistic grant of a private document's creator, who manages it. */
function grantToManager(id: string): Effect[] {
  return [{ entity: 'grant', id, op: 'put', fields: { id, level: 'manage' } }];
}

/** Returns the command without its inverse so that Ctrl+Z outside the document does not undo it. */
export function withoutUndo({ inverse: _inverse, ...command }: Command): Command {
  return command;
}

export function updateDocument(store: TeamStore, id: string, fields: DocumentFields): Command {
  return updateCommand(store, {
    entity: 'document',
    id,
    route: 'PATCH /teams/{teamId}/documents/{documentId}',
    params: { teamId: store.teamId, documentId: id },
    fields: { ...fields },
  });
}

/**
 * Moves a document with its descendants. The server determines who can then see it.
 * @param after the sibling to follow; null for the first position, undefined for the last one
 */
export function moveDocument(
  store: TeamStore,
  id: string,
  { isPrivate, ...location }: DocumentLocation & { isPrivate?: boolean },
  after?: string | null,
): Command {
  const others = siblingIds(store, location).filter((one) => one !== id);
  const at = after === null ? 0 : after === undefined ? others.length : others.indexOf(after) + 1;
  const position = keyAt(others, at, (one) => store.row('document', one));
  return placeDocument(store, id, {
    ...location,
    position,
    ...(isPrivate === undefined ? {} : { isPrivate }),
  });
}

interface DocumentPosition extends DocumentLocation {
  position: string;
  /** Undefined leaves the setting unchanged. */
  isPrivate?: boolean;
}

function placeDocument(store: TeamStore, id: string, to: DocumentPosition): Command {
  const row = store.row('document', id);
  const before: DocumentPosition | null =
    row === undefined
      ? null
      : {
          parentId: row.parentId,
          projectId: row.projectId,
          position: row.position,
          ...(to.isPrivate === undefined ? {} : { isPrivate: row.isPrivate }),
        };
  const isOtherProject = before !== null && before.projectId !== to.projectId;
  const { parentId, projectId, position, isPrivate } = to;
  const privacy = isPrivate === undefined ? {} : { isPrivate };
  // At the top level, the document inherits no restriction. The server sends the remaining access changes.
  const visibility =
    isPrivate === undefined ? {} : { isPrivate, isRestricted: isPrivate, access: isPrivate ? [id] : [] };
  const below = row === undefined || !isOtherProject ? [] : listSubtree(childrenOf(store), row).slice(1);
  return {
    route: 'PATCH /teams/{teamId}/documents/{documentId}',
    params: { teamId: store.teamId, documentId: id },
    // A document inside another one belongs to the parent's project.
    body:
      parentId === null ? { parentId, projectId, position, ...privacy } : { parentId, position, ...privacy },
    effects: [
      { entity: 'document', id, op: 'patch', fields: { parentId, projectId, position, ...visibility } },
      ...(isPrivate === true ? grantToManager(id) : []),
      ...below.map((one) => ({
        entity: 'document' as const,
        id: one.id,
        op: 'patch' as const,
        fields: { projectId },
      })),
    ],
    ...(before === null
      ? {}
      : { inverse: { kind: 'whole' as const, by: restorePosition({ id, ...before }) } }),
  };
}

function childrenOf(store: TeamStore): ReadonlyMap<string, Document[]> {
  return Map.groupBy(store.all('document'), ({ parentId }) => parentId ?? '');
}

/** Moves a document and its descendants to the trash. */
export function deleteDocument(store: TeamStore, id: string): Command {
  const row = store.row('document', id);
  const deleted = row === undefined ? [] : listSubtree(childrenOf(store), row);
  return {
    route: 'DELETE /teams/{teamId}/documents/{documentId}',
    params: { teamId: store.teamId, documentId: id },
    effects: deleted.map((one) => ({ entity: 'document', id: one.id, op: 'delete' })),
    ...(row === undefined
      ? {}
      : { inverse: { kind: 'whole' as const, by: restoreAgain({ id, gone: deleted }) } }),
  };
}

/** Restores a document with the descendants trashed by cascade. */
export function restoreDocument(store: TeamStore, id: string, deleted: readonly Document[]): Command {
  return {
    route: 'POST /teams/{teamId}/trash/{itemId}/restore',
    params: { teamId: store.teamId, itemId: id },
    effects: deleted.map((row) => ({ entity: 'document', id: row.id, op: 'put', fields: row })),
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

/** Archives a document with its descendants, or restores it. */
export function archiveDocument(store: TeamStore, id: string, isArchived: boolean): Command {
  const row = store.row('document', id);
  const archivedAt = new Date(store.now()).toISOString();
  const all = row === undefined ? [] : listSubtree(childrenOf(store), row);
  // Also restore the documents that were archived by cascade.
  const changed = all.filter((one) =>
    isArchived ? one.archivedAt === null : one.archivedAt === row?.archivedAt,
  );
  const fields = isArchived
    ? { archivedAt, archivedBy: store.userId }
    : { archivedAt: null, archivedBy: null };
  return {
    route: `${isArchived ? 'PUT' : 'DELETE'} /teams/{teamId}/documents/{documentId}/archive`,
    params: { teamId: store.teamId, documentId: id },
    effects: changed.map((one) => ({ entity: 'document', id: one.id, op: 'patch', fields })),
    inverse: { kind: 'whole', by: archiveAgain({ id, isArchived: !isArchived }) },
  };
}

/** Duplicates a document below the original, optionally with its descendants. */
export function copyDocument(
  store: TeamStore,
  id: string,
  title: string,
  { withSubpages = false, newId = store.newId() }: { withSubpages?: boolean; newId?: string } = {},
): Command {
  const row = store.row('document', id);
  const now = new Date(store.now()).toISOString();
  const copy: SyncRows['document'] | null =
    row === undefined
      ? null
      : { ...row, id: newId, title, createdBy: store.userId, createdAt: now, updatedAt: now };
  return {
    route: 'POST /teams/{teamId}/documents/{documentId}/copy',
    params: { teamId: store.teamId, documentId: id },
    body: { id: newId, title, ...(withSubpages ? { withSubpages } : {}) },
    effects: copy === null ? [] : [{ entity: 'document', id: newId, op: 'put', fields: copy }],
    inverse: { kind: 'whole', by: deleteAgain(newId) },
  };
}

const deleteAgain = defineRecipe('delete document', (store, id: string) =>
  store.row('document', id) === undefined ? null : deleteDocument(store, id),
);
const restoreAgain = defineRecipe(
  'restore document',
  (store, { id, gone }: { id: string; gone: readonly Document[] }) => restoreDocument(store, id, gone),
);
const restorePosition = defineRecipe(
  'place document',
  (store, { id, ...to }: DocumentPosition & { id: string }) => {
    const isParentMissing = to.parentId !== null && store.row('document', to.parentId) === undefined;
    return store.row('document', id) === undefined || isParentMissing ? null : placeDocument(store, id, to);
  },
);
const archiveAgain = defineRecipe(
  'archive document',
  (store, { id, isArchived }: { id: string; isArchived: boolean }) => {
    const row = store.row('document', id);
    // No-op: another user has already archived or restored it.
    if (row === undefined || (row.archivedAt !== null) === isArchived) return null;
    return archiveDocument(store, id, isArchived);
  },
);
