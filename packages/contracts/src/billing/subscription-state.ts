import { DAY_MS } from '#core/days.ts';
import { PERIODS } from '#core/periods.ts';
import type { SubscriptionStatus } from './billing.ts';
import type { Plan } from './plans.ts';

/** Stored state of a subscription. The displayed status is derived from it and the clock (`statusAt`). */
export type SubscriptionState = Exclude<SubscriptionStatus, 'trial'> | 'authenticated';

/** Known facts about a subscription. Times in ms since the epoch. Null if an event has not happened or is unknown. */
export interface SubscriptionFacts {
  state: SubscriptionState;
  paidUntil: number | null;
  /** Number of successful charges. */
  paidCount: number;
  firstPaidAt: number | null;
  /** Time of the first failure of a charge that is still unpaid. */
  firstFailedAt: number | null;
  cancelsAtEnd: boolean;
  /** True if the gateway's mandate ends or is paused, although the owner wants to continue. */
  needsAuthorisation: boolean;
  endedAt: number | null;
  refundedAt: number | null;
}

export const NEW_SUBSCRIPTION: SubscriptionFacts = {
  state: 'pending',
  paidUntil: null,
  paidCount: 0,
  firstPaidAt: null,
  firstFailedAt: null,
  cancelsAtEnd: false,
  needsAuthorisation: false,
  endedAt: null,
  refundedAt: null,
};

/** A subscription as read from the gateway. Webhooks only trigger such a read. */
export interface GatewayReading {
  /** The gateway's own status. */
  status: string;
  /** The period that was charged last, or that will be charged next. */
  currentStart: number | null;
  currentEnd: number | null;
  paidCount: number;
  endedAt: number | null;
  /** Time of the read. */
  at: number;
}

export type SubscriptionEvent =
  | { kind: 'read'; reading: GatewayReading }
  | { kind: 'cancelAsked' }
  | { kind: 'resumed'; needsAuthorisation: boolean }
  | { kind: 'refunded'; at: number };

type Apply = (facts: SubscriptionFacts, reading: GatewayReading) => SubscriptionFacts;

/** Extends the paid time, but never shortens it. */
function payUntil(facts: SubscriptionFacts, end: number | null, paidCount: number): SubscriptionFacts {
  const paidUntil = end === null ? facts.paidUntil : Math.max(facts.paidUntil ?? end, end);
  return { ...facts, paidUntil, paidCount: Math.max(facts.paidCount, paidCount) };
}

/** Extends the paid time to `end` for charges whose webhook was missed. */
function catchUp(facts: SubscriptionFacts, end: number | null, paidCount: number): SubscriptionFacts {
  return paidCount > facts.paidCount ? payUntil(facts, end, paidCount) : facts;
}

const MONTH_MS = 30.44 * DAY_MS;

/**
 * The paid time of an ended subscription. Its last period may be unpaid, so the paid time ends at the start or the end of that period:
 * whichever is closer to the time expected from the number of charges since the last known charge.
 */
function paidThrough(
  facts: SubscriptionFacts,
  { currentStart, currentEnd, paidCount }: GatewayReading,
): number | null {
  if (facts.paidUntil === null || currentStart === null || currentEnd === null) return currentEnd;
  const guess = facts.paidUntil + (paidCount - facts.paidCount) * MONTH_MS;
  return Math.abs(currentStart - guess) < Math.abs(currentEnd - guess) ? currentStart : currentEnd;
}

const end =
  (state: SubscriptionState): Apply =>
  (facts, reading) => ({
    ...catchUp(facts, paidThrough(facts, reading), reading.paidCount),
    state,
    firstFailedAt: null,
    needsAuthorisation: false,
    endedAt: facts.endedAt ?? reading.endedAt ?? reading.at,
  });

const fail =
  (state: SubscriptionState): Apply =>
  (facts, { currentStart, paidCount, at }) => ({
    ...catchUp(facts, currentStart, paidCount),
    state,
    firstFailedAt: facts.firstFailedAt ?? at,
  });

