import type { PersonHere } from '@hearth/contracts/presence/presence-values';
import { unpackRows } from '@hearth/contracts/packed-rows-values';
import { FEED_CLOSE, type SyncEntity } from '@hearth/contracts/sync-values';
import type { Change, FeedFrame, SyncPage } from '@hearth/contracts/sync';
import { internRow } from '#platform/sync/rows/intern.ts';
import type { RowStore } from '#platform/sync/rows/row-store.ts';
import {
  TransportError,
  type BaseRows,
  type Clock,
  type FeedLine,
  type Ports,
  type Row,
  type Transport,
} from '#platform/sync/rows/types.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/**
 * Poll interval: the session has too many sockets, so changes are fetched this often instead, and a socket
 * asked for.
 */
const CROWDED_WAIT_MS = 30_000;
/** The server pings every 25 s; after this silence the socket is taken for dead. */
const SILENCE_MS = 60_000;
/** How long after the answer to a command the feed may take to bring it before the client asks by HTTP. */
const FEED_GRACE_MS = 1_000;

interface FeedEvents {
  onSnapshot(rows: BaseRows, seq: number, epoch: string | null): void;
  onChanges(changes: Change[], to: number): void;
  /** What is here may no longer be right, or may no longer be seen: wipe it. A snapshot follows. */
  onReset(): void;
  /** Everything the server had when this was asked for is here. */
  onCaughtUp(): void;
  /** The way to say something over the socket; null when there is none any more. */
  onLine(send: FeedLine['send'] | null): void;
  /** @param isWhole nobody else is anywhere; otherwise only these have moved, and those without places have left */
  onPresence(people: readonly PersonHere[], isWhole: boolean): void;
  onStatus(status: 'live' | 'offline'): void;
  onSessionOver(): void;
  onGone(): void;
}

/** Keeps the server's rows up to date: a snapshot where there is none, catching up by HTTP, then the socket. */
export class Feed {
  #store: RowStore;
  #transport: Transport;
  #clock: Clock;
  #random: () => number;
  #events: FeedEvents;
  #abort = new AbortController();
  #catchingUp: Promise<void> | null = null;
  #socket: { close(): void; opened?: Promise<unknown> | undefined } | null = null;
  #failures = 0;
  #endWait: (() => void) | null = null;
  #isSignedOut = false;

  constructor(store: RowStore, ports: Ports, events: FeedEvents) {
    this.#store = store;
    this.#transport = ports.transport;
    this.#clock = ports.clock;
    this.#random = ports.random;
    this.#events = events;
  }

