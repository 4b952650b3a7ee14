import { DAY_MS } from '@hearth/contracts/core/days';
import { PERIODS } from '@hearth/contracts/core/periods';
import { entitledUntil, type SubscriptionFacts } from '@hearth/contracts/billing/subscription-state';
import { INDIA } from '#features/billing/invoices/invoice-number.ts';
import { dayAt } from '#platform/day-in-zone.ts';

export const NOTICE_KINDS = [
  'receipt',
  'refund',
  'charge',
  'failed-0',
  'failed-2',
  'failed-5',
  'lapse',
  'cancelled',
  'card',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface DueNotice {
  kind: NoticeKind;
  /** Distinguishes notices of the same kind, each of which is sent once per period. */
  period: string;
  /** Id of the attached invoice or credit note. Null if nothing is attached. */
  invoiceId: string | null;
}

export interface NoticeFacts {
  /** The effective subscription. */
  subscription: (SubscriptionFacts & { id: string; cardExpires: string | null }) | null;
  /** Whether Pro was granted without payment. */
  hasOverride: boolean;
  documents: readonly { id: string; kind: 'invoice' | 'credit_note'; issuedAt: number }[];
}

/** Days since the first failed charge, in descending order. Only the latest stage reached is due. */
const FAILURE_STAGES = [5, 2, 0] as const;

/** Maximum age in days of documents and lapses. Older notices are no longer sent. */
export const FRESH_DAYS = { document: 3, lapse: 14 } as const;

/** Lists the notices that are currently due, including those already sent. */
export function listDueNotices(facts: NoticeFacts, now: number): DueNotice[] {
  const { subscription } = facts;
  return [
    ...listDocuments(facts, now),
    ...(subscription === null
      ? []
      : [
          findCharge(subscription, now),
          findFailure(subscription, now),
          findEnd(subscription, facts, now),
          findCard(subscription, now),
        ]),
  ].filter((one) => one !== null);
}

type StoredFacts = NonNullable<NoticeFacts['subscription']>;

function listDocuments({ documents }: NoticeFacts, now: number): DueNotice[] {
  return documents
    .filter(({ issuedAt }) => now - issuedAt <= FRESH_DAYS.document * DAY_MS)
    .map(({ id, kind }) => ({ kind: kind === 'invoice' ? 'receipt' : 'refund', period: id, invoiceId: id }));
}

function findCharge(
  { state, paidUntil, cancelsAtEnd, needsAuthorisation }: StoredFacts,
  now: number,
): DueNotice | null {
  if (state !== 'active' || cancelsAtEnd || needsAuthorisation || paidUntil === null) return null;
  const remaining = paidUntil - now;
  if (remaining <= 0 || remaining > PERIODS.chargeNotice * DAY_MS) return null;
  return { kind: 'charge', period: iso(paidUntil), invoiceId: null };
}

function findFailure(subscription: StoredFacts, now: number): DueNotice | null {
  const { state, firstFailedAt, cancelsAtEnd } = subscription;
  const until = entitledUntil(subscription);
  if (state !== 'past_due' || firstFailedAt === null || cancelsAtEnd) return null;
  if (until === null || until <= now) return null;
  const stage = FAILURE_STAGES.find((days) => now - firstFailedAt >= days * DAY_MS);
  return stage === undefined
    ? null
    : { kind: `failed-${stage}`, period: iso(firstFailedAt), invoiceId: null };
}

/** Returns the notice that Pro is about to end or has ended. A refund has its own notice. */
function findEnd(subscription: StoredFacts, { hasOverride }: NoticeFacts, now: number): DueNotice | null {
  const { id, state, paidUntil, cancelsAtEnd, refundedAt } = subscription;
  const until = entitledUntil(subscription);
  if (paidUntil === null || until === null || refundedAt !== null || hasOverride) return null;
  // Identify the period by the paid time, because the grace period changes the end of Pro.
  const period = `${id} ${iso(paidUntil)}`;
  if (until > now) {
    // The subscription was cancelled in the product or at the bank.
    const isEnding = cancelsAtEnd || state === 'cancelled' || state === 'completed';
    return isEnding ? { kind: 'cancelled', period, invoiceId: null } : null;
  }
  return now - until <= FRESH_DAYS.lapse * DAY_MS ? { kind: 'lapse', period, invoiceId: null } : null;
}

/** Returns the notice of an expiring card. It is due in the card's last month and the month before. */
function findCard({ state, cancelsAtEnd, cardExpires }: StoredFacts, now: number): DueNotice | null {
  if ((state !== 'active' && state !== 'past_due') || cancelsAtEnd || cardExpires === null) return null;
  return monthsOf(now).includes(cardExpires) ? { kind: 'card', period: cardExpires, invoiceId: null } : null;
}

/** Returns the current and the next month in India, such as `2026-11`. */
export function monthsOf(now: number): [string, string] {
  const month = dayAt(new Date(now), INDIA).slice(0, 7);
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? [year + 1, 1] : [year, number + 1];
  return [month, `${next[0]}-${String(next[1]).padStart(2, '0')}`];
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
