import { DAY_MS } from '#core/days.ts';
import { PERIODS } from '#core/periods.ts';
import type { SubscriptionStatus } from './billing.ts';
import type { Plan } from './plans.ts';

/** Where a subscription stands, as kept. What people are shown follows from it and the clock (`statusAt`). */
export type SubscriptionState = Exclude<SubscriptionStatus, 'trial'> | 'authenticated';

/** What is known of one subscription. Times in ms since the epoch; null = it has not happened, or is not known. */
export interface SubscriptionFacts {
  state: SubscriptionState;
  paidUntil: number | null;
  /** Charges that went through. */
  paidCount: number;
  firstPaidAt: number | null;
  /** When the charge failed that has not been made up for. */
  firstFailedAt: number | null;
  cancelsAtEnd: boolean;
  /** The gateway's mandate ends, though the owner wants to go on. */
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

/** What the gateway says of a subscription when it is asked. Its webhooks only say that there is something to ask. */
export interface GatewayReading {
  /** The gateway's own word. */
  status: string;
  /** The period that was charged last, or is to be. */
  currentStart: number | null;
  currentEnd: number | null;
  paidCount: number;
  endedAt: number | null;
  /** When it was asked. */
  at: number;
}

export type SubscriptionEvent =
  | { kind: 'read'; reading: GatewayReading }
  | { kind: 'cancelAsked' }
  | { kind: 'resumed'; needsAuthorisation: boolean }
  | { kind: 'refunded'; at: number };

type Apply = (facts: SubscriptionFacts, reading: GatewayReading) => SubscriptionFacts;

/** A later end of the paid time than the one that is known, never an earlier one. */
function payUntil(facts: SubscriptionFacts, end: number | null, paidCount: number): SubscriptionFacts {
  const paidUntil = end === null ? facts.paidUntil : Math.max(facts.paidUntil ?? end, end);
  return { ...facts, paidUntil, paidCount: Math.max(facts.paidCount, paidCount) };
}

/** Charges that nobody told of: with them the time until `end` is paid for. */
function catchUp(facts: SubscriptionFacts, end: number | null, paidCount: number): SubscriptionFacts {
  return paidCount > facts.paidCount ? payUntil(facts, end, paidCount) : facts;
}

const MONTH_MS = 30.44 * DAY_MS;

/**
 * How far a subscription that has ended is paid: until the start of its last period or until its end, whichever the number
 * of charges since the last that is known of comes closer to.
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
 * What each status of the gateway makes of what is known; the only place that knows these words. A failed or halted
 * charge moves the gateway's period on without being paid, so only `active` extends the paid time.
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
  // Nobody is charged while it is paused, so it counts like a mandate that has ended, but it can come back.
  paused: (facts) => ({ ...facts, needsAuthorisation: true }),
  cancelled: end('cancelled'),
  expired: end('expired'),
  completed: end('completed'),
};

const FINAL: ReadonlySet<SubscriptionState> = new Set(['cancelled', 'expired', 'completed']);

export function isFinal(state: SubscriptionState): boolean {
  return FINAL.has(state);
}

/**
 * The one reducer. What ended stays ended; a status that is not known changes nothing, so it neither grants nor takes.
 */
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
 * Until when the team has Pro by this subscription; null = it gives nothing. While the bank tries again there are days of
 * grace from the first failure, and as many where nobody has told how the charge went.
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

/** What people are shown of it at this moment. */
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
