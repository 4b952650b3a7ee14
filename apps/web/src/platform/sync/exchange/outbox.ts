import type { Problem } from '@hearth/contracts/core/errors';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { Feed } from './feed.ts';
import type { TabRows } from './tab-rows.ts';
import { keysOf } from '#platform/sync/rows/pending.ts';
import type { RowStore } from '#platform/sync/rows/row-store.ts';
import type {
  Clock,
  Mutation,
  Pending,
  Ports,
  RowKey,
  SendResult,
  Transport,
} from '#platform/sync/rows/types.ts';

const MAX_IN_FLIGHT = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * Entities whose rows the server validates against each other. Their mutations must be sent in order: a timer can be resumed only after the
 * later time entry is deleted.
 */
const IN_TURN: ReadonlySet<SyncEntity> = new Set(['timeEntry']);

const NOT_STORED: Problem = {
  type: 'about:blank',
  title: 'This could not be saved on this device',
  status: 507,
  detail: 'The browser is out of storage, or does not allow this site to store data.',
  code: 'UNAVAILABLE',
};

type OutboxRows = Pick<TabRows, 'store' | 'noteStoredLate' | 'acknowledge' | 'refuse'>;
type OutboxFeed = Pick<Feed, 'expect' | 'catchUp'>;
interface OutboxPorts extends Pick<Ports, 'transport' | 'clock' | 'random'> {
  channel: Pick<Ports['channel'], 'post'>;
  storage: Pick<Ports['storage'], 'add'>;
}

/**
 * Stores the mutations of this tab. In the leading tab, it also sends those of all tabs: sequentially within a chain, and several chains in
 * parallel. A chain consists of mutations that touch a common row, depend on one another or are validated against one another. Only a
 * definitive 4xx is a rejection. Any other failure is retried with the same idempotency key.
 */
export class Outbox {
  #store: RowStore;
  #rows: OutboxRows;
  /** Set while this tab leads and has caught up. */
  #feed: OutboxFeed | null = null;
  #channel: OutboxPorts['channel'];
  #storage: OutboxPorts['storage'];
  #transport: Transport;
  #clock: Clock;
  #random: () => number;
  #onSessionOver: () => void;
  #inFlight = new Set<Pending>();
  #sends = new Set<Promise<void>>();
  #attempts = new Map<Pending, number>();
  #waits = new Map<Pending, () => void>();
  #isRunning = false;
  #abort = new AbortController();

  constructor(rows: OutboxRows, ports: OutboxPorts, onSessionOver: () => void) {
    this.#store = rows.store;
    this.#rows = rows;
    this.#channel = ports.channel;
    this.#storage = ports.storage;
    this.#transport = ports.transport;
    this.#clock = ports.clock;
    this.#random = ports.random;
    this.#onSessionOver = onSessionOver;
  }

  /**
   * Applies the optimistic update. Resolves when the mutation is stored, which is before it is sent, or when it is rejected because it
   * cannot be stored.
   */
  add(mutation: Mutation): Promise<void> {
    const pending: Pending = { mutation, order: null, state: 'queued', seq: null };
    this.#store.addPending(pending);
    return this.#keep(pending);
  }

