import { hereFrame } from '@hearth/contracts/presence/presence';
import { HERE_FOR_MS, type PresenceLocation } from '@hearth/contracts/presence/presence-values';
import type { App } from '#platform/feature.ts';
import type { Clock } from '#platform/clock.ts';
import type { Notice } from '#platform/fanout/index.ts';
import type { FeedSocket } from './feed-socket.ts';
import { PresentPeople } from './people-here.ts';
import { redactLocation, keyOfSight } from './redact-location.ts';
import { NOBODY, PresenceFrames } from './presence-frames.ts';

/** Batching window: concurrent moves of many users are sent in one frame. */
const GATHER_MS = 30;
/** Throttle: the next broadcast round is delayed by this time per socket, plus a delay for the bytes sent. */
const PAUSE_MS_A_SOCKET = 0.5;
const BYTES_A_MS = 50_000;
/** Maximum delay. It must be below 8 s because users without a report expire after that time. */
const LONGEST_PAUSE_MS = 5_000;
/** The number of sockets, or bytes, after which a round yields to the event loop. */
const SOCKETS_AT_ONCE = 50;
const BYTES_AT_ONCE = 1024 * 1024;
const SWEEP_MS = 1_000;

type HereNotice = Extract<Notice, { kind: 'here' }>;

/**
 * Receives the locations that a socket reports, and publishes them to every node. Programs with a token have no presence, nor do users who
 * view the team as another member.
 */
export function receiveLocations(app: App, socket: FeedSocket): void {
  const { teamId, token, view } = socket.owner;
  if (token !== null || view !== null) return;
  const socketId = app.ids.uuid();
  let hasLocation = false;
  const publish = (locations: PresenceLocation[]): void => {
    if (locations.length === 0 && !hasLocation) return;
    hasLocation = locations.length > 0;
    app.fanout.publish({ kind: 'here', teamId, socketId, userId: socket.actor.userId, places: locations });
  };
  socket.onMessage((data) => {
    const parsed = hereFrame.safeParse(readJson(data));
    if (parsed.success)
      publish(parsed.data.places.flatMap((location) => redactLocation(socket.actor, location)));
  });
  socket.onClose(() => publish([]));
}

/** The properties of a reader that presence uses. */
export type TeamReader = Pick<FeedSocket, 'isLive' | 'actor' | 'presenceKey' | 'send'> & {
  owner: Pick<FeedSocket['owner'], 'token' | 'actor'>;
};

/**
 * The presence of one team, and the part of it that each reader on this node may see. Kept in memory only. A broadcast round
 * serializes the changes once per set of permissions, and sends once per socket. The delay before the next round grows with
 * that cost.
 */
export class TeamPresence {
  readonly #sockets: ReadonlySet<TeamReader>;
  readonly #clock: Clock;
  readonly #people = new PresentPeople();
  /** The locations as of the previous broadcast round, or of the one in progress. */
  readonly #published = new Map<string, PresenceLocation[]>();
  /** Users whose locations may have changed since that round. */
  #changed = new Set<string>();
  #nextBroadcastAt = 0;
  #gathering: NodeJS.Timeout | null = null;
  #sweeping: NodeJS.Timeout | null = null;
  #isBroadcasting = false;
  #needsBroadcast = false;
  #isClosed = false;

  constructor(sockets: ReadonlySet<TeamReader>, clock: Clock) {
    this.#sockets = sockets;
    this.#clock = clock;
  }

  receive({ socketId, userId, places: locations }: Pick<HereNotice, 'socketId' | 'userId' | 'places'>): void {
    if (this.#isClosed) return;
    const isChanged = this.#people.report(userId, socketId, locations, this.#clock.monotonic());
    if (!isChanged) return;
    this.#changed.add(userId);
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    this.scheduleBroadcast();
  }

  /** Schedules a round that sends each reader its pending updates as soon as the throttle permits. */
  scheduleBroadcast(): void {
    if (this.#isClosed) return;
    if (this.#isBroadcasting) {
      this.#needsBroadcast = true;
      return;
    }
    const wait = Math.max(GATHER_MS, this.#nextBroadcastAt - this.#clock.monotonic());
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      void this.#broadcast();
    }, wait).unref();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    if (this.#sweeping !== null) clearInterval(this.#sweeping);
    this.#gathering = null;
    this.#sweeping = null;
    this.#people.clear();
    this.#published.clear();
  }

  /** Expires users without a recent report, for example after a computer went to sleep or a node crashed. */
  #sweep(): void {
    for (const userId of this.#people.expireBefore(this.#clock.monotonic() - HERE_FOR_MS)) {
      this.#changed.add(userId);
      this.scheduleBroadcast();
    }
    if (!this.#people.isEmpty || this.#sweeping === null) return;
    clearInterval(this.#sweeping);
    this.#sweeping = null;
  }

  async #broadcast(): Promise<void> {
    this.#isBroadcasting = true;
    const bytes = await this.#broadcastAll().finally(() => {
      this.#isBroadcasting = false;
    });
    const pause = this.#sockets.size * PAUSE_MS_A_SOCKET + bytes / BYTES_A_MS;
    this.#nextBroadcastAt = this.#clock.monotonic() + Math.min(pause, LONGEST_PAUSE_MS);
    if (!this.#needsBroadcast) return;
    this.#needsBroadcast = false;
    this.scheduleBroadcast();
  }

  /** Sends pending updates to all readers. Returns the number of bytes sent. */
  async #broadcastAll(): Promise<number> {
    const updates = this.#takeUpdates();
    let all: PresenceFrames | null = null;
    let [sockets, bytes, sent] = [0, 0, 0];
    for (const socket of this.#sockets) {
      if (sockets >= SOCKETS_AT_ONCE || bytes >= BYTES_AT_ONCE) {
        sent += bytes;
        [sockets, bytes] = [0, 0];
        await new Promise((resolve) => setImmediate(resolve));
        if (this.#isClosed) return sent;
      }
      if (socket.owner.token !== null) continue;
      if (!socket.isLive) {
        // Permissions are being reloaded, so the reader is updated once it is live again.
        if (socket.presenceKey !== null) socket.presenceKey = '';
        continue;
      }
      const key = keyOfSight(socket.actor);
      const frames = socket.presenceKey === key ? updates : (all ??= this.#writeAll());
      const frame = frames.frameFor({ userId: socket.owner.actor.userId, actor: socket.actor });
      const isNothing = frame === null || (socket.presenceKey === null && frame.length === NOBODY.length);
      socket.presenceKey = key;
      if (isNothing) continue;
      socket.send(frame);
      sockets += 1;
      bytes += frame.length;
    }
    return sent + bytes;
  }

  #takeUpdates(): PresenceFrames {
    const changed = this.#changed;
    this.#changed = new Set();
    const moves = [...changed].map((userId) => {
      const before = this.#published.get(userId) ?? [];
      const after = this.#people.locationsOf(userId);
      if (after.length === 0) this.#published.delete(userId);
      else this.#published.set(userId, after);
      return { userId, before, after };
    });
    return new PresenceFrames(moves, false);
  }

  #writeAll(): PresenceFrames {
    const moves = [...this.#published].map(([userId, after]) => ({ userId, before: [], after }));
    return new PresenceFrames(moves, true);
  }
}

function readJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return null;
  }
}
