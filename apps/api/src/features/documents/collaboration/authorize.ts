import { can, canSee, isDeniedByArchiveOnly } from '@hearth/contracts/permissions/permissions';
import { SCHEMA_VERSION } from '@hearth/contracts/rich-text/rich-text-values';
import type { CloseReason } from '@hearth/contracts/documents/collaboration-values';
import { loadDocumentObject } from '#features/documents/model/documents.queries.ts';
import type { DocumentName } from '#features/documents/store/checkpoints.ts';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { AccessPort, App, LoadedActor, LoadedObject } from '#platform/feature.ts';
import { loadReader, type View } from '#platform/http/view-as.ts';
import type { DocumentAccess } from './document-connection.ts';
import type { SocketOwner } from './document-socket.ts';

type AuthorizePort = Pick<AccessPort, 'loadActor' | 'explainTokenRefusal'>;

/** A request to open one document. */
export interface OpenRequest extends DocumentName {
  owner: SocketOwner;
  view: View | 'ended' | null;
}

/**
 * Authorizes requests for documents of one team against the current rights. Loads each actor and each document only once. As in the HTTP
 * API, the result is NOT_FOUND for documents that the user may not see.
 */
export async function authorize(
  app: App,
  port: AuthorizePort,
  teamId: string,
  requests: readonly OpenRequest[],
): Promise<(DocumentAccess | CloseReason)[]> {
  return await readTeam(app.db, { teamId, userId: null }, async (tx) => {
    const actors = new Map<string, LoadedActor | CloseReason>();
    const objects = new Map<string, LoadedObject | null>();
    const decisions: (DocumentAccess | CloseReason)[] = [];
    for (const request of requests) {
      const { owner, view, documentId } = request;
      const who = `${owner.session.id} ${view === 'ended' ? view : (view?.viewedId ?? '')}`;
      const actor = actors.get(who) ?? (await loadRequester(tx, port, request));
      actors.set(who, actor);
      if (typeof actor === 'string') {
        decisions.push(actor);
        continue;
      }
      const known = objects.get(documentId);
      const object = known === undefined ? await loadDocumentObject(tx, documentId) : known;
      objects.set(documentId, object);
      decisions.push(decide(actor, object, request));
    }
    return decisions;
  });
}

async function loadRequester(
  tx: TeamTx,
  { loadActor, explainTokenRefusal }: AuthorizePort,
  { owner: { session }, view, teamId }: OpenRequest,
): Promise<LoadedActor | CloseReason> {
  const { token, userId } = session;
  if (token !== undefined && token.onlyTeam !== null && token.onlyTeam !== teamId) return 'NOT_FOUND';
  try {
    const actor = await loadReader(loadActor, tx, userId, view);
    if (actor === null) return 'NOT_FOUND';
    if (token !== undefined && (await explainTokenRefusal(tx, actor, token)) !== null) return 'FORBIDDEN';
    return { ...actor, rights: actor.rights ?? (await loadActor(tx, userId))?.rights ?? -1 };
  } catch (error) {
    // The user may no longer view the team as another member.
    if (error instanceof AppError && error.code === 'FORBIDDEN') return 'FORBIDDEN';
    throw error;
  }
}

function decide(
  actor: LoadedActor,
  object: LoadedObject | null,
  { owner, view }: OpenRequest,
): DocumentAccess | CloseReason {
  if (object === null || object.isTrashed === true || !canSee(actor, object)) return 'NOT_FOUND';
  if (!can(actor, 'document.read', object)) return 'FORBIDDEN';
  const { rights } = actor;
  const { token } = owner.session;
  if (view !== null) return { rights, readOnly: 'view' };
  if (isDeniedByArchiveOnly(actor, 'document.update', object)) return { rights, readOnly: 'archived' };
  const mayEdit = can(actor, 'document.update', object);
  if (!mayEdit || (token !== undefined && !token.scopes.includes('documents.update')))
    return { rights, readOnly: 'rights' };
  return { rights, readOnly: owner.schema < SCHEMA_VERSION ? 'reload' : null };
}
