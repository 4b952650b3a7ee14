import type { Document } from '@hocuspocus/server';
import { applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import { COLLABORATION, type Caret } from '@hearth/contracts/documents/collaboration-values';
import type { Fanout } from '#platform/fanout/fanout.ts';
import type { DocumentConnection } from './document-connection.ts';

/** Batch interval in ms: each caret is published at most once per interval. */
const GATHER_MS = 40;
/** Origin of awareness changes from another node. Changes with this origin are not relayed again. */
const REMOTE = { source: 'another node' };

type States = Map<number, Record<string, unknown>>;

/**
 * Filters the awareness states that a socket sends: keeps only the cursor of the socket's own client, under its own user id. API programs
 * and users who view the team as another member have no caret.
 */
export function cleanCarets(
  document: Document,
  documentConnection: DocumentConnection,
  states: States,
): void {
  const { session, viewToken } = documentConnection.socket.owner;
  const isPerson = session.token === undefined && viewToken === null;
  // Hocuspocus decodes the message with a temporary Awareness instance. Ignore the empty state of that instance.
  const carets = [...states].filter(([, state]) => Object.keys(state).length > 0);
  states.clear();
  if (carets.length === 0 && documentConnection.clientId !== null)
    removeAwarenessStates(document.awareness, [documentConnection.clientId], null);
  const [first] = carets;
  if (!isPerson || first === undefined || carets.length > 1) return;
  const [clientId, state] = first;
  if (!isFree(document, documentConnection, clientId)) return;
  const caret = readCaret(state, session.userId);
  if (caret === null) return;
  documentConnection.clientId = clientId;
  states.set(clientId, { ...caret });
}

/** Whether the socket may use this client id: it is unused or belongs to the same user, for example after a reconnect. */
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

/** Whether the value has only the keys of a Yjs relative position. */
function isPosition(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).every((key) => ['type', 'tname', 'item', 'assoc'].includes(key));
}

/** Relays carets between this node and the others. */
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
        if (origin !== REMOTE) this.#publish([...change.added, ...change.updated, ...change.removed]);
      },
    );
    fanout.publish({ kind: 'caretsAsked', documentId });
  }

  receive(update: string): void {
    applyAwarenessUpdate(this.#document.awareness, Buffer.from(update, 'base64'), REMOTE);
  }

  /** Publishes all carets of this node for a node that has just loaded the document. */
  broadcast(): void {
    this.#publish(this.#document.getConnections().flatMap((one) => [...this.#document.getClients(one)]));
  }

  close(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#send();
  }

  #publish(clientIds: readonly number[]): void {
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