/**
 * Transition for each status of the gateway. Only this table interprets these statuses. Failed and halted charges advance the gateway's
 * period without payment, so only `active` takes the end of the period as paid. Other statuses only catch up on successful charges.
 * https://razorpay.com/docs/payments/subscriptions/states/
 */
const BY_GATEWAY_STATUS: Readonly<Record<string, Apply>> = {
  created: (facts) => facts,
  authenticated: (facts) => ({ ...facts, state: 'authenticated' }),
  active: (facts, { currentEnd, paidCount, at }) => ({
    ...payUntil(facts, currentEnd, paidCount),
    state: 'active',
    firstPaidAt: facts.firstPaidAt ?? at,
    firstFailedAt: null,
  }),
  pending: fail('past_due'),
  halted: fail('halted'),
  // No charges while paused: treated like an ended mandate, but the subscription can be resumed.
  paused: (facts) => ({ ...facts, needsAuthorisation: true }),
  cancelled: end('cancelled'),
  expired: end('expired'),
  completed: end('completed'),
};

const FINAL: ReadonlySet<SubscriptionState> = new Set(['cancelled', 'expired', 'completed']);

export function isFinal(state: SubscriptionState): boolean {
  return FINAL.has(state);
}

/** The only reducer. Only refunds change final states. Unknown statuses are ignored, and therefore neither grant nor revoke anything. */
export function reduceSubscription(facts: SubscriptionFacts, event: SubscriptionEvent): SubscriptionFacts {
  switch (event.kind) {
    case 'read': {
      if (isFinal(facts.state)) return facts;
      const { status } = event.reading;
      return isKnownToReducer(status) ? (BY_GATEWAY_STATUS[status]?.(facts, event.reading) ?? facts) : facts;
    }
    case 'cancelAsked':
      return isFinal(facts.state) ? facts : { ...facts, cancelsAtEnd: true };
    case 'resumed':
      return isFinal(facts.state)
        ? facts
        : { ...facts, cancelsAtEnd: false, needsAuthorisation: event.needsAuthorisation };
    case 'refunded':
      return {
        ...facts,
        state: 'cancelled',
        firstFailedAt: null,
        endedAt: facts.endedAt ?? event.at,
        refundedAt: facts.refundedAt ?? event.at,
      };
  }
}

export function isKnownToReducer(status: string): boolean {
  return Object.hasOwn(BY_GATEWAY_STATUS, status);
}

const GRACE_MS = PERIODS.paymentGrace * DAY_MS;

/**
 * End of the Pro entitlement from this subscription. Null if there is none. A grace period starts with the first failed charge, while the
 * bank retries. The same grace period applies while the outcome of a charge is unknown.
 */
export function entitledUntil(facts: SubscriptionFacts): number | null {
  const { state, paidUntil, firstFailedAt, cancelsAtEnd, refundedAt } = facts;
  if (paidUntil === null) return null;
  if (refundedAt !== null) return Math.min(refundedAt, paidUntil);
  if (state === 'active') return cancelsAtEnd ? paidUntil : paidUntil + GRACE_MS;
  if (state === 'past_due' && !cancelsAtEnd)
    return Math.max(paidUntil, (firstFailedAt ?? paidUntil) + GRACE_MS);
  return paidUntil;
}

/** The status to display at a point in time. */
export function statusAt(facts: SubscriptionFacts, now: number): SubscriptionStatus {
  const { state, paidUntil, cancelsAtEnd } = facts;
  if (state === 'authenticated') return 'pending';
  if (state !== 'active' && state !== 'past_due') return state;
  const isEntitled = planAt(entitledUntil(facts), now) === 'pro';
  if (cancelsAtEnd) return isEntitled ? state : 'cancelled';
  if (!isEntitled) return 'halted';
  return state === 'active' && paidUntil !== null && paidUntil <= now ? 'past_due' : state;
}

export function planAt(until: number | null, now: number): Plan {
  return until !== null && until > now ? 'pro' : 'free';
}
