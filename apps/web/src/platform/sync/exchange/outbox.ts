import type { Problem } from '@hearth/contracts/core/errors';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { keysOf } from '#platform/sync/rows/pending.ts';
import type { RowStore } from '#platform/sync/rows/row-store.ts';
import type {
  Clock,
  Mutation,
  Pending,
  Ports,
  RowKey,
  SendAnswer,
  Transport,
} from '#platform/sync/rows/types.ts';

const MAX_IN_FLIGHT = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Of these the server judges one row by the others: a timer runs on only once the later one is gone. */
const IN_TURN: ReadonlySet<SyncEntity> = new Set(['timeEntry']);

interface OutboxEvents {
  /** `seq` is null when the answer did not name its log position. */
  onAcked(pending: Pending, seq: number | null): void;
  onRefused(pending: Pending, problem: Problem): void;
  onSessionOver(): void;
}

/**
 * Sends the stored mutations: in order within each chain (those that touch a common row, or need one another,
 * or are judged by one another), several chains concurrently. Only a 4xx that means no is a refusal;
 * everything else is retried with the same idempotency key.
 */
export class Outbox {
  #store: RowStore;
  #transport: Transport;
  #clock: Clock;
  #random: () => number;
  #events: OutboxEvents;
  #inFlight = new Set<Pending>();
  #sends = new Set<Promise<void>>();
  #attempts = new Map<Pending, number>();
  #waits = new Map<Pending, () => void>();
  #isRunning = false;
  #abort = new AbortController();

  constructor(store: RowStore, ports: Pick<Ports, 'transport' | 'clock' | 'random'>, events: OutboxEvents) {
    this.#store = store;
    this.#transport = ports.transport;
    this.#clock = ports.clock;
    this.#random = ports.random;
    this.#events = events;
  }

  start(): void {
    this.#isRunning = true;
    this.wake();
  }

  /** Pauses sending, as while nobody is signed in. What is in flight may still be answered. */
  pause(): void {
    this.#isRunning = false;
    this.#cancelWaits();
  }

  /** Pauses sending, and settles once what is in flight is answered. */
  async rest(): Promise<void> {
    this.pause();
    await Promise.all(this.#sends);
  }

  stop(): void {
    this.pause();
    this.#abort.abort();
  }

  /** The network may be back: retries at once. */
  wake(): void {
    this.#cancelWaits();
    this.#attempts.clear();
    this.pump();
  }

  /** Sends whatever may go now. */
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

  /** The stored mutations that wait for no other. */
  #ready(): Pending[] {
    const ready: Pending[] = [];
    const waitingKeys = new Set<RowKey | SyncEntity>();
    const waitingIds = new Set<string>();
    let isBehindDoor = false;
    for (const pending of this.#store.pending.all()) {
      if (pending.state === 'acked') continue;
      const { mutation } = pending;
      const keys = [...keysOf(mutation), ...turnsOf(mutation)];
      const mustWait =
        pending.order === null ||
        isBehindDoor ||
        // All before it go first, and all after it later.
        (isDoor(mutation) && waitingIds.size > 0) ||
        mutation.dependsOn.some((id) => waitingIds.has(id)) ||
        keys.some((key) => waitingKeys.has(key));
      if (!mustWait) ready.push(pending);
      isBehindDoor ||= isDoor(mutation);
      waitingIds.add(mutation.mutationId);
      for (const key of keys) waitingKeys.add(key);
    }
    return ready;
  }

  async #send(pending: Pending): Promise<void> {
    this.#inFlight.add(pending);
    this.#store.setState(pending, 'sent');
    let answer: SendAnswer | null = null;
    try {
      answer = await this.#transport.send(pending.mutation, this.#abort.signal);
    } catch {
      answer = null;
    }
    this.#inFlight.delete(pending);
    if (this.#abort.signal.aborted) return;
    // The feed may have brought its effect before the answer came.
    if (this.#store.pending.get(pending.mutation.mutationId) === pending) this.#conclude(pending, answer);
    this.pump();
  }

  #conclude(pending: Pending, answer: SendAnswer | null): void {
    const attempt = (this.#attempts.get(pending) ?? 0) + 1;
    this.#attempts.set(pending, attempt);
    const verdict = judge(answer);
    if (verdict === 'later') {
      this.#store.setState(pending, 'queued');
      this.#waitBeforeNext(pending, attempt, answer?.retryAfterMs ?? 0);
      return;
    }
    if (verdict === 'signedOut') {
      this.#store.setState(pending, 'queued');
      this.pause();
      this.#events.onSessionOver();
      return;
    }
    this.#attempts.delete(pending);
    if (verdict === 'done') this.#events.onAcked(pending, answer?.seq ?? null);
    else this.#events.onRefused(pending, verdict);
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
 * Does it make room, or open and close doors, for what is about other rows? A delete does (limits, a status in use), and so
 * does a project that goes to the archive and comes back, or gets a triage and loses it.
 */
function isDoor(mutation: Mutation): boolean {
  return mutation.effects.some(
    ({ entity, op, fields }) =>
      op === 'delete' ||
      (entity === 'project' && op === 'patch' && ('archivedAt' in fields || 'hasTriage' in fields)),
  );
}

function judge(answer: SendAnswer | null): 'done' | 'later' | 'signedOut' | Problem {
  if (answer === null) return 'later';
  const { status, problem } = answer;
  if (status >= 200 && status < 300) return 'done';
  if (status === 401) return 'signedOut';
  if (status === 408 || status === 425 || status === 429 || status < 400 || status >= 500) return 'later';
  // 409: our own earlier attempt is still being worked on; a conflict for good names no `Retry-After`.
  if (status === 409 && answer.retryAfterMs !== null) return 'later';
  return (
    problem ?? {
      type: 'about:blank',
      title: 'The server refused this',
      status,
      detail: `The server answered ${status}.`,
      code: 'INVALID_REQUEST',
    }
  );
}
