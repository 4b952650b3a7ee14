import type { PresenceLocation } from '@hearth/contracts/presence/presence-values';
import type { LogRow } from '#platform/log-row.ts';

/**
 * What one node tells the others. A lost notice does no harm: nodes read the log, and the next notice or ping closes the gap.
 */
export type Notice =
  /** `rows`: what the command `seq` wrote into the log. Only for this node; the others read it. */
  | { kind: 'head'; teamId: string; seq: number; rows?: () => LogRow[] }
  /** Rights or membership of people in a team changed: their sockets are to be checked anew. */
  | { kind: 'access'; teamId: string; userId?: string }
  | { kind: 'sessionEnded'; sessionId: string }
  /** Where somebody is, as one of their sockets said; no places = that socket is gone. */
  | { kind: 'here'; teamId: string; socketId: string; userId: string; places: PresenceLocation[] }
  /** What is written in a document has grown, up to this number of its own log. */
  | { kind: 'document'; teamId: string; documentId: string; seq: number }
  /** Where somebody is in a document: a Yjs awareness update of this one client, in base64. */
  | { kind: 'caret'; documentId: string; clientId: number; update: string }
  /** A node has opened a document and knows nobody in it yet. */
  | { kind: 'caretsAsked'; documentId: string }
  /** The product's clock was moved: read it anew. */
  | { kind: 'clock' }
  /** From the carrier itself: notices of other nodes may have been lost, so look for yourself. */
  | { kind: 'gap' };

export interface Fanout {
  publish(notice: Notice): void;
  /** Returns how to stop listening. */
  subscribe(listener: (notice: Notice) => void): () => void;
  /** Resolves when notices of other nodes can arrive; rejects when the carrier cannot be reached. */
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