  async run(): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      let retryAfterMs = 0;
      let isReset = false;
      let isCrowded = false;
      try {
        await this.catchUp();
        const code = this.#isSignedOut ? 0 : await this.#follow();
        if (signal.aborted) return;
        isReset = this.#store.cursor === null;
        isCrowded = code === FEED_CLOSE.tooMany;
        if (code === FEED_CLOSE.sessionOver) throw new TransportError(401);
        if (code === FEED_CLOSE.notMember) throw new TransportError(403);
      } catch (error) {
        if (signal.aborted) return;
        const status = error instanceof TransportError ? error.status : null;
        if (status === 403 || status === 404) return this.#events.onGone();
        if (status === 401) {
          this.#isSignedOut = true;
          this.#events.onSessionOver();
        }
        if (error instanceof TransportError) retryAfterMs = error.retryAfterMs ?? 0;
      }
      if (isCrowded) await this.#wait(CROWDED_WAIT_MS * (1 + this.#random()));
      else if (!isReset) await this.#goOffline(retryAfterMs);
    }
  }

  stop(): void {
    this.#abort.abort();
    this.#socket?.close();
    this.#endWait?.();
  }

  /** Reconnects at once: the network may be back, or may have gone without a word. */
  wake(): void {
    if (this.#isSignedOut) return;
    this.#failures = 0;
    if (this.#socket === null) this.#endWait?.();
    else this.#askAgain();
  }

  /** The server no longer knows the session: nothing is tried before `resume`. */
  hold(): void {
    this.#isSignedOut = true;
    this.#socket?.close();
  }

  /** Before the session ends: nothing more is asked, and what was asked has its answer. Until `resume`. */
  async rest(): Promise<void> {
    this.#isSignedOut = true;
    await this.#catchingUp?.catch(() => undefined);
    // A browser tells of a socket that is closed while it opens, as of one that is refused.
    await this.#socket?.opened;
    this.#socket?.close();
  }

  /** The person is signed in again, or has stayed. */
  resume(): void {
    this.#isSignedOut = false;
    this.#endWait?.();
  }

  /** The feed owes everything up to `seq`: if it does not come soon, it is asked for. */
  expect(seq: number): void {
    if ((this.#store.cursor ?? 0) >= seq) return;
    this.#clock.after(FEED_GRACE_MS, () => {
      if (!this.#abort.signal.aborted && (this.#store.cursor ?? 0) < seq) this.#askAgain();
    });
  }

  /** Brings everything that the server had when this was called, by HTTP. */
  async catchUp(): Promise<void> {
    // One already under way may have asked too early for this caller.
    await this.#catchingUp?.catch(() => undefined);
    this.#catchingUp ??= this.#fetchAll().finally(() => (this.#catchingUp = null));
    await this.#catchingUp;
  }

  #askAgain(): void {
    if (this.#isSignedOut) return;
    const socket = this.#socket;
    this.catchUp().catch(() => socket?.close());
  }

  async #fetchAll(): Promise<void> {
    const { signal } = this.#abort;
    for (;;) {
      if (this.#store.cursor === null) await this.#fetchSnapshot();
      const from = this.#store.cursor;
      if (from === null) continue;
      let cursor: string | null = null;
      do {
        const page = await this.#transport.since(from, this.#store.epoch, cursor, signal);
        signal.throwIfAborted();
        if (page.reset) {
          this.#events.onReset();
          break;
        }
        this.#store.epoch = epochOf(page);
        cursor = page.nextCursor;
        const to = cursor === null ? page.seq : (page.changes.at(-1)?.seq ?? from);
        this.#bring(page.changes, to);
      } while (cursor !== null);
      // A reset, by this page or by the socket meanwhile, leaves no cursor: begin again.
      if (this.#store.cursor !== null) return this.#events.onCaughtUp();
    }
  }

  async #fetchSnapshot(): Promise<void> {
    const { signal } = this.#abort;
    let rows: BaseRows = new Map();
    let seq = Infinity;
    let cursor: string | null = null;
    let epoch: string | null = null;
    do {
      const page = await this.#transport.snapshot(cursor, signal);
      signal.throwIfAborted();
      if (page.reset) {
        // The log went back to a backup between two pages.
        rows = new Map();
        seq = Infinity;
        cursor = null;
        continue;
      }
      epoch = epochOf(page);
      putPage(rows, page);
      // Later pages may hold newer rows; going on from the earliest position repeats what they know, which is harmless.
      seq = Math.min(seq, page.seq);
      cursor = page.nextCursor;
    } while (cursor !== null || seq === Infinity);
    this.#events.onSnapshot(rows, seq, epoch);
  }

  #bring(changes: readonly Change[], to: number): void {
    this.#events.onChanges(changes.map(internChange), to);
  }

  /** Follows the socket until it is over; returns its closing code, 0 when it fell silent. */
  #follow(): Promise<number> {
    return new Promise((resolve) => {
      let stopWatch: () => void = () => undefined;
      const watch = (): void => {
        stopWatch();
        stopWatch = this.#clock.after(SILENCE_MS, () => over(0));
      };
      let isOver = false;
      const over = (code: number): void => {
        if (isOver) return;
        isOver = true;
        stopWatch();
        this.#socket = null;
        this.#events.onLine(null);
        socket.close();
        resolve(code);
      };
      const socket = this.#transport.openFeed(this.#store.cursor ?? 0, this.#store.epoch, {
        onFrame: (frame) => {
          if (isOver) return;
          watch();
          this.#failures = 0;
          this.#take(frame, over);
        },
        onClose: over,
      });
      this.#socket = { close: () => over(0), opened: socket.opened };
      this.#events.onLine((frame) => socket.send(frame));
      watch();
      this.#events.onStatus('live');
    });
  }

  #take(frame: FeedFrame, over: (code: number) => void): void {
    if (frame.type === 'reset') {
      this.#events.onReset();
      over(0);
    } else if (frame.type === 'changes') {
      const last = frame.changes.at(-1);
      if (last !== undefined) this.#bring(frame.changes, last.seq);
    } else if (frame.type === 'presence') {
      this.#events.onPresence(frame.people, frame.isWhole);
    } else if (frame.type === 'ping' && frame.seq > (this.#store.cursor ?? 0)) {
      // Something was not for this person, or a notice went missing between the server's nodes: ask.
      this.#askAgain();
    }
  }

  async #goOffline(atLeastMs: number): Promise<void> {
    if (!this.#isSignedOut) this.#events.onStatus('offline');
    const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    await this.#wait(Math.max(atLeastMs, this.#random() * most));
  }

  async #wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      let cancel: () => void = () => undefined;
      const done = (): void => {
        cancel();
        this.#endWait = null;
        resolve();
      };
      this.#endWait = done;
      // Without a session there is nothing to try before somebody signs in.
      if (!this.#isSignedOut) cancel = this.#clock.after(ms, done);
    });
  }
}

/** A server of an earlier version names none. */
function epochOf(page: { epoch?: string }): string | null {
  return page.epoch ?? null;
}

function internChange(change: Change): Change {
  if (change.op === 'put') internRow(change.data);
  return change;
}

/** Puts the rows of a page of a snapshot with those that are there. */
export function putPage(rows: BaseRows, { changes, packed = [] }: SyncPage): void {
  for (const change of changes) if (change.op === 'put') putRow(rows, change.entity, change.id, change.data);
  // The server gives the columns that the entity's row has.
  for (const some of packed) unpackRows(some, (id, row) => putRow(rows, some.entity, id, row));
}

function putRow(rows: BaseRows, entity: SyncEntity, id: string, row: Row): void {
  internRow(row);
  const known = rows.get(entity) ?? new Map<string, Row>();
  rows.set(entity, known.set(id, row));
}
