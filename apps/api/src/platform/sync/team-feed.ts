import { FEED_CLOSE } from '@hearth/contracts/sync-values';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { readTeam } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { AccessPort, App } from '#platform/feature.ts';
import type { LogRow } from '#platform/log-row.ts';
import { loadReader } from '#platform/http/view-as.ts';
import { RESET_FRAME, writeChangesFrame, writePingFrame, type FeedSocket } from './feed-socket.ts';
import { TeamPresence } from './presence.ts';
import { RecentChanges } from './recent-changes.ts';
import { isSameHistory, readHead, readLog, type LogHead, type LogPage } from './sync.queries.ts';
import { changesAccessOf, keyReaders, refreshesAccess, showChange } from './visibility.ts';

type FeedPort = Pick<AccessPort, 'loadActor' | 'explainTokenRefusal'>;

const PAGE = 1000;
/** The number of the log's latest commands that a feed loads into memory when it opens. */
const TAIL = 200;
const RETRY_FIRST_MS = 100;
const RETRY_LAST_MS = 5000;
/** Close code for "internal error, retry": the client reconnects and catches up. */
const CLOSE_FAILED = 1011;

/**
 * The feed of one team on this node. Reads each new part of the log once and sends it to every reader who may see it.
 *
 * A socket is either live, with all changes up to `head`, or catching up. After a permission change, permissions are
 * reloaded before any later change is delivered, and an affected reader starts from a new snapshot.
 */
export class TeamFeed {
  readonly teamId: string;
  readonly sockets = new Set<FeedSocket>();
  readonly presence: TeamPresence;
  readonly #app: App;
  readonly #port: FeedPort;
  readonly #opened: Promise<void>;
  #isOpen = false;
  #head = 0;
  /** The head of the log with its epoch. Null if it has not been read yet. */
  #history: LogHead | null = null;
  #recent = new RecentChanges(0);
  /** When this feed last received a permission change, in ms on the monotonic clock. */
  #accessSeenAt: number;
  #wanted = 0;
  #reading: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #retryMs = RETRY_FIRST_MS;
  #isClosed = false;

  constructor(app: App, port: FeedPort, teamId: string) {
    this.#app = app;
    this.#port = port;
    this.teamId = teamId;
    this.#accessSeenAt = app.clock.monotonic();
    this.presence = new TeamPresence(this.sockets, app.clock);
    this.#opened = this.#open();
    // Callers that await this promise handle the failure, but there may be no caller yet.
    this.#opened.catch(() => {});
  }

  get head(): number {
    return this.#head;
  }

  add(socket: FeedSocket): void {
    this.sockets.add(socket);
    socket.onClose(() => this.sockets.delete(socket));
    this.#bringUp(socket);
  }

