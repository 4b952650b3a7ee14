import { unpackRows } from '@hearth/contracts/packed-rows-values';
import { FEED_CLOSE, type SyncEntity } from '@hearth/contracts/sync-values';
import type { Change, FeedFrame, SyncPage } from '@hearth/contracts/sync';
import type { Outbox } from './outbox.ts';
import type { Presence } from './presence.ts';
import type { TabRows } from './tab-rows.ts';
import { internRow } from '#platform/sync/rows/intern.ts';
import type { RowStore } from '#platform/sync/rows/row-store.ts';
import {
  TransportError,
  type BaseRows,
  type Clock,
  type Ports,
  type Row,
  type Transport,
} from '#platform/sync/rows/types.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Minimum interval between polls for changes and retries of the socket while the session has too many sockets. */
const CROWDED_WAIT_MS = 30_000;
/** The server pings every 25 s. After this silence, the socket counts as dead. */
const SILENCE_MS = 60_000;
/** How long the feed may take to deliver a change after the command's response. The client then fetches the change by HTTP. */
const FEED_GRACE_MS = 1_000;

interface FeedEvents {
  onStatus(status: 'live' | 'offline'): void;
  onSessionOver(): void;
  onAccessLost(): void;
}

/** What the feed of the leading tab drives. */
interface LeadingTab {
  rows: TabRows;
  outbox: Outbox;
  presence: Presence;
}

/**
 * Keeps local rows in sync with the server: a snapshot if there are none, catch-up by HTTP, then the socket. Runs in the leading tab, which
 * holds the lock. Starts the outbox once it has caught up.
 */
export class Feed {
  #tab: LeadingTab;
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

  constructor(tab: LeadingTab, ports: Ports, events: FeedEvents) {
    this.#tab = tab;
    this.#store = tab.rows.store;
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
        if (status === 403 || status === 404) return this.#events.onAccessLost();
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

  /** Reconnects immediately: the network may be back, or may have dropped without a close event. */
  wake(): void {
    if (this.#isSignedOut) return;
    this.#failures = 0;
    if (this.#socket === null) this.#endWait?.();
    else this.#retryCatchUp();
  }

  /** Stops retries until `resume` because the session has ended. */
  hold(): void {
    this.#isSignedOut = true;
    this.#socket?.close();
  }

  /** Drains before the session ends. Sends no new requests until `resume`. Resolves once the pending requests have completed. */
  async rest(): Promise<void> {
    this.#isSignedOut = true;
    await this.#catchingUp?.catch(() => undefined);
    // Browsers report a socket that is closed while opening as a refused connection, so wait until it is open.
    await this.#socket?.opened;
    this.#socket?.close();
  }

  /** Resumes after the user has signed in again, or after a sign-out that failed. */
  resume(): void {
    this.#isSignedOut = false;
    this.#endWait?.();
  }

  /** Expects the feed to deliver everything up to `seq`. Otherwise, the changes are fetched after a grace period. */
  expect(seq: number): void {
    if ((this.#store.cursor ?? 0) >= seq) return;
    this.#clock.after(FEED_GRACE_MS, () => {
      if (!this.#abort.signal.aborted && (this.#store.cursor ?? 0) < seq) this.#retryCatchUp();
    });
  }

  /** Fetches over HTTP all changes that the server had at the time of this call. */
  async catchUp(): Promise<void> {
    // A catch-up already in progress may have sent its request too early for this call.
    await this.#catchingUp?.catch(() => undefined);
    this.#catchingUp ??= this.#fetchAll().finally(() => (this.#catchingUp = null));
    await this.#catchingUp;
  }

  #retryCatchUp(): void {
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
          this.#tab.rows.reset();
          break;
        }
        this.#store.epoch = epochOf(page);
        cursor = page.nextCursor;
        const to = cursor === null ? page.seq : (page.changes.at(-1)?.seq ?? from);
        this.#bring(page.changes, to);
      } while (cursor !== null);
      // There is no cursor after a reset by this page or by the socket, so start over.
      if (this.#store.cursor !== null) return this.#tab.outbox.start(this);
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
        // The log was restored from a backup between two pages, so the rows of earlier pages are invalid.
        rows = new Map();
        seq = Infinity;
        cursor = null;
        continue;
      }
      epoch = epochOf(page);
      putPage(rows, page);
      // Later pages may contain newer rows. Continuing from the earliest position replays some changes. That is harmless.
      seq = Math.min(seq, page.seq);
      cursor = page.nextCursor;
    } while (cursor !== null || seq === Infinity);
    this.#tab.rows.replaceRows(rows, seq, epoch);
  }

  #bring(changes: readonly Change[], to: number): void {
    this.#tab.rows.applyChanges(changes.map(internChange), to);
  }

  /** Follows the socket until it closes. Returns the server's close code, or 0 if this side gave up the socket. */
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
        this.#tab.presence.connect(null);
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
      this.#tab.presence.connect((frame) => socket.send(frame));
      watch();
      this.#events.onStatus('live');
    });
  }

  #take(frame: FeedFrame, over: (code: number) => void): void {
    if (frame.type === 'reset') {
      // Local rows may be wrong or no longer permitted. A snapshot follows.
      this.#tab.rows.reset();
      over(0);
    } else if (frame.type === 'changes') {
      const last = frame.changes.at(-1);
      if (last !== undefined) this.#bring(frame.changes, last.seq);
    } else if (frame.type === 'presence') {
      this.#tab.presence.applyFrame(frame.people, frame.isWhole);
    } else if (frame.type === 'ping' && frame.seq > (this.#store.cursor ?? 0)) {
      // The change is not visible to this user, or a notification between the server's nodes was lost. Fetch.
      this.#retryCatchUp();
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
      // Without a session, retrying is pointless until the user signs in.
      if (!this.#isSignedOut) cancel = this.#clock.after(ms, done);
    });
  }
}

/** Servers of earlier versions send no epoch. */
function epochOf(page: { epoch?: string }): string | null {
  return page.epoch ?? null;
}

function internChange(change: Change): Change {
  if (change.op === 'put') internRow(change.data);
  return change;
}

/** Merges the rows of a snapshot page into the existing rows. */
export function putPage(rows: BaseRows, { changes, packed = [] }: SyncPage): void {
  for (const change of changes) if (change.op === 'put') putRow(rows, change.entity, change.id, change.data);
  // The server sends the columns of the entity's row type.
  for (const some of packed) unpackRows(some, (id, row) => putRow(rows, some.entity, id, row));
}

function putRow(rows: BaseRows, entity: SyncEntity, id: string, row: Row): void {
  internRow(row);
  const known = rows.get(entity) ?? new Map<string, Row>();
  rows.set(entity, known.set(id, row));
}
