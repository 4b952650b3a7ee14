import type { DocumentGrant } from '@hearth/contracts/documents/documents';
import { levelOf, type Actor, type GrantLevel } from '@hearth/contracts/permissions/permissions';
import type { SyncRows } from '@hearth/contracts/sync';
import { call } from '#platform/api/api-client.ts';
import { readAllPages } from '#platform/api/read-pages.ts';
import type { Document } from '#features/documents/model/document-tree.ts';

type Member = SyncRows['member'];

/** A user who can open the document, with their access level and the reason for the access. */
export interface DocumentReader {
  person: Member;
  level: GrantLevel;
  /** The reader's grant on this document itself. Null if access is inherited or comes from their role. */
  own: DocumentGrant | null;
  /** The document from which access is inherited, if any. */
  fromId: string | null;
}

/** Fetches all pages of the document's effective grants. */
export async function readDocumentGrants(
  teamId: string,
  documentId: string,
  signal?: AbortSignal,
): Promise<DocumentGrant[]> {
  const params = { teamId, documentId };
  const pages = await readAllPages((cursor) =>
    call('GET /teams/{teamId}/documents/{documentId}/grants', {
      params,
      query: { limit: 200, cursor },
      signal,
    }),
  );
  return pages.flatMap(({ grants }) => grants);
}

/**
 * Returns the users who can open the document, those with a grant on it first. Each group is in the given order.
 * @param project the document's project; grants on the project itself are not included
 */
export function listReaders(
  members: readonly Member[],
  grants: readonly DocumentGrant[],
  row: Document,
  project: SyncRows['project'] | undefined,
): DocumentReader[] {
  const found = members.flatMap((person): DocumentReader[] => {
    const ownGrants = grants.filter(({ userId }) => userId === person.userId);
    const actor: Actor = {
      userId: person.userId,
      role: person.teamRole,
      grants: {},
      privateProjects: project?.isPrivate === true ? { [project.id]: true } : {},
      pages: Object.fromEntries(ownGrants.map(({ documentId, level }) => [documentId, level])),
    };
    const access = { ids: row.access, isRestricted: row.isRestricted };
    const level = levelOf(actor, { projectId: row.projectId, access });
    if (level === null) return [];
    const own = ownGrants.find(({ documentId }) => documentId === row.id) ?? null;
    const above = ownGrants.find(({ documentId, level: given }) => documentId !== row.id && given === level);
    return [{ person, level, own, fromId: own === null ? (above?.documentId ?? null) : null }];
  });
  return [...found.filter(({ own }) => own !== null), ...found.filter(({ own }) => own === null)];
}
