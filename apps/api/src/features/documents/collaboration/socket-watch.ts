import { Gauge } from 'prom-client';
import { FEED_CLOSE } from '@hearth/contracts/sync-values';
import { readHeadsOf } from '#features/documents/store/log.queries.ts';
import { withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { getMetrics } from '#platform/http/metrics.ts';
import { endsWithin } from '#platform/shutdown.ts';
import { getSync } from '#platform/sync/index.ts';
import type { DocumentSocket } from './document-socket.ts';
import type { LiveDocument } from './live-document.ts';

/** Heartbeat interval. Browser providers reconnect after 30 s of silence. */
const BEAT_MS = 15_000;
/** Graceful shutdown: how long to wait for closing handshakes before terminating. */
export const GOODBYE_MS = 500;

interface SocketWatchParts {
  /** Rechecks the rights of all teams with open documents. */
  recheck: () => void;
  carried: () => LiveDocument[];
}

/** Tracks all document sockets of this node. Closes sockets of dead peers and of ended sessions. */
export class SocketWatch {
  readonly #app: App;
  readonly #parts: SocketWatchParts;
  readonly #sockets = new Set<DocumentSocket>();
  readonly #timer: NodeJS.Timeout;
  #polling: Promise<void> | null = null;
  #needsPoll = false;
  #isClosed = false;

  constructor(app: App, parts: SocketWatchParts) {
    this.#app = app;
    this.#parts = parts;
    this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref();
    const sockets = this.#sockets;
    const open = new Gauge({
      name: 'hearth_document_sockets',
      help: 'Open document connections',
      registers: [],
      collect() {
        this.set(sockets.size);
      },
    });
    getMetrics(app).registry.registerMetric(open);
  }

  /** @returns false if this node is shutting down and the socket has been closed */
  add(socket: DocumentSocket): boolean {
    if (this.#isClosed) {
      socket.close(FEED_CLOSE.goingAway, 'going away');
      return false;
    }
    this.#sockets.add(socket);
    socket.onClose(() => this.#sockets.delete(socket));
    return true;
  }

  endSession(sessionId: string): void {
    for (const socket of this.#sockets) {
      if (socket.owner.session.id === sessionId) end(socket);
    }
  }

  /**
   * Polls sessions, rights and logs because notifications of other nodes may have been lost. Each query covers the whole node because
   * polling runs twice a second while the pub/sub carrier is down. Never rejects.
   */
  async poll(): Promise<void> {
    this.#needsPoll = true;
    this.#polling ??= this.#pollWhileNeeded().finally(() => {
      this.#polling = null;
    });
    await this.#polling;
  }

  /** Stops reading, waits for `settle` for at most `limitMs`, and closes the sockets. */
  async close(settle: () => Promise<void>, limitMs: number): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const sockets = [...this.#sockets];
    for (const socket of sockets) socket.stop();
    await endsWithin(settle(), limitMs);
    const closed = sockets.map((socket) => new Promise<void>((resolve) => socket.onClose(() => resolve())));
    for (const socket of sockets) socket.close(FEED_CLOSE.goingAway, 'going away');
    await endsWithin(Promise.all(closed), GOODBYE_MS);
    for (const socket of sockets) socket.terminate();
  }

  #beat(): void {
    for (const socket of this.#sockets) socket.beat();
    void this.poll();
  }

  async #pollWhileNeeded(): Promise<void> {
    try {
      while (this.#needsPoll && !this.#isClosed && this.#sockets.size > 0) {
        this.#needsPoll = false;
        await this.#endSessions();
        this.#parts.recheck();
        const carried = this.#parts.carried();
        const ids = carried.map(({ name }) => name.documentId);
        const heads = await withSystem(this.#app.db, (tx) => readHeadsOf(tx, ids), { isReadOnly: true });
        const seqs = new Map(heads.map(({ documentId, seq }) => [documentId, seq]));
        for (const live of carried) live.advance(seqs.get(live.name.documentId) ?? -1);
      }
    } catch (error) {
      this.#app.log.warn({ err: error }, 'failed to recheck permissions of open documents; will retry');
    }
  }

  /** Closes sockets whose session or token has expired or was ended without a notification. */
  async #endSessions(): Promise<void> {
    const { findLiveSessions, findLiveTokens } = getSync(this.#app).port;
    // Copy the set because sockets opened during the queries are not covered by them.
    const sockets = [...this.#sockets];
    const idsOf = (isToken: boolean): string[] => {
      const those = sockets.filter(({ owner }) => (owner.session.token !== undefined) === isToken);
      return [...new Set(those.map(({ owner }) => owner.session.id))];
    };
    const [sessionIds, tokenIds] = [idsOf(false), idsOf(true)];
    const alive = sessionIds.length === 0 ? new Set() : await findLiveSessions(sessionIds);
    const working = tokenIds.length === 0 ? new Set() : await findLiveTokens(tokenIds);
    for (const socket of sockets) {
      const { id, token } = socket.owner.session;
      if (!(token === undefined ? alive : working).has(id)) end(socket);
    }
  }
}

function end(socket: DocumentSocket): void {
  // Reject pending updates.
  for (const documentConnection of socket.documentConnections.values()) documentConnection.close('FORBIDDEN');
  socket.close(FEED_CLOSE.sessionOver, 'session over');
}