  async #keep(pending: Pending): Promise<void> {
    const { mutation } = pending;
    if (this.#feed === null) this.#channel.post({ type: 'storing', mutationId: mutation.mutationId });
    let order: number;
    try {
      order = await this.#storage.add(mutation);
    } catch {
      if (!this.#isOver) this.#rows.refuse(mutation.mutationId, NOT_STORED);
      return;
    }
    if (this.#isOver) return;
    // Its outcome may be known before it is stored.
    if (this.#store.pending.get(mutation.mutationId) === pending) this.#store.setOrder(pending, order);
    else await this.#rows.noteStoredLate(mutation, order);
    this.#channel.post({ type: 'mutation', order, mutation });
    this.pump();
  }

  /** Starts sending, in the leading tab once its feed has caught up. */
  start(feed: OutboxFeed): void {
    this.#feed = feed;
    this.#isRunning = true;
    this.wake();
  }

  /** Pauses sending, for example while signed out. Requests in flight may still complete. */
  pause(): void {
    this.#isRunning = false;
    this.#cancelWaits();
  }

  /** Pauses sending. Resolves once all requests in flight have completed. */
  async rest(): Promise<void> {
    this.pause();
    await Promise.all(this.#sends);
  }

  stop(): void {
    this.pause();
    this.#abort.abort();
  }

  get #isOver(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Retries immediately: the network may be back. */
  wake(): void {
    this.#cancelWaits();
    this.#attempts.clear();
    this.pump();
  }

  /** Sends the mutations that are ready, up to the maximum number in flight. */
  pump(): void {
    if (!this.#isRunning) return;
    for (const pending of this.#ready()) {
      if (this.#inFlight.size >= MAX_IN_FLIGHT) return;
      if (this.#inFlight.has(pending) || this.#waits.has(pending)) continue;
      const send = this.#send(pending);
      this.#sends.add(send);
      void send.finally(() => this.#sends.delete(send));
    }
  }

  /** The stored mutations that are not blocked by another mutation. */
  #ready(): Pending[] {
    const ready: Pending[] = [];
    const waitingKeys = new Set<RowKey | SyncEntity>();
    const waitingIds = new Set<string>();
    let isBehindBarrier = false;
    for (const pending of this.#store.pending.all()) {
      if (pending.state === 'acked') continue;
      const { mutation } = pending;
      const keys = [...keysOf(mutation), ...turnsOf(mutation)];
      const mustWait =
        pending.order === null ||
        isBehindBarrier ||
        // A barrier waits for all earlier mutations, and all later ones wait for it.
        (isBarrier(mutation) && waitingIds.size > 0) ||
        mutation.dependsOn.some((id) => waitingIds.has(id)) ||
        keys.some((key) => waitingKeys.has(key));
      if (!mustWait) ready.push(pending);
      isBehindBarrier ||= isBarrier(mutation);
      waitingIds.add(mutation.mutationId);
      for (const key of keys) waitingKeys.add(key);
    }
    return ready;
  }

  async #send(pending: Pending): Promise<void> {
    this.#inFlight.add(pending);
    this.#store.setState(pending, 'sent');
    let answer: SendResult | null = null;
    try {
      answer = await this.#transport.send(pending.mutation, this.#abort.signal);
    } catch {
      answer = null;
    }
    this.#inFlight.delete(pending);
    if (this.#isOver) return;
    // The feed may have delivered the effect before the response arrived.
    if (this.#store.pending.get(pending.mutation.mutationId) === pending) this.#conclude(pending, answer);
    this.pump();
  }

  #conclude(pending: Pending, answer: SendResult | null): void {
    const attempt = (this.#attempts.get(pending) ?? 0) + 1;
    this.#attempts.set(pending, attempt);
    const verdict = classifyResponse(answer);
    if (verdict === 'later') {
      this.#store.setState(pending, 'queued');
      this.#waitBeforeNext(pending, attempt, answer?.retryAfterMs ?? 0);
      return;
    }
    if (verdict === 'signedOut') {
      this.#store.setState(pending, 'queued');
      this.pause();
      this.#onSessionOver();
      return;
    }
    this.#attempts.delete(pending);
    if (verdict === 'done') this.#acknowledge(pending, answer?.seq ?? null);
    else this.#rows.refuse(pending.mutation.mutationId, verdict);
  }

  /**
   * Records that the server accepted a mutation.
   * @param seq null when the response did not contain the log position
   */
  #acknowledge(pending: Pending, seq: number | null): void {
    if (seq === null) {
      // The mutation's effect is in the log by now, so it has been applied once the feed has caught up.
      this.#feed?.catchUp().then(
        () => this.#acknowledge(pending, this.#store.cursor ?? 0),
        () => this.pump(),
      );
      return;
    }
    this.#rows.acknowledge(pending, seq);
    this.#feed?.expect(seq);
    this.pump();
  }

  #waitBeforeNext(pending: Pending, attempt: number, atLeastMs: number): void {
    const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
    const wait = Math.max(atLeastMs, this.#random() * most);
    this.#waits.set(
      pending,
      this.#clock.after(wait, () => {
        this.#waits.delete(pending);
        this.pump();
      }),
    );
  }

  #cancelWaits(): void {
    for (const cancel of this.#waits.values()) cancel();
    this.#waits.clear();
  }
}

function turnsOf({ effects }: Mutation): SyncEntity[] {
  return effects.map(({ entity }) => entity).filter((entity) => IN_TURN.has(entity));
}

/**
 * Whether the mutation is a barrier: one that determines whether mutations of other rows are allowed. Deletes are barriers (limits, a
 * status in use). Archiving or restoring a project and enabling or disabling its triage are barriers too.
 */
function isBarrier(mutation: Mutation): boolean {
  return mutation.effects.some(
    ({ entity, op, fields }) =>
      op === 'delete' ||
      (entity === 'project' && op === 'patch' && ('archivedAt' in fields || 'hasTriage' in fields)),
  );
}

function classifyResponse(answer: SendResult | null): 'done' | 'later' | 'signedOut' | Problem {
  if (answer === null) return 'later';
  const { status, problem } = answer;
  if (status >= 200 && status < 300) return 'done';
  if (status === 401) return 'signedOut';
  if (status === 408 || status === 425 || status === 429 || status < 400 || status >= 500) return 'later';
  // 409: our earlier attempt is still in progress. A permanent conflict has no `Retry-After`.
  if (status === 409 && answer.retryAfterMs !== null) return 'later';
  return (
    problem ?? {
      type: 'about:blank',
      title: 'The server refused this',
      status,
      detail: `The server responded with status ${status}.`,
      code: 'INVALID_REQUEST',
    }
  );
}
