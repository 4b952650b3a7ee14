import type { CheckoutProof, Subscription } from '@hearth/contracts/billing/billing';
import type { BillingWish } from '@hearth/contracts/billing/billing-details';
import { call } from '#platform/api/api-client.ts';
import { acceptSubscription } from '#platform/session/subscription.ts';
import { saveCheckout } from './stored-checkout.ts';

/** The gateway's checkout timeout. */
export const CHECKOUT_MS = 30 * 60_000;

/**
 * Starts a checkout and stores it in this browser.
 * @returns URL of the gateway's page
 */
export async function startCheckout(teamId: string, billing: BillingWish | undefined): Promise<string> {
  const { checkout } = await call('POST /teams/{teamId}/subscription/checkout', {
    params: { teamId },
    body: { plan: 'pro', ...(billing === undefined ? {} : { billing }) },
  });
  const { protocol, href } = new URL(checkout.url, location.href);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The checkout page has no web address.');
  saveCheckout({ teamId, subscriptionId: checkout.subscriptionId, startedAt: Date.now() });
  return href;
}

/** Returns the parameters that the gateway adds to the return URL. Returns null if they are missing. */
export function readProof(search: object): CheckoutProof | null {
  const read = (name: keyof CheckoutProof): string => {
    const value: unknown = (search as Record<string, unknown>)[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const proof = {
    razorpay_payment_id: read('razorpay_payment_id'),
    razorpay_subscription_id: read('razorpay_subscription_id'),
    razorpay_signature: read('razorpay_signature'),
  };
  return Object.values(proof).includes('') ? null : proof;
}

export async function confirmCheckout(teamId: string, proof: CheckoutProof): Promise<Subscription> {
  const { subscription } = await call('POST /teams/{teamId}/subscription/confirm', {
    params: { teamId },
    body: proof,
  });
  acceptSubscription(teamId, subscription);
  return subscription;
}

/** Makes the server query the gateway for the payment status. */
export async function refreshFromGateway(teamId: string, signal: AbortSignal): Promise<Subscription> {
  const { subscription } = await call('POST /teams/{teamId}/subscription/refresh', {
    params: { teamId },
    signal,
  });
  acceptSubscription(teamId, subscription);
  return subscription;
}

/** Whether Pro is active and no authorization is outstanding. */
export function isSettled({ plan, status, needsAuthorisation }: Subscription): boolean {
  return plan === 'pro' && status === 'active' && !needsAuthorisation;
}
