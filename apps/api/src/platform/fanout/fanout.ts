import type { PresenceLocation } from '@hearth/contracts/presence/presence-values';
import type { LogRow } from '#platform/log-row.ts';

/** Messages between nodes. Losing one is harmless: nodes read the log, and the next notice or ping closes the gap. */
export type Notice =
  /** `rows`: the rows that the command `seq` wrote to the log. Only for this node; the others read them from the log. */
  | { kind: 'head'; teamId: string; seq: number; rows?: () => LogRow[] }
  /** Rights or memberships in a team changed: reauthorize the sockets. */
  | { kind: 'access'; teamId: string; userId?: string }
  | { kind: 'sessionEnded'; sessionId: string }
  /** A person's locations as reported by one of their sockets; no places = that socket is gone. */
  | { kind: 'here'; teamId: string; socketId: string; userId: string; places: PresenceLocation[] }
  /** A document's content has grown, up to this seq of its own log. */
  | { kind: 'document'; teamId: string; documentId: string; seq: number }
  /** A caret in a document: a Yjs awareness update of this one client, in base64. */
  | { kind: 'caret'; documentId: string; clientId: number; update: string }
  /** A node has opened a document and has no awareness states for it yet. */
  | { kind: 'caretsAsked'; documentId: string }
  /** The product's clock was moved: reload it. */
  | { kind: 'clock' }
  /** From the carrier itself: notices of other nodes may have been lost, so poll the database. */
  | { kind: 'gap' };

export interface Fanout {
  publish(notice: Notice): void;
  /** Returns the unsubscribe function. */
  subscribe(listener: (notice: Notice) => void): () => void;
  /** Resolves once notices of other nodes can arrive; rejects if the carrier is unreachable. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** For one node: listeners run in a microtask after the publisher's own work. */
export function createLocalFanout(): Fanout {
  const listeners = new Set<(notice: Notice) => void>();
  return {
    publish(notice) {
      queueMicrotask(() => {
        for (const listener of listeners) listener(notice);
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async check() {},
    async close() {
      listeners.clear();
    },
  };
}
