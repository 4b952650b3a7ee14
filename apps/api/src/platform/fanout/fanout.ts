import type { PresenceLocation } from '@hearth/contracts/presence/presence-values';
import type { LogRow } from '#platform/log-row.ts';

/** Notices between nodes. Losing one is harmless: nodes read the log, and the next notice or heartbeat closes the gap. */
export type Notice =
  /**
   * `rows` are the rows that the command `seq` wrote to the log. They are available only on this node. Other nodes read them from the log.
   */
  | { kind: 'head'; teamId: string; seq: number; rows?: () => LogRow[] }
  /** Permissions or memberships in a team changed, so its sockets must be authorized again. */
  | { kind: 'access'; teamId: string; userId?: string }
  | { kind: 'sessionEnded'; sessionId: string }
  /** The locations of a user as reported by one of their sockets. An empty list means that the socket is closed. */
  | { kind: 'here'; teamId: string; socketId: string; userId: string; places: PresenceLocation[] }
  /** The content of a document has grown, up to this seq of its own log. */
  | { kind: 'document'; teamId: string; documentId: string; seq: number }
  /** A caret in a document: a Yjs awareness update of one client, in base64. */
  | { kind: 'caret'; documentId: string; clientId: number; update: string }
  /** A node has opened a document and requests the document's awareness states. */
  | { kind: 'caretsAsked'; documentId: string }
  /** The product's clock was moved and must be reloaded. */
  | { kind: 'clock' }
  /** Sent by the carrier itself: notices of other nodes may have been lost, so nodes must poll the database. */
  | { kind: 'gap' };

export interface Fanout {
  publish(notice: Notice): void;
  /** Subscribes to notices. @returns the unsubscribe function */
  subscribe(listener: (notice: Notice) => void): () => void;
  /** Resolves once notices of other nodes can arrive. Rejects if the carrier is unreachable. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a fan-out for a single node. Listeners run in a microtask after the publisher's synchronous code. */
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
