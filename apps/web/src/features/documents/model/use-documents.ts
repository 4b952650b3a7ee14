import { can, hasRole, type Action, type WorkObject } from '@hearth/contracts/permissions/permissions';
import { useMemo } from 'react';
import { useActor, useTeamRole } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { buildTree, type Document, type DocumentTree } from './document-tree.ts';
import { documentsInTree } from './documents.data.ts';

/** Returns the tree of the documents that this user can see. */
export function useDocumentTree(): DocumentTree {
  const store = useTeamStore();
  const role = useTeamRole();
  const documents = useRows(documentsInTree(store));
  const isGuest = !hasRole(role, 'member');
  const { userId } = store;
  return useMemo(() => buildTree(documents, userId, isGuest), [documents, userId, isGuest]);
}

/** Whether this user can see any document of the team. */
export function useHasDocuments(): boolean {
  return useRows(documentsInTree(useTeamStore())).length > 0;
}

/** Returns the properties of a document that authorization depends on. */
export function workOf(row: Document): WorkObject {
  const { projectId, createdBy, access, isRestricted, archivedAt } = row;
  return { projectId, createdBy, access: { ids: access, isRestricted }, isArchived: archivedAt !== null };
}

/** Returns a function that decides whether to offer an action on a document. The server authorizes it. */
export function useDocumentMay(): (action: Action, row: Document) => boolean {
  const actor = useActor();
  const isPast = useTeamStore().at !== null;
  return (action, row) => (!isPast || action === 'document.read') && can(actor, action, workOf(row));
}

/** Returns a function that decides whether this user may create documents in a project, or in the team if the project is null. */
export function useMayMake(): (projectId: string | null) => boolean {
  const actor = useActor();
  const isPast = useTeamStore().at !== null;
  return (projectId) => !isPast && can(actor, 'document.create', { projectId, createdBy: null });
}
