import { can, canSee, isKeptByArchive } from '@hearth/contracts/permissions/permissions';
import { SCHEMA_VERSION } from '@hearth/contracts/rich-text/rich-text-values';
import type { CloseReason } from '@hearth/contracts/documents/collaboration-values';
import { loadDocumentObject } from '#features/documents/model/documents.queries.ts';
import type { DocumentName } from '#features/documents/store/checkpoints.ts';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { AccessPort, App, LoadedActor, LoadedObject } from '#platform/feature.ts';
import { loadReader, type View } from '#platform/http/view-as.ts';
import type { Verdict } from './attachment.ts';
import type { SocketOwner } from './document-socket.ts';

type JudgePort = Pick<AccessPort, 'loadActor' | 'explainTokenRefusal'>;

/** Who asks for a document. */
export interface Asker extends DocumentName {
  owner: SocketOwner;
  view: View | 'ended' | null;
}

/**
 * What these may do with their documents of one team, by the rights of this moment; each person and each document is looked
 * up once. Refusals are as those of HTTP: what somebody may not know of is not there.
 */
export async function judge(
  app: App,
  port: JudgePort,
  teamId: string,
  askers: readonly Asker[],
): Promise<(Verdict | CloseReason)[]> {
  return await withTeam(
    app.db,
    { teamId, userId: null },
    async (tx) => {
      const actors = new Map<string, LoadedActor | CloseReason>();
      const objects = new Map<string, LoadedObject | null>();
      const verdicts: (Verdict | CloseReason)[] = [];
      for (const asker of askers) {
        const { owner, view, documentId } = asker;
        const who = `${owner.session.id} ${view === 'ended' ? view : (view?.viewedId ?? '')}`;
        const actor = actors.get(who) ?? (await loadAsker(tx, port, asker));
        actors.set(who, actor);
        if (typeof actor === 'string') {
          verdicts.push(actor);
          continue;
        }
        const known = objects.get(documentId);
        const object = known === undefined ? await loadDocumentObject(tx, documentId) : known;
        objects.set(documentId, object);
        verdicts.push(decide(actor, object, asker));
      }
      return verdicts;
    },
    { isReadOnly: true },
  );
}

async function loadAsker(
  tx: TeamTx,
  { loadActor, explainTokenRefusal }: JudgePort,
  { owner: { session }, view, teamId }: Asker,
): Promise<LoadedActor | CloseReason> {
  const { token, userId } = session;
  if (token !== undefined && token.onlyTeam !== null && token.onlyTeam !== teamId) return 'NOT_FOUND';
  try {
    const actor = await loadReader(loadActor, tx, userId, view);
    if (actor === null) return 'NOT_FOUND';
    if (token !== undefined && (await explainTokenRefusal(tx, actor, token)) !== null) return 'FORBIDDEN';
    return { ...actor, rights: actor.rights ?? (await loadActor(tx, userId))?.rights ?? -1 };
  } catch (error) {
    // A view that may not go on.
    if (error instanceof AppError && error.code === 'FORBIDDEN') return 'FORBIDDEN';
    throw error;
  }
}

function decide(
  actor: LoadedActor,
  object: LoadedObject | null,
  { owner, view }: Asker,
): Verdict | CloseReason {
  if (object === null || object.isTrashed === true || !canSee(actor, object)) return 'NOT_FOUND';
  if (!can(actor, 'document.read', object)) return 'FORBIDDEN';
  const { rights } = actor;
  const { token } = owner.session;
  if (view !== null) return { rights, readOnly: 'view' };
  if (isKeptByArchive(actor, 'document.update', object)) return { rights, readOnly: 'archived' };
  const mayEdit = can(actor, 'document.update', object);
  if (!mayEdit || (token !== undefined && !token.scopes.includes('documents.update')))
    return { rights, readOnly: 'rights' };
  return { rights, readOnly: owner.schema < SCHEMA_VERSION ? 'reload' : null };
}
