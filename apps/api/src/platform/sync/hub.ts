import { FEED_CLOSE } from '@hearth/contracts/sync-values';
import type { WebSocket } from 'ws';
import type { AccessPort, App } from '#platform/feature.ts';
import { withSystem } from '#platform/db/index.ts';
import type { Notice } from '#platform/fanout/fanout.ts';
import { getMetrics } from '#platform/http/metrics.ts';
import { FeedSocket, type SocketOwner } from './feed-socket.ts';
import { receiveLocations } from './presence.ts';
import { readHeads } from './sync.queries.ts';
import { TeamFeed } from './team-feed.ts';

/** Heartbeat interval. Readers that missed the previous heartbeat are disconnected. */
const BEAT_MS = 25_000;
/** Graceful close: time in ms that a shutdown waits for closing handshakes before it terminates sockets. */
const CLOSE_LIMIT_MS = 500;

export type HubPort = Pick<
  AccessPort,
  'loadActor' | 'findLiveSessions' | 'explainTokenRefusal' | 'findLiveTokens'
>;

/** All feed sockets of this node, grouped by team. */
export class Hub {
  readonly #app: App;
  readonly #port: HubPort;
  readonly #feeds = new Map<string, TeamFeed>();
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  #beating: Promise<void> | null = null;
  #isPolling = false;
  #needsPoll = false;
  #isClosed = false;

  constructor(app: App, port: HubPort) {
    this.#app = app;
    this.#port = port;
    this.#unsubscribe = app.fanout.subscribe((notice) => this.#receive(notice));
    // Heartbeat rounds must not overlap.
    this.#timer = setInterval(() => {
      if (this.#beating === null) void this.beat();
    }, BEAT_MS).unref();
  }

  add(ws: WebSocket, owner: SocketOwner): void {
    const socket = new FeedSocket(ws, owner);
    const { sockets } = getMetrics(this.#app);
    sockets.inc();
    socket.onClose(() => sockets.dec());
    if (this.#isClosed) return socket.close(FEED_CLOSE.goingAway, 'going away');
    const feed = this.#feedOf(owner.teamId);
    feed.add(socket);
    receiveLocations(this.#app, socket);
    socket.onClose(() => this.#dropIfEmpty(feed));
  }

  /**
   * Runs one round of heartbeats, after any round in progress. Disconnects dead peers and ended sessions, closes gaps and
   * sends the heads. Never rejects.
   */
  async beat(): Promise<void> {
    while (this.#beating !== null) await this.#beating;
    if (this.#isClosed) return;
    this.#beating = this.#beatOnce().finally(() => {
      this.#beating = null;
    });
    await this.#beating;
  }

  async #beatOnce(): Promise<void> {
    try {
      const alive = [...this.#sockets()].filter((socket) => socket.beat());
      const now = this.#app.clock.now();
      for (const socket of alive) {
        const { view } = socket.owner;
        if (view !== null && view.endsAt <= now) socket.close(FEED_CLOSE.notMember, 'the view has ended');
      }
      await this.#endSessions(alive);
      for (const feed of this.#feeds.values()) await feed.beat();
    } catch (error) {
      this.#app.log.warn({ err: error }, 'heartbeat round failed');
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#unsubscribe();
    const sockets = [...this.#sockets()];
    for (const feed of this.#feeds.values()) feed.close();
    const closed = sockets.map((socket) => new Promise<void>((resolve) => socket.onClose(() => resolve())));
    for (const socket of sockets) socket.close(FEED_CLOSE.goingAway, 'going away');
    let limit: NodeJS.Timeout | undefined;
    const cut = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, CLOSE_LIMIT_MS);
    });
    await Promise.race([Promise.all(closed), cut]);
    clearTimeout(limit);
    for (const socket of sockets) socket.terminate();
  }

  #receive(notice: Notice): void {
    switch (notice.kind) {
      case 'head':
        this.#feeds.get(notice.teamId)?.advance(notice.seq, notice.rows);
        break;
      case 'access':
        this.#feeds.get(notice.teamId)?.checkAccess(notice.userId);
        break;
      case 'here':
        this.#feeds.get(notice.teamId)?.presence.receive(notice);
        break;
      case 'sessionEnded':
        for (const socket of this.#sockets()) {
          if (socket.owner.sessionId === notice.sessionId)
            socket.close(FEED_CLOSE.sessionOver, 'session over');
        }
        break;
      case 'gap':
        this.#pollAll();
        break;
    }
  }

  /**
   * Handles possibly lost notices of other nodes: checks all sessions, and reads the log of every feed that has grown. Uses only one query
   * of each kind for the whole node because it runs twice a second while the carrier is unreachable.
   */
  #pollAll(): void {
    this.#needsPoll = true;
    if (!this.#isPolling) void this.#pollWhileNeeded();
  }

  async #pollWhileNeeded(): Promise<void> {
    this.#isPolling = true;
    try {
      while (this.#needsPoll && !this.#isClosed && this.#feeds.size > 0) {
        this.#needsPoll = false;
        await this.#endSessions([...this.#sockets()]);
        const heads = await withSystem(this.#app.db, (tx) => readHeads(tx, [...this.#feeds.keys()]), {
          isReadOnly: true,
        });
        for (const { teamId, seq } of heads) this.#feeds.get(teamId)?.advance(seq);
      }
    } catch (error) {
      this.#app.log.warn({ err: error }, 'failed to close a feed gap; will retry');
    } finally {
      this.#isPolling = false;
    }
  }

  /**
   * Closes sockets whose session has expired, or was revoked without a notice. Runs one query for sessions and one for
   * tokens.
   */
  async #endSessions(sockets: readonly FeedSocket[]): Promise<void> {
    const idsOf = (isToken: boolean) => [
      ...new Set(
        sockets.flatMap(({ owner }) => ((owner.token !== null) === isToken ? [owner.sessionId] : [])),
      ),
    ];
    const [sessionIds, tokenIds] = [idsOf(false), idsOf(true)];
    const alive = sessionIds.length === 0 ? new Set() : await this.#port.findLiveSessions(sessionIds);
    const working = tokenIds.length === 0 ? new Set() : await this.#port.findLiveTokens(tokenIds);
    for (const socket of sockets) {
      const { sessionId, token } = socket.owner;
      if (!(token === null ? alive : working).has(sessionId))
        socket.close(FEED_CLOSE.sessionOver, 'session over');
    }
  }

  #feedOf(teamId: string): TeamFeed {
    const known = this.#feeds.get(teamId);
    if (known !== undefined) return known;
    const feed = new TeamFeed(this.#app, this.#port, teamId);
    this.#feeds.set(teamId, feed);
    return feed;
  }

  #dropIfEmpty(feed: TeamFeed): void {
    if (feed.sockets.size > 0) return;
    feed.close();
    if (this.#feeds.get(feed.teamId) === feed) this.#feeds.delete(feed.teamId);
  }

  *#sockets(): Generator<FeedSocket> {
    for (const feed of this.#feeds.values()) yield* feed.sockets;
  }
}
