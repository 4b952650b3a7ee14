import type { Actor } from '@hearth/contracts/permissions';
import { hereFrame } from '@hearth/contracts/presence';
import { HERE_FOR_MS, SCREEN, type PersonHere, type Place } from '@hearth/contracts/presence-values';
import type { App } from '#platform/feature.ts';
import type { Clock } from '#platform/clock.ts';
import type { Notice } from '#platform/fanout/index.ts';
import { writePresenceFrame, type FeedSocket } from './feed-socket.ts';
import { canSeeScope } from './visibility.ts';

/** What many people do at once is told in one frame. */
const GATHER_MS = 30;
const SWEEP_MS = 1_000;

type HereNotice = Extract<Notice, { kind: 'here' }>;

interface Heard {
  userId: string;
  places: Place[];
  /** On the monotonic clock. */
  at: number;
}

/**
 * Listens to where a socket's person says that they are, and hands it to every node. A program with a token is nobody
 * who looks, and who sees the team as somebody else must not be taken for either.
 */
export function hearPlaces(app: App, socket: FeedSocket): void {
  const { teamId, token, view } = socket.owner;
  if (token !== null || view !== null) return;
  const socketId = app.ids.uuid();
  let isSomewhere = false;
  const say = (places: Place[]): void => {
    if (places.length === 0 && !isSomewhere) return;
    isSomewhere = places.length > 0;
    app.fanout.publish({ kind: 'here', teamId, socketId, userId: socket.actor.userId, places });
  };
  socket.onMessage((data) => {
    const said = hereFrame.safeParse(readJson(data));
    if (said.success) say(said.data.places.flatMap((place) => cutPlace(socket.actor, place)));
  });
  socket.onClose(() => say([]));
}

/** Who of one team is where, and what each reader on this node may know of it. Kept in memory only. */
export class TeamPresence {
  readonly #sockets: ReadonlySet<FeedSocket>;
  readonly #clock: Clock;
  /** By the socket that said it, whichever node it is on; the one whose places changed last is the last. */
  readonly #heard = new Map<string, Heard>();
  #gathering: NodeJS.Timeout | null = null;
  #sweeping: NodeJS.Timeout | null = null;

  constructor(sockets: ReadonlySet<FeedSocket>, clock: Clock) {
    this.#sockets = sockets;
    this.#clock = clock;
  }

  hear({ socketId, userId, places }: HereNotice): void {
    const known = this.#heard.get(socketId);
    const at = this.#clock.monotonic();
    const isSame = known !== undefined && JSON.stringify(known.places) === JSON.stringify(places);
    // Whoever has gone somewhere comes last.
    if (!isSame) this.#heard.delete(socketId);
    if (places.length > 0) this.#heard.set(socketId, { userId, places, at });
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    this.tellSoon();
  }

  /** Tells each reader who is where, in a moment; those who know it already are not told again. */
  tellSoon(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      for (const socket of this.#sockets) this.#tell(socket);
    }, GATHER_MS).unref();
  }

  close(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    if (this.#sweeping !== null) clearInterval(this.#sweeping);
    this.#gathering = null;
    this.#sweeping = null;
    this.#heard.clear();
  }

  /** Whoever was not heard of for long has left without a word: a machine asleep, a node that died. */
  #sweep(): void {
    const since = this.#clock.monotonic() - HERE_FOR_MS;
    for (const [socketId, { at }] of this.#heard) {
      if (at >= since) continue;
      this.#heard.delete(socketId);
      this.tellSoon();
    }
    if (this.#heard.size > 0 || this.#sweeping === null) return;
    clearInterval(this.#sweeping);
    this.#sweeping = null;
  }

  #tell(socket: FeedSocket): void {
    // Rights that are being loaded anew are waited for: the reader is told once it is live again.
    if (!socket.isLive || socket.owner.token !== null) return;
    const people = this.#findPeople(socket);
    const frame = people.length === 0 && socket.presence === '' ? '' : writePresenceFrame(people);
    if (frame === socket.presence) return;
    socket.presence = frame;
    socket.send(Buffer.from(frame));
  }

  #findPeople(socket: FeedSocket): PersonHere[] {
    const byPerson = new Map<string, Place[]>();
    const own = socket.owner.actor.userId;
    for (const { userId, places } of this.#heard.values()) {
      if (userId === own) continue;
      const seen = places
        .flatMap((place) => cutPlace(socket.actor, place))
        .map((place) => (place.follows === own ? place : { ...place, follows: null }));
      if (seen.length > 0) byPerson.set(userId, [...(byPerson.get(userId) ?? []), ...seen]);
    }
    return [...byPerson].map(([userId, places]) => ({ userId, places }));
  }
}

/** What of a place this person may see: the task and the screen under it each by its own project; nothing = []. */
function cutPlace(actor: Actor, place: Place): Place[] {
  const { screen } = place;
  const projectOfScreen = screen === null ? null : (SCREEN.exec(screen)?.[1] ?? null);
  const seesScreen = screen !== null && maySee(actor, projectOfScreen);
  if (maySee(actor, place.projectId)) return [seesScreen ? place : { ...place, screen: null }];
  return seesScreen ? [{ ...place, projectId: projectOfScreen, taskId: null, field: null }] : [];
}

function maySee(actor: Actor, projectId: string | null): boolean {
  return canSeeScope(actor, projectId === null ? 'staff' : `project:${projectId}`);
}

function readJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return null;
  }
}
