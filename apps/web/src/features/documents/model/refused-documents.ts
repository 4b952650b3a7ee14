import type { Problem } from '@hearth/contracts/core/errors';
import type { Command, Refusal, TeamStore } from '#platform/sync/index.ts';
import type { Document } from './document-tree.ts';

/** A document whose creation the server rejected. Its text is kept on this device under its id. */
export interface RefusedDocument {
  /** The create, followed by the changes that depend on it. */
  refusals: readonly Refusal[];
  problem: Problem;
  /** The document's row before the rejection. */
  row: Document;
}

/** Returns null unless the document was rejected and has not been created again since then. */
export function findRefusedDocument(
  refusals: readonly Refusal[],
  documentId: string,
): RefusedDocument | null {
  const own = refusals.filter(({ mutation }) =>
    mutation.effects.some(({ entity, id }) => entity === 'document' && id === documentId),
  );
  const create = own.find(({ mutation }) => creates(mutation, documentId));
  if (create === undefined) return null;
  const fields = own.flatMap(({ mutation }) =>
    mutation.effects.flatMap((effect) =>
      effect.entity === 'document' && effect.id === documentId && effect.op !== 'delete'
        ? [effect.fields as Partial<Document>]
        : [],
    ),
  );
  return { refusals: own, problem: create.problem, row: Object.assign({}, ...fields) as Document };
}

/** Whether creating the document again requires this rejected mutation. */
export function isOfRefusedDocument(refusals: readonly Refusal[], { mutation }: Refusal): boolean {
  return mutation.effects.some(
    ({ entity, id }) => entity === 'document' && refusals.some((other) => creates(other.mutation, id)),
  );
}

/** Creates the document again with the same id. */
export function createAgain(store: TeamStore, { refusals }: RefusedDocument): void {
  for (const { mutation } of refusals) {
    const { mutationId, route, params, body, effects, text } = mutation;
    const command: Command = { route, params, effects };
    if (body !== undefined) command.body = body;
    if (text !== undefined) command.text = text;
    store.mutate(command);
    void store.dismissRefusal(mutationId);
  }
}

function creates({ route, effects }: Refusal['mutation'], documentId: string): boolean {
  return (
    route === 'POST /teams/{teamId}/documents' &&
    effects.some(({ entity, id, op }) => entity === 'document' && op === 'put' && id === documentId)
  );
}
