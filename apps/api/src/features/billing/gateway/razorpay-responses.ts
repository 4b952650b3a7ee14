import type { PaymentMethod } from '@hearth/contracts/billing/billing';
import { z } from 'zod';
import type { GatewayPayment, GatewaySubscription } from './gateway.ts';

// Response schemas of the gateway (https://razorpay.com/docs/api). Times are in seconds; unknown values may be null or missing. Fields that
// are not used here are not validated.

const seconds = z.number().nullish();

export const planResponse = z.object({ id: z.string().min(1) });

export const subscriptionResponse = z.object({
  id: z.string().min(1),
  plan_id: z.string(),
  status: z.string(),
  current_start: seconds,
  current_end: seconds,
  charge_at: seconds,
  ended_at: seconds,
  paid_count: z.number().nullish(),
  short_url: z.string().nullish(),
  has_scheduled_changes: z.boolean().nullish(),
  /** Notes by name; the gateway encodes them as an empty list if there are none. */
  notes: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish(),
});
export type SubscriptionResponse = z.infer<typeof subscriptionResponse>;

const card = z.object({
  network: z.string().nullish(),
  last4: z.string().nullish(),
  expiry_month: z.coerce.number().int().min(1).max(12).nullish().catch(null),
  expiry_year: z.coerce.number().int().min(2000).max(9999).nullish().catch(null),
});

export const paymentResponse = z.object({
  id: z.string().min(1),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  amount_refunded: z.number().nullish(),
  created_at: z.number(),
  method: z.string().nullish(),
  card: card.nullish(),
});
export type PaymentResponse = z.infer<typeof paymentResponse>;

export const refundResponse = z.object({ id: z.string().min(1), amount: z.number() });
export const refundsResponse = z.object({ items: z.array(refundResponse) });

export const invoicesResponse = z.object({
  items: z.array(
    z.object({
      payment_id: z.string().nullish(),
      status: z.string().nullish(),
      paid_at: seconds,
      created_at: seconds,
    }),
  ),
});

function toMs(time: number | null | undefined): number | null {
  return time == null ? null : time * 1000;
}

/** Converts a response to the product's types and units. @param at time of the request, in ms since the epoch */
export function readSubscription(response: SubscriptionResponse, at: number): GatewaySubscription {
  const notes = Array.isArray(response.notes) ? {} : (response.notes ?? {});
  const teamId = notes['teamId'];
  return {
    id: response.id,
    planId: response.plan_id,
    teamId: typeof teamId === 'string' ? teamId : null,
    url: response.short_url ?? null,
    reading: {
      status: response.status,
      currentStart: toMs(response.current_start),
      // Without a reported end, the period ends at the next charge.
      currentEnd: toMs(response.current_end ?? response.charge_at),
      paidCount: response.paid_count ?? 0,
      endedAt: toMs(response.ended_at),
      at,
    },
  };
}

const METHODS: Readonly<Record<string, PaymentMethod['kind']>> = {
  card: 'card',
  upi: 'upi',
  emandate: 'emandate',
  nach: 'emandate',
};

export function readPayment(response: PaymentResponse): GatewayPayment {
  const { card } = response;
  const month = card?.expiry_month;
  const year = card?.expiry_year;
  return {
    id: response.id,
    amount: response.amount,
    currency: response.currency,
    status: response.status,
    amountRefunded: response.amount_refunded ?? 0,
    paidAt: response.created_at * 1000,
    method: {
      kind: METHODS[response.method ?? ''] ?? 'other',
      network: card?.network ?? null,
      last4: card?.last4 ?? null,
      expires: month && year ? `${year}-${String(month).padStart(2, '0')}` : null,
    },
  };
}