  /**
   * Reads the new part of the log, which has grown to `seq`, unless a read is in progress.
   * @param rows the rows that the command `seq` wrote, if this node has them. If this is the next command, nothing is read
   */
  advance(seq: number, rows?: () => LogRow[]): void {
    this.#wanted = Math.max(this.#wanted, seq);
    if (this.#reading !== null || this.#retry !== null || this.#isClosed) return;
    if (rows !== undefined && this.#isOpen && seq === this.#head + 1) {
      return this.#deliver({ upTo: seq, rows: rows(), isTooOld: false });
    }
    this.#reading = this.#readNew()
      .then(() => {
        this.#retryMs = RETRY_FIRST_MS;
      })
      .catch((error: unknown) => this.#retryLater(error))
      .finally(() => {
        this.#reading = null;
        // A notice may have arrived since the last read.
        if (this.#retry === null && this.#wanted > this.#head) this.advance(this.#wanted);
      });
  }

  /**
   * Handles a possible change to the permissions of one user or all users. The affected sockets receive no more changes until their
   * permissions are reloaded.
   */
  checkAccess(userId: string | undefined): void {
    this.#accessSeenAt = this.#app.clock.monotonic();
    for (const socket of this.sockets) {
      if (userId !== undefined && !socket.isReadBy(userId)) continue;
      socket.mustLoadActor = true;
      this.#bringUp(socket);
    }
  }

  /** Closes a gap that a lost notice may have caused, then sends the head to every live reader. */
  async beat(): Promise<void> {
    const head = await this.#inTeam((tx) => readHead(tx));
    this.#checkEpoch(head);
    this.advance(head.seq);
    await this.#reading;
    const frame = writePingFrame(this.#head);
    for (const socket of this.sockets) if (socket.isLive) socket.send(frame);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.presence.close();
  }

  async #open(): Promise<void> {
    const page = await this.#inTeam(async (tx) => {
      const head = await readHead(tx);
      this.#history = head;
      const tail = await readLog(tx, Math.max(0, head.seq - TAIL), PAGE);
      return tail.isTooOld || tail.upTo < tail.head ? { ...tail, rows: [] } : tail;
    });
    this.#head = page.head;
    const first = page.rows[0];
    this.#recent = new RecentChanges(first === undefined ? page.head : first.seq - 1);
    this.#recent.add(page.rows);
    this.#isOpen = true;
  }

  /** Detects a restore from a backup, which invalidates everything sent before. All readers then start from a new snapshot. */
  #checkEpoch(head: LogHead): void {
    if (this.#history === null || this.#history.epoch === head.epoch) return;
    this.#history = head;
    this.#head = head.seq;
    this.#wanted = head.seq;
    this.#recent.restart(head.seq);
    for (const socket of this.sockets) {
      socket.epoch = head.epoch;
      this.#restart(socket);
    }
  }

  #inTeam<T>(read: Parameters<typeof readTeam<T>>[2]): Promise<T> {
    return readTeam(this.#app.db, { teamId: this.teamId, userId: null }, read);
  }

  async #readNew(): Promise<void> {
    await this.#opened;
    while (this.#wanted > this.#head && !this.#isClosed) {
      const since = this.#head;
      const page = await this.#inTeam((tx) => readLog(tx, since, PAGE));
      if (page.epoch !== this.#history?.epoch) {
        this.#checkEpoch(await this.#inTeam((tx) => readHead(tx)));
        return;
      }
      if (page.upTo <= since && !page.isTooOld) {
        // The notice arrived before its changes were readable here, or it was wrong. The next heartbeat checks again.
        this.#wanted = since;
        return;
      }
      this.#deliver(page);
    }
  }

