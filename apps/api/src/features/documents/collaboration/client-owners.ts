import type { Document } from '@hocuspocus/server';

/** Limits of clients per document and of documents. The oldest clients and the least recently opened documents are evicted first. */
const MAX_CLIENTS = 2_000;
const MAX_DOCUMENTS = 2_000;

/**
 * Maps the Yjs clients of a document to their users. This node learns the owner of a client from the caret that the client announces
 * (relayed between nodes) and from the updates of the client's own connection. Other users may not add structs to an owned client: a forged
 * struct would occupy the client's next clock, so Yjs would treat the owner's next text as known, acknowledge it and drop it.
 *
 * This check never rejects updates of well-behaved browsers. Structs of other users that they relay came from the server, which already has
 * them, integrated or pending. After a restored backup the server lacks these structs, but it has no owners for their clients either:
 * relayed structs of unknown clients are accepted, and a reconnecting client sends its own structs.
 */
export class ClientOwners {
  readonly #owners = new Map<number, string>();

  /** Records owners from the carets of a loaded document. */
  follow({ awareness }: Pick<Document, 'awareness'>): void {
    awareness.on('update', ({ added, updated }: Record<'added' | 'updated', number[]>) => {
      for (const client of [...added, ...updated]) {
        const state = awareness.getStates().get(client) as { user?: { id?: unknown } } | undefined;
        if (typeof state?.user?.id === 'string') this.note(client, state.user.id);
      }
    });
  }

  /** Records the owner of a client, unless an owner is already recorded. */
  note(client: number, userId: string): void {
    if (this.#owners.has(client)) return;
    const [oldest] = this.#owners.keys();
    if (this.#owners.size >= MAX_CLIENTS && oldest !== undefined) this.#owners.delete(oldest);
    this.#owners.set(client, userId);
  }

  /** Whether the client belongs to another user. */
  isForeign(client: number, userId: string): boolean {
    const owner = this.#owners.get(client);
    return owner !== undefined && owner !== userId;
  }
}

/** Keeps client owners after a document is unloaded, because a user may be writing offline after everyone else has left. */
export class RetainedOwners {
  readonly #owners = new Map<string, ClientOwners>();

  of(documentId: string): ClientOwners {
    const owners = this.#owners.get(documentId) ?? new ClientOwners();
    // Maps keep insertion order: the most recently used entry moves to the end.
    this.#owners.delete(documentId);
    this.#owners.set(documentId, owners);
    const [oldest] = this.#owners.keys();
    if (this.#owners.size > MAX_DOCUMENTS && oldest !== undefined) this.#owners.delete(oldest);
    return owners;
  }
}
