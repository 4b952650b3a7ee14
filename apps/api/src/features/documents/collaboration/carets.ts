import type { Document } from '@hocuspocus/server';
import { applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import { COLLABORATION, type Caret } from '@hearth/contracts/documents/collaboration-values';
import type { Fanout } from '#platform/fanout/fanout.ts';
import type { DocumentConnection } from './document-connection.ts';

/** Batching: what moves in between is told once. */
const GATHER_MS = 40;
/** What another node told: it is not told again. */
const REMOTE = { source: 'another node' };

type States = Map<number, Record<string, unknown>>;

/**
 * Lets through what a socket may say of where its person is: of its own client alone, nothing but a place, and in nobody
 * else's name. A program and whoever sees the team as somebody else are nobody who writes here.
 */
export function cleanCarets(
  document: Document,
  documentConnection: DocumentConnection,
  states: States,
): void {
  const { session, viewToken } = documentConnection.socket.owner;
  const isSomebody = session.token === undefined && viewToken === null;
  // Hocuspocus reads with an awareness of its own, whose empty state comes along.
  const said = [...states].filter(([, state]) => Object.keys(state).length > 0);
  states.clear();
  if (said.length === 0 && documentConnection.clientId !== null)
    removeAwarenessStates(document.awareness, [documentConnection.clientId], null);
  const [first] = said;
  if (!isSomebody || first === undefined || said.length > 1) return;
  const [clientId, state] = first;
  if (!isFree(document, documentConnection, clientId)) return;
  const caret = readCaret(state, session.userId);
  if (caret === null) return;
  documentConnection.clientId = clientId;
  states.set(clientId, { ...caret });
}

/** A client is spoken for by one socket, or by another one of the same person: they may have come anew. */
function isFree(document: Document, documentConnection: DocumentConnection, clientId: number): boolean {
  if (documentConnection.clientId !== null) return documentConnection.clientId === clientId;
  const known = document.awareness.getStates().get(clientId) as Caret | undefined;
  return known === undefined || known.user.id === documentConnection.socket.owner.session.userId;
}

function readCaret({ cursor }: Record<string, unknown>, userId: string): Caret | null {
  const user = { id: userId };
  if (cursor === undefined || cursor === null) return { user, cursor: null };
  const { anchor, head } = cursor as Record<string, unknown>;
  if (!isPosition(anchor) || !isPosition(head)) return null;
  const caret = { user, cursor: { anchor, head } };
  return JSON.stringify(caret).length > COLLABORATION.caret ? null : caret;
}

/** As Yjs writes a place that moves with the text. */
function isPosition(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).every((key) => ['type', 'tname', 'item', 'assoc'].includes(key));
}

/** Hands what is known here of carets to other nodes, and what they say to whoever is here. */
export class CaretRelay {
  readonly #document: Document;
  readonly #documentId: string;
  readonly #fanout: Fanout;
  readonly #moved = new Set<number>();
  #gathering: NodeJS.Timeout | null = null;

  constructor(document: Document, documentId: string, fanout: Fanout) {
    this.#document = document;
    this.#documentId = documentId;
    this.#fanout = fanout;
    document.awareness.on(
      'update',
      (change: Record<'added' | 'updated' | 'removed', number[]>, origin: unknown) => {
        if (origin !== REMOTE) this.#tell([...change.added, ...change.updated, ...change.removed]);
      },
    );
    fanout.publish({ kind: 'caretsAsked', documentId });
  }

  hear(update: string): void {
    applyAwarenessUpdate(this.#document.awareness, Buffer.from(update, 'base64'), REMOTE);
  }

  /** Another node knows nobody here yet. */
  tellAll(): void {
    this.#tell(this.#document.getConnections().flatMap((one) => [...this.#document.getClients(one)]));
  }

  close(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#send();
  }

  #tell(clientIds: readonly number[]): void {
    for (const id of clientIds) this.#moved.add(id);
    if (this.#moved.size > 0) this.#gathering ??= setTimeout(() => this.#send(), GATHER_MS).unref();
  }

  #send(): void {
    this.#gathering = null;
    const { awareness } = this.#document;
    for (const clientId of this.#moved) {
      if (!awareness.meta.has(clientId)) continue;
      const update = Buffer.from(encodeAwarenessUpdate(awareness, [clientId])).toString('base64');
      this.#fanout.publish({ kind: 'caret', documentId: this.#documentId, clientId, update });
    }
    this.#moved.clear();
  }
}