  #retryLater(error: unknown): void {
    if (this.#isClosed) return;
    this.#app.log.warn(
      { err: error, teamId: this.teamId },
      'failed to read the log for the feed; will retry',
    );
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.advance(this.#wanted);
    }, this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_LAST_MS);
  }

  /** Sends a page to all live readers. Synchronous, so no reader can join or leave in between. */
  #deliver(page: Omit<LogPage, 'head' | 'epoch'>): void {
    const since = this.#head;
    this.#head = page.upTo;
    if (page.isTooOld) {
      this.#recent.restart(page.upTo);
      for (const socket of this.sockets) this.#restart(socket);
      return;
    }
    this.#recent.add(page.rows);
    const accessRows = page.rows.filter((row) => row.op === 'access');
    if (accessRows.length > 0) this.#accessSeenAt = this.#app.clock.monotonic();
    const shared = new SharedFrames(page.rows);
    for (const socket of this.sockets) {
      if (accessRows.some((row) => changesAccessOf(row, (id) => socket.isReadBy(id)))) {
        this.#restart(socket);
      } else if (accessRows.some((row) => refreshesAccess(row, this.teamId, (id) => socket.isReadBy(id)))) {
        socket.mustLoadActor = true;
        this.#bringUp(socket);
      } else if (socket.isLive) {
        const frame = socket.cursor > since ? writeFrame(socket, page.rows) : shared.frameFor(socket);
        if (frame !== null) socket.send(frame);
        socket.cursor = Math.max(socket.cursor, this.#head);
      }
    }
  }

  #restart(socket: FeedSocket): void {
    socket.mustLoadActor = true;
    socket.mustReset = true;
    this.#bringUp(socket);
  }

  /** Marks a reader as not live and sends it all changes up to the head. If a catch-up is already in progress, it is repeated. */
  #bringUp(socket: FeedSocket): void {
    socket.isLive = false;
    if (socket.isBeingBrought) return;
    socket.isBeingBrought = true;
    this.#bringToHead(socket)
      .catch((error: unknown) => {
        this.#app.log.warn({ err: error, teamId: this.teamId }, 'failed to serve a feed connection');
        socket.close(CLOSE_FAILED, 'try again');
      })
      .finally(() => {
        socket.isBeingBrought = false;
      });
  }

  async #bringToHead(socket: FeedSocket): Promise<void> {
    await this.#opened;
    if (this.#history !== null && !isSameHistory(this.#history, socket.epoch)) socket.mustReset = true;
    socket.epoch = this.#history?.epoch;
    // The permissions of the handshake are valid if this feed has received no permission change since the request arrived.
    if (this.#accessSeenAt >= socket.owner.askedAt) socket.mustLoadActor = true;
    while (socket.isOpen) {
      if (socket.mustLoadActor) {
        socket.mustLoadActor = false;
        const actor = await this.#loadRights(socket);
        if (actor === null) return socket.close(FEED_CLOSE.notMember, 'no longer a member');
        socket.actor = actor;
      } else if (socket.mustReset) {
        socket.mustReset = false;
        socket.cursor = this.#head;
        socket.send(RESET_FRAME);
      } else if (socket.cursor === this.#head || socket.isAhead) {
        socket.isLive = true;
        this.presence.scheduleBroadcast();
        return;
      } else if (socket.cursor > this.#head) {
        await this.#checkAhead(socket);
      } else {
        await this.#catchUp(socket);
      }
    }
  }

  #loadRights(socket: FeedSocket): Promise<Actor | null> {
    const { actor, view, token } = socket.owner;
    return this.#inTeam(async (tx) => {
      const now = await loadReader(this.#port.loadActor, tx, actor.userId, view);
      if (now === null || token === null) return now;
      return (await this.#port.explainTokenRefusal(tx, now, token)) === null ? now : null;
    }).catch((error: unknown) => {
      // The view is no longer permitted. All other errors are retried.
      if (error instanceof AppError && error.code === 'FORBIDDEN') return null;
      throw error;
    });
  }

  /** Handles a client that is ahead of this feed: either the feed lags behind, or the client has read a different log. */
  async #checkAhead(socket: FeedSocket): Promise<void> {
    const head = await this.#inTeam((tx) => readHead(tx));
    this.#checkEpoch(head);
    if (socket.cursor > head.seq) socket.mustReset = true;
    else socket.isAhead = true;
    this.advance(head.seq);
  }

  async #catchUp(socket: FeedSocket): Promise<void> {
    const { cursor } = socket;
    const upTo = this.#head;
    const recent = this.#recent.after(cursor);
    const page: Pick<LogPage, 'rows' | 'upTo' | 'isTooOld'> =
      recent === null
        ? await this.#inTeam((tx) => readLog(tx, cursor, PAGE, upTo))
        : { rows: recent, upTo, isTooOld: false };
    const isStale = page.rows.some((row) => changesAccessOf(row, (id) => socket.isReadBy(id)));
    if (page.isTooOld || isStale) {
      socket.mustReset = true;
      if (isStale) socket.mustLoadActor = true;
      return;
    }
    // If permissions changed while the page was read, reload them before delivering any of it.
    if (socket.mustLoadActor || socket.mustReset) return;
    const frame = writeFrame(socket, page.rows);
    socket.cursor = page.upTo;
    if (frame !== null) await socket.sendAndWait(frame);
  }
}

/** Returns a frame with the changes after the socket's cursor that its user may see, or null if there are none. */
function writeFrame(socket: FeedSocket, rows: readonly LogRow[]): Buffer | null {
  const texts: string[] = [];
  for (const row of rows) {
    const text = row.seq > socket.cursor ? showChange(socket.actor, row) : null;
    if (text !== null) texts.push(text);
  }
  return texts.length === 0 ? null : writeChangesFrame(texts);
}

/** Frames that are serialized once and shared by readers with the same visibility. */
class SharedFrames {
  readonly #rows: readonly LogRow[];
  readonly #keyOf: (actor: Actor) => string;
  readonly #frames = new Map<string, Buffer | null>();

  constructor(rows: readonly LogRow[]) {
    this.#rows = rows;
    this.#keyOf = keyReaders(rows);
  }

  frameFor(socket: FeedSocket): Buffer | null {
    const key = this.#keyOf(socket.actor);
    const known = this.#frames.get(key);
    if (known !== undefined) return known;
    const frame = writeFrame(socket, this.#rows);
    this.#frames.set(key, frame);
    return frame;
  }
}
