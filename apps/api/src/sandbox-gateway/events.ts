import { createHmac } from 'node:crypto';
import type { Payment, Refund, Subscription } from './entities.ts';
import { postToProduct } from './outgoing.ts';
import type { Delivery, Store } from './state.ts';

export type EventName =
  | 'subscription.authenticated'
  | 'subscription.activated'
  | 'subscription.charged'
  | 'subscription.pending'
  | 'subscription.halted'
  | 'subscription.cancelled'
  | 'subscription.completed'
  | 'payment.failed'
  | 'refund.processed';

export interface EventPayload {
  subscription?: Subscription;
  payment?: Payment;
  refund?: Refund;
}

export interface Events {
  /** Queues an event. @param at time of the event, in seconds since the epoch */
  emit(name: EventName, payload: EventPayload, at: number): void;
  hold(): void;
  /** Releases held events, in chronological or reverse order. */
  release(order: 'in order' | 'reversed'): void;
  dropNext(): void;
  /** Resends the last events unchanged. */
  repeat(count: number): void;
  /** Sends due events. Resolves once the delivery of each has been attempted. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

/** Backoff in ms between attempts while the endpoint does not respond with 2xx. After the last attempt, the event is dropped. */
const PAUSES_MS = [1000, 2000, 5000, 15_000, 60_000, 300_000, 900_000, 3_600_000];

/** Sends the webhooks: signed and retried until accepted. Tests can hold, reorder, drop or repeat them. */
export function createEvents(settings: {
  store: Store;
  /** Target URL. Null if it is not set yet. Events are then queued. */
  url: () => string | null;
  secret: string;
  newId: (prefix: string) => string;
  /** Monotonic time in ms. */
  monotonic: () => number;
  pausesMs?: readonly number[];
}): Events {
  const { store, pausesMs = PAUSES_MS } = settings;
  const { state } = store;
  /** Earliest time of the next attempt, per delivery. */
  const nextAt = new Map<Delivery, number>();
  let round: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function send(delivery: Delivery, url: string): Promise<void> {
    const signature = createHmac('sha256', settings.secret).update(delivery.body).digest('hex');
    const status = await postToProduct(url, delivery.body, {
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': delivery.id,
    });
    const isTaken = status !== null && status >= 200 && status < 300;
    const pause = pausesMs[delivery.attempts];
    delivery.attempts += 1;
    if (!isTaken && pause !== undefined) nextAt.set(delivery, settings.monotonic() + pause);
    else {
      nextAt.delete(delivery);
      const at = state.waiting.indexOf(delivery);
      if (at >= 0) state.waiting.splice(at, 1);
    }
    if (isTaken && !state.sent.includes(delivery)) state.sent.push(delivery);
    store.save();
  }

  function findDue(): Delivery | undefined {
    if (isClosed || state.isHolding) return undefined;
    return state.waiting.find((one) => (nextAt.get(one) ?? 0) <= settings.monotonic());
  }

  async function deliverDue(): Promise<void> {
    // Continue asynchronously, to assign `round` before this function ends.
    await Promise.resolve();
    const url = settings.url();
    if (url !== null) for (let due = findDue(); due !== undefined; due = findDue()) await send(due, url);
    round = null;
    plan();
  }

  function deliver(): Promise<void> {
    round ??= deliverDue();
    return round;
  }

  /** Schedules the next round if there are undelivered events. */
  function plan(): void {
    clearTimeout(timer);
    if (isClosed || state.isHolding || state.waiting.length === 0 || settings.url() === null) return;
    const first = Math.min(...state.waiting.map((one) => nextAt.get(one) ?? 0));
    timer = setTimeout(() => void deliver(), Math.max(0, first - settings.monotonic()));
    timer.unref();
  }

  return {
    emit(name, payload, at) {
      if (state.drops > 0) {
        state.drops -= 1;
        return;
      }
      const kinds = Object.keys(payload);
      const body = JSON.stringify({
        entity: 'event',
        account_id: 'acc_HearthSandbox',
        event: name,
        contains: kinds,
        payload: Object.fromEntries(Object.entries(payload).map(([kind, entity]) => [kind, { entity }])),
        created_at: at,
      });
      state.waiting.push({ id: settings.newId('evt'), name, body, attempts: 0 });
    },
    hold() {
      state.isHolding = true;
    },
    release(order) {
      state.isHolding = false;
      if (order === 'reversed') state.waiting.reverse();
    },
    dropNext() {
      state.drops += 1;
    },
    repeat(count) {
      for (const one of state.sent.slice(-count)) state.waiting.push({ ...one, attempts: 0 });
    },
    deliver,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await round;
    },
  };
}
