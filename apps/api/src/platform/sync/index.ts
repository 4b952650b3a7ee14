import type { FastifyInstance } from 'fastify';
import { feedRoute, syncRoutes } from '@hearth/contracts/sync';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { bind, type App, type Binding, type CallOf } from '#platform/feature.ts';
import { JsonText } from '#platform/http/json-text.ts';
import { createHandshakes, type Handshakes } from './handshake.ts';
import { Hub, type HubPort } from './hub.ts';
import { startPruning } from './pruning.ts';
import { orderSources, type SnapshotSource } from './snapshot.ts';
import { readFirstRows, readSyncPage, writePage, type FirstPageRequest } from './sync-page.ts';
import { readHead, type LogHead } from './sync.queries.ts';

export { asItWas, COMPUTED_ONCE, PURGED_ROW, selectWithPurged } from './as-it-was.ts';
export { isAfterId, isBefore, nameColumn } from './snapshot-sql.ts';
export type { OnlyWork, HistoricalSnapshotRequest, SnapshotRequest, SnapshotSource } from './snapshot.ts';

/** Maximum message size. Clients send almost no data over the feed. */
const MAX_FEED_BYTES = 1024;

interface Sync extends Pick<Handshakes, 'accept'> {
  bindings: Binding[];
  /** Session and permission checks for all kinds of sockets. */
  port: HubPort;
  mount(server: FastifyInstance): void;
  readHead(tx: TeamTx): Promise<LogHead>;
  /** Returns the snapshot restricted to one project or some tasks, as JSON text, or null if it is too large for one response. */
  readFirst(tx: TeamTx, request: FirstPageRequest): Promise<string | null>;
  /** Runs one round of heartbeats. Heartbeats also run automatically every 25 s. */
  beat(): Promise<void>;
  close(): Promise<void>;
}

const syncOf = new WeakMap<App, Sync>();

/** Returns the sync service of a running app. */
export function getSync(app: App): Sync {
  const sync = syncOf.get(app);
  if (sync === undefined) throw new Error('Sync is not set up in this app');
  return sync;
}

/**
 * Creates the sync service: snapshot, catch-up and live feed. Independent of features, which provide the content of the
 * snapshot as `sources`.
 */
export function createSync(app: App, port: HubPort, sources: readonly SnapshotSource[]): Sync {
  const ordered = orderSources(sources);
  const handshakes = createHandshakes(app);
  const hub = new Hub(app, port);
  const stopPruning = startPruning(app);

  const readPage = bind('sync.read', syncRoutes, async ({ caller, query }) => {
    const { teamId, actor, view } = caller;
    const page = await readSyncPage(app, port.loadActor, ordered, {
      teamId,
      userId: actor.userId,
      view,
      ...query,
    });
    return new JsonText(writePage(page));
  });
  /** Reads the start position of a reader that specifies no seq. Must be called before the socket is opened, to miss no change. */
  const readStart = async (teamId: string): Promise<{ since: number; epoch: string }> => {
    const { seq, epoch } = await readTeam(app.db, { teamId, userId: null }, (tx) => readHead(tx));
    return { since: seq, epoch };
  };
  const openFeed = async ({ caller, query, request, reply }: FeedCall): Promise<void> => {
    const { session, teamId, actor, view } = caller;
    if (session === null) throw new TypeError('The feed requires a session');
    const token = session.token ?? null;
    const { since, epoch } = query;
    const start = since === undefined ? await readStart(teamId) : { since, epoch };
    handshakes.accept(request, reply, session, MAX_FEED_BYTES, (ws, askedAt) => {
      hub.add(ws, { sessionId: session.id, token, teamId, actor, view, askedAt, ...start });
    });
  };

  const sync: Sync = {
    bindings: [readPage, { route: feedRoute, handle: openFeed as unknown as Binding['handle'] }],
    port,
    accept: (...handshake) => handshakes.accept(...handshake),
    mount: (server) => handshakes.mount(server),
    readHead,
    readFirst: (tx, request) => readFirstRows(app, tx, ordered, request),
    beat: () => hub.beat(),
    async close() {
      await stopPruning();
      await hub.close();
    },
  };
  syncOf.set(app, sync);
  return sync;
}

type FeedCall = Omit<CallOf<'sync.read'>, 'query'> & { query: { since?: number; epoch?: string } };
