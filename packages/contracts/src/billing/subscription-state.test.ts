import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS } from '#core/days.ts';
import {
  entitledUntil,
  NEW_SUBSCRIPTION,
  planAt,
  reduceSubscription,
  statusAt,
  type GatewayReading,
  type SubscriptionFacts,
} from './subscription-state.ts';

const MONTH = 30 * DAY_MS;
const START = Date.UTC(2026, 10, 20);

const reading = (status: string, more: Partial<GatewayReading> = {}): GatewayReading => ({
  status,
  currentStart: START,
  currentEnd: START + MONTH,
  paidCount: 1,
  endedAt: null,
  at: START,
  ...more,
});
const read = (facts: SubscriptionFacts, status: string, more?: Partial<GatewayReading>): SubscriptionFacts =>
  reduceSubscription(facts, { kind: 'read', reading: reading(status, more) });
const ACTIVE = read(NEW_SUBSCRIPTION, 'active');
const FAILED = read(ACTIVE, 'pending', {
  currentStart: START + MONTH,
  currentEnd: START + 2 * MONTH,
  at: START + MONTH,
});

it.each([
  ['created', NEW_SUBSCRIPTION],
  ['authenticated', { ...NEW_SUBSCRIPTION, state: 'authenticated' }],
  ['active', { state: 'active', paidUntil: START + MONTH, paidCount: 1, firstPaidAt: START }],
  ['expired', { state: 'expired', endedAt: START }],
  ['a future status', NEW_SUBSCRIPTION],
])('maps the gateway status %s of a new subscription', (status, expected) => {
  const paid = status === 'active' ? {} : { paidCount: 0 };
  expect(read(NEW_SUBSCRIPTION, status, paid)).toMatchObject(expected);
});

it.each(['a future status', '', 'constructor'])(
  'changes nothing for the unknown gateway status “%s”',
  (status) => {
    expect(read(ACTIVE, status)).toEqual(ACTIVE);
  },
);

it('keeps Pro for exactly seven days after the first failed charge', () => {
  expect(FAILED).toMatchObject({ state: 'past_due', paidUntil: START + MONTH, firstFailedAt: START + MONTH });
  const until = START + MONTH + 7 * DAY_MS;
  expect(entitledUntil(FAILED)).toBe(until);
  expect([statusAt(FAILED, until - 1), statusAt(FAILED, until)]).toEqual(['past_due', 'halted']);
  const retried = read(FAILED, 'pending', { at: START + MONTH + 3 * DAY_MS, currentStart: START + MONTH });
  expect(entitledUntil(retried)).toBe(until);
});

it('ends Pro when the gateway halts the subscription, and restores it with the next charge', () => {
  const at = START + MONTH + 4 * DAY_MS;
  const halted = read(FAILED, 'halted', { at, currentStart: START + MONTH, currentEnd: START + 2 * MONTH });
  expect(planAt(entitledUntil(halted), at)).toBe('free');
  const again = read(halted, 'active', { paidCount: 2, currentEnd: START + 2 * MONTH, at: at + DAY_MS });
  expect(again).toMatchObject({ state: 'active', paidUntil: START + 2 * MONTH, firstFailedAt: null });
});

it('ends a cancelled subscription at the end of the paid time, without a grace period', () => {
  const leaving = reduceSubscription(ACTIVE, { kind: 'cancelAsked' });
  expect(entitledUntil(leaving)).toBe(START + MONTH);
  expect([statusAt(leaving, START + MONTH - 1), statusAt(leaving, START + MONTH)]).toEqual([
    'active',
    'cancelled',
  ]);
  expect(reduceSubscription(leaving, { kind: 'resumed', needsAuthorisation: false })).toEqual(ACTIVE);
});

it('keeps Pro for the paid time after the mandate is cancelled at the bank', () => {
  const cancelled = read(ACTIVE, 'cancelled', { at: START + DAY_MS, endedAt: START + DAY_MS });
  expect(cancelled).toMatchObject({ state: 'cancelled', endedAt: START + DAY_MS, paidUntil: START + MONTH });
  expect(planAt(entitledUntil(cancelled), START + MONTH - 1)).toBe('pro');
});

