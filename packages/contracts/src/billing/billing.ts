import { z } from 'zod';
import { id, instant } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { billingDetails, billingWish } from './billing-details.ts';
import { CANCEL_REASON_LENGTH } from './billing-values.ts';

const numbers = z.strictObject({
  collaborators: z.number().nullable(),
  projects: z.number().nullable(),
  documents: z.number().nullable(),
  tasks: z.number().nullable(),
});

const SUBSCRIPTION_STATUSES = [
  'trial',
  'pending',
  'active',
  'past_due',
  'halted',
  'cancelled',
  'expired',
  'completed',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const subscription = z.strictObject({
  /** The plan to which the team is currently entitled. */
  plan: z.enum(['free', 'pro']),
  status: z.enum(SUBSCRIPTION_STATUSES),
  /** Null if unlimited. */
  limits: numbers,
  usage: numbers,
  /** Time of the next charge. Null if there is none. */
  renewsAt: instant.nullable(),
  paidUntil: instant.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** End of the grace period, with full Pro, after a failed payment. Null if no payment has failed. */
  graceUntil: instant.nullable(),
  /** The gateway has no mandate for the next charge: the owner has to authorize it first. */
  needsAuthorisation: z.boolean(),
  /** Deadline for the owner to assign seats if the plan has too few. Otherwise null. */
  chooseWritersBy: instant.nullable(),
});
export type Subscription = z.infer<typeof subscription>;
const reply = z.strictObject({ subscription });

const ofTeam = z.strictObject({ teamId: id });
const ids = { teamId: 'team' } as const;
const ownersOnly = { kind: 'team', action: 'subscription.change' } as const;

/** The payment method, as reported by the gateway. */
const paymentMethod = z.strictObject({
  kind: z.enum(['card', 'upi', 'emandate', 'other']),
  network: z.string().nullable(),
  last4: z.string().nullable(),
  /** Year and month, such as `2028-09`. */
  expires: z.string().nullable(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

const billing = z.strictObject({
  details: billingDetails,
  method: paymentMethod.nullable(),
  /** In paise. */
  amount: z.number(),
  currency: z.literal('INR'),
  /** Deadline for a full refund. Null if no refund is possible. */
  refundableUntil: instant.nullable(),
  /** Effect of a checkout started now. Null if there is nothing to pay. */
  nextPayment: z
    .strictObject({
      at: instant,
      /** True if charged at checkout. False if only authorized because a paid period is running. */
      isNow: z.boolean(),
      /** True if it pays a failed charge. The gateway then determines the date of the next charge. */
      isOverdue: z.boolean(),
    })
    .nullable(),
  /** The gateway's page to change the card. Null without an active subscription. */
  methodUrl: z.string().nullable(),
  /** True if the sandbox replaces the gateway and no money is transferred. */
  isSandbox: z.boolean(),
});
export type Billing = z.infer<typeof billing>;

/** Proof of a checkout, with the field names that the gateway's checkout uses. */
const checkoutProof = z.strictObject({
  razorpay_payment_id: z.string().min(1).max(100),
  razorpay_subscription_id: z.string().min(1).max(100),
  razorpay_signature: z.string().min(1).max(200),
});

export type CheckoutProof = z.infer<typeof checkoutProof>;

export const billingRoutes = [
  defineRoute({
    id: 'billing.subscription',
    method: 'GET',
    path: '/subscriptions/team/',
    summary: "A team's plan, limits and usage",
    rule: { kind: 'team', action: 'subscription.read' },
    query: z.strictObject({ teamId: id }),
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'billing.developmentPlan',
    method: 'POST',
    path: '/dev/teams/{teamId}/plan',
    summary: 'Set the plan of a team, for trying things out',
    rule: { kind: 'development' },
    params: ofTeam,
    body: z.strictObject({ plan: z.enum(['free', 'pro']) }),
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'billing.checkout',
    method: 'POST',
    path: '/teams/{teamId}/subscription/checkout',
    summary: 'Start paying for Pro',
    rule: ownersOnly,
    params: ofTeam,
    body: z.strictObject({ plan: z.literal('pro'), billing: billingWish.optional() }),
    replies: {
      201: z.strictObject({
        checkout: z.strictObject({
          subscriptionId: z.string(),
          keyId: z.string(),
          /** In paise. */
          amount: z.number(),
          currency: z.literal('INR'),
          url: z.string(),
        }),
      }),
    },
    ids,
  }),
  defineRoute({
    id: 'billing.confirm',
    method: 'POST',
    path: '/teams/{teamId}/subscription/confirm',
    summary: 'Hand over what the checkout gave',
    rule: ownersOnly,
    params: ofTeam,
    body: checkoutProof,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'billing.refresh',
    method: 'POST',
    path: '/teams/{teamId}/subscription/refresh',
    summary: 'Ask the gateway how the subscription stands',
    rule: ownersOnly,
    params: ofTeam,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'billing.cancel',
    method: 'POST',
    path: '/teams/{teamId}/subscription/cancel',
    summary: 'Cancel at the end of the paid period',
    rule: ownersOnly,
    params: ofTeam,
    body: z.strictObject({ reason: z.string().max(CANCEL_REASON_LENGTH).optional() }).optional(),
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'billing.resume',
    method: 'POST',
    path: '/teams/{teamId}/subscription/resume',
    summary: 'Not cancel after all',
    rule: ownersOnly,
    params: ofTeam,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'billing.refund',
    method: 'POST',
    path: '/teams/{teamId}/subscription/refund',
    summary: 'Pay everything back and end Pro at once',
    rule: ownersOnly,
    params: ofTeam,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'billing.askOwner',
    method: 'POST',
    path: '/teams/{teamId}/subscription/ask-owner',
    summary: 'Ask the owners for Pro, by mail',
    rule: { kind: 'team', action: 'subscription.ask' },
    params: ofTeam,
    replies: { 202: null },
    ids,
    rateLimit: 'contact',
  }),
  defineRoute({
    id: 'billing.read',
    method: 'GET',
    path: '/teams/{teamId}/billing',
    summary: 'Billing details and how the team pays',
    rule: { kind: 'team', action: 'billing.read' },
    params: ofTeam,
    replies: { 200: z.strictObject({ billing }) },
    ids,
  }),
  defineRoute({
    id: 'billing.update',
    method: 'PATCH',
    path: '/teams/{teamId}/billing',
    summary: 'Change the billing details and who gets receipts',
    rule: ownersOnly,
    params: ofTeam,
    body: billingWish.partial(),
    replies: { 200: z.strictObject({ billing }) },
    ids,
  }),
  defineRoute({
    id: 'billing.webhook',
    method: 'POST',
    path: '/webhooks/razorpay',
    summary: 'What the payment gateway has to tell',
    rule: { kind: 'public' },
    isRaw: true,
    bodyLimit: 256 * 1024,
    replies: { 200: z.strictObject({ status: z.literal('ok') }) },
  }),
] as const;
