import type { Document } from '@hocuspocus/server';

/** Limits of remembered clients per document and of documents; the oldest are evicted first. */
const MOST_CLIENTS = 2_000;
const MOST_DOCUMENTS = 2_000;

/**
 * The users who write as the Yjs clients of a document, as far as this node has met them: by the caret that a client announces (relayed
 * between nodes) and by the keystrokes of its own connection. Other users may not add to such a client: a struct of any kind with the next
 * clock of another user's client takes the place of what they type next, and Yjs would treat their text as known, acknowledge it and drop
 * it.
 *
 * Honest browsers are never refused by this. The structs of others that they relay came from the server, which has them, integrated or
 * pending. After a restored backup the server lacks them, but has not met their clients either: relayed structs of unknown clients pass,
 * and a reconnecting client sends its own.
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

  /** Records an owner; the first one stays. */
  note(client: number, userId: string): void {
    if (this.#owners.has(client)) return;
    const [oldest] = this.#owners.keys();
    if (this.#owners.size >= MOST_CLIENTS && oldest !== undefined) this.#owners.delete(oldest);
    this.#owners.set(client, userId);
  }

  /** Whether the client is another person's. */
  isForeign(client: number, userId: string): boolean {
    const owner = this.#owners.get(client);
    return owner !== undefined && owner !== userId;
  }
}

/** Owners outlive the documents in memory: a user may write offline after all others have left. */
export class KeptOwners {
  readonly #owners = new Map<string, ClientOwners>();

  of(documentId: string): ClientOwners {
    const owners = this.#owners.get(documentId) ?? new ClientOwners();
    // Maps keep insertion order: the most recently used entry moves to the end.
    this.#owners.delete(documentId);
    this.#owners.set(documentId, owners);
    const [oldest] = this.#owners.keys();
    if (this.#owners.size > MOST_DOCUMENTS && oldest !== undefined) this.#owners.delete(oldest);
    return owners;
  }
}