it('ends Pro immediately after a refund', () => {
  const back = reduceSubscription(ACTIVE, { kind: 'refunded', at: START + 2 * DAY_MS });
  expect(entitledUntil(back)).toBe(START + 2 * DAY_MS);
  expect(read(back, 'active', { currentEnd: START + 5 * MONTH, paidCount: 5 })).toEqual(back);
});

/** A model of the gateway, with its own clock: the reference for the facts under test. */
class ModelGateway {
  status = 'created';
  start = START;
  end = START + MONTH;
  paidCount = 0;
  paidUntil: number | null = null;
  endedAt: number | null = null;
  now = START;
  cancelsAtEnd = false;

  act(act: string): void {
    this.now += DAY_MS;
    const isOpen = ['active', 'pending', 'halted'].includes(this.status);
    if (act === 'pay' && this.status === 'created') this.#pay(this.start);
    else if (act === 'cycle' && this.status === 'active') this.#cycle(true);
    else if (act === 'fail' && this.status === 'active') this.#cycle(false);
    else if (act === 'halt' && this.status === 'pending') this.status = 'halted';
    else if (act === 'make up' && (this.status === 'pending' || this.status === 'halted'))
      this.#pay(this.start);
    else if (act === 'cancel' && isOpen) this.#end('cancelled');
    else if (act === 'complete' && this.status === 'active') this.#end('completed');
  }

  #pay(start: number): void {
    this.start = start;
    this.end = start + MONTH;
    this.paidCount += 1;
    this.paidUntil = this.end;
    this.status = 'active';
  }

  #cycle(isPaid: boolean): void {
    this.now = Math.max(this.now, this.end);
    if (isPaid) return this.#pay(this.end);
    this.start = this.end;
    this.end = this.start + MONTH;
    this.status = 'pending';
  }

  #end(status: string): void {
    this.status = status;
    this.endedAt = this.now;
  }

  read(): GatewayReading {
    const { status, start, end, paidCount, endedAt, now } = this;
    return { status, currentStart: start, currentEnd: end, paidCount, endedAt, at: now };
  }
}

const STATES: Record<string, string> = { created: 'pending', pending: 'past_due' };
const ACTS = ['pay', 'cycle', 'cycle', 'fail', 'make up', 'halt', 'cancel', 'complete'];

it('converges to the gateway state despite lost, repeated and late webhooks', () => {
  assert(
    property(
      array(
        record({
          act: constantFrom(...ACTS),
          /** Number of deliveries of each webhook: 0 is lost, 2 is repeated. */
          deliveries: integer({ min: 0, max: 2 }),
          /** Whether a delayed response to an earlier read arrives afterwards. */
          isLate: boolean(),
        }),
        { maxLength: 25 },
      ),
      (life) => {
        const gateway = new ModelGateway();
        gateway.act('pay');
        let facts = reduceSubscription(NEW_SUBSCRIPTION, { kind: 'read', reading: gateway.read() });
        let applied = 0;
        const readings = [gateway.read()];
        const apply = (index: number): void => {
          const delivered = readings[index];
          if (delivered === undefined || index <= applied) return;
          applied = index;
          facts = reduceSubscription(facts, { kind: 'read', reading: delivered });
        };
        for (const { act, deliveries, isLate } of life) {
          gateway.act(act);
          readings.push(gateway.read());
          if (deliveries === 0) continue;
          for (let time = 0; time < deliveries; time += 1) apply(readings.length - 1);
          if (isLate) apply(readings.length - 2);
        }
        readings.push(gateway.read());
        apply(readings.length - 1);
        expect(facts.state).toBe(STATES[gateway.status] ?? gateway.status);
        expect(facts.paidUntil).toBe(gateway.paidUntil);
        expect(facts.paidCount).toBe(gateway.paidCount);
      },
    ),
    { numRuns: 1000 },
  );
});
