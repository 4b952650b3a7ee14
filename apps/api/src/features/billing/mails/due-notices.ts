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
  /** Distinguishes notices of one kind; each is sent once. */
  period: string;
  /** The attached invoice or credit note. */
  invoiceId: string | null;
}

export interface NoticeFacts {
  /** The effective subscription. */
  subscription: (SubscriptionFacts & { id: string; cardExpires: string | null }) | null;
  /** Pro was granted without payment. */
  hasOverride: boolean;
  documents: readonly { id: string; kind: 'invoice' | 'credit_note'; issuedAt: number }[];
}

/** Days since the first failure, in descending order: only the latest stage reached is due. */
const FAILURE_STAGES = [5, 2, 0] as const;

/** Days: older notices are no longer sent. */
export const FRESH_DAYS = { document: 3, lapse: 14 } as const;

/** Notices that are due at this moment, including those already sent. */
export function listDueNotices(facts: NoticeFacts, now: number): DueNotice[] {
  const { subscription: kept } = facts;
  return [
    ...listDocuments(facts, now),
    ...(kept === null
      ? []
      : [findCharge(kept, now), findFailure(kept, now), findEnd(kept, facts, now), findCard(kept, now)]),
  ].filter((one) => one !== null);
}

type Kept = NonNullable<NoticeFacts['subscription']>;

function listDocuments({ documents }: NoticeFacts, now: number): DueNotice[] {
  return documents
    .filter(({ issuedAt }) => now - issuedAt <= FRESH_DAYS.document * DAY_MS)
    .map(({ id, kind }) => ({ kind: kind === 'invoice' ? 'receipt' : 'refund', period: id, invoiceId: id }));
}

function findCharge(
  { state, paidUntil, cancelsAtEnd, needsAuthorisation }: Kept,
  now: number,
): DueNotice | null {
  if (state !== 'active' || cancelsAtEnd || needsAuthorisation || paidUntil === null) return null;
  const left = paidUntil - now;
  if (left <= 0 || left > PERIODS.chargeNotice * DAY_MS) return null;
  return { kind: 'charge', period: iso(paidUntil), invoiceId: null };
}

function findFailure(kept: Kept, now: number): DueNotice | null {
  const { state, firstFailedAt, cancelsAtEnd } = kept;
  const until = entitledUntil(kept);
  if (state !== 'past_due' || firstFailedAt === null || cancelsAtEnd) return null;
  if (until === null || until <= now) return null;
  const stage = FAILURE_STAGES.find((days) => now - firstFailedAt >= days * DAY_MS);
  return stage === undefined
    ? null
    : { kind: `failed-${stage}`, period: iso(firstFailedAt), invoiceId: null };
}

/** Pro is about to end, or has ended. Refunds have their own notice. */
function findEnd(kept: Kept, { hasOverride }: NoticeFacts, now: number): DueNotice | null {
  const { id, state, paidUntil, cancelsAtEnd, refundedAt } = kept;
  const until = entitledUntil(kept);
  if (paidUntil === null || until === null || refundedAt !== null || hasOverride) return null;
  // By the paid time rather than the end, which days of grace move.
  const period = `${id} ${iso(paidUntil)}`;
  if (until > now) {
    // Cancelled here, or at the bank.
    const isEnding = cancelsAtEnd || state === 'cancelled' || state === 'completed';
    return isEnding ? { kind: 'cancelled', period, invoiceId: null } : null;
  }
  return now - until <= FRESH_DAYS.lapse * DAY_MS ? { kind: 'lapse', period, invoiceId: null } : null;
}

/** In the card's last month and the one before. */
function findCard({ state, cancelsAtEnd, cardExpires }: Kept, now: number): DueNotice | null {
  if ((state !== 'active' && state !== 'past_due') || cancelsAtEnd || cardExpires === null) return null;
  return monthsOf(now).includes(cardExpires) ? { kind: 'card', period: cardExpires, invoiceId: null } : null;
}

/** This month and the next, `2026-11`. */
export function monthsOf(now: number): [string, string] {
  const month = dayAt(new Date(now), INDIA).slice(0, 7);
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? [year + 1, 1] : [year, number + 1];
  return [month, `${next[0]}-${String(next[1]).padStart(2, '0')}`];
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
