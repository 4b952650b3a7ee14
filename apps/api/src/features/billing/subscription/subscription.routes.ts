import { billingRoutes } from '@hearth/contracts/billing/billing';
import { isFinal } from '@hearth/contracts/billing/subscription-state';
import { GatewayError, type Gateway } from '#features/billing/gateway/gateway.ts';
import { findDetails } from '#features/billing/plan/details.queries.ts';
import { saveDetails } from '#features/billing/plan/details.service.ts';
import { getSubscription } from '#features/billing/plan/plan.service.ts';
import { readTeam } from '#platform/db/index.ts';
import { AppError, invalidField } from '#platform/errors.ts';
import { bind, sessionOf, type App, type Binding, type Caller } from '#platform/feature.ts';
import { cancelSubscription, resumeSubscription } from './acts.ts';
import { findNextPayment, PRICE, startCheckout } from './checkout.ts';
import { receiveEvent } from './events.ts';
import { findFirstPayment } from './payments.queries.ts';
import { readGateway } from './read-gateway.ts';
import { refundableUntil, refundFirstPayment } from './refund.ts';
import { listSubscriptions } from './subscriptions.queries.ts';

/** @param gateway null if payments are disabled */
export function bindSubscription(app: App, gateway: Gateway | null): Binding[] {
  const onTeam = (caller: Caller) => ({ teamId: caller.teamId, userId: sessionOf(caller).userId });
  return [
    bind('billing.checkout', billingRoutes, async ({ caller, body }) => ({
      checkout: await callGateway(gateway, (open) => startCheckout(app, open, onTeam(caller), body.billing)),
    })),
    bind('billing.confirm', billingRoutes, async ({ caller, body }) => {
      await callGateway(gateway, (open) => confirmCheckout(app, open, caller.teamId, body));
      return { subscription: await getSubscription(app, caller.teamId, caller.actor.userId) };
    }),
    bind('billing.refresh', billingRoutes, async ({ caller }) => {
      await callGateway(gateway, (open) => refresh(app, open, caller.teamId));
      return { subscription: await getSubscription(app, caller.teamId, caller.actor.userId) };
    }),
    bind('billing.cancel', billingRoutes, async ({ caller, body }) => ({
      subscription: await callGateway(gateway, (open) =>
        cancelSubscription(app, open, onTeam(caller), body?.reason),
      ),
    })),
    bind('billing.resume', billingRoutes, async ({ caller }) => ({
      subscription: await callGateway(gateway, (open) => resumeSubscription(app, open, onTeam(caller))),
    })),
    bind('billing.refund', billingRoutes, async ({ caller }) => ({
      subscription: await callGateway(gateway, (open) => refundFirstPayment(app, open, onTeam(caller))),
    })),
    bind('billing.read', billingRoutes, async ({ caller }) => ({
      billing: await describeBilling(app, gateway, caller.teamId),
    })),
    bind('billing.update', billingRoutes, async ({ caller, body }) => {
      await saveDetails(app, onTeam(caller), body);
      return { billing: await describeBilling(app, gateway, caller.teamId) };
    }),
    bind('billing.webhook', billingRoutes, async ({ body, request }) => {
      const { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId } = request.headers;
      const input = {
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        signature: String(signature ?? ''),
      };
      await callGateway(gateway, (open) =>
        receiveEvent(app, open, { ...input, eventId: typeof eventId === 'string' ? eventId : undefined }),
      );
      return { status: 'ok' as const };
    }),
  ];
}

/**
 * Runs an operation with the gateway and translates its errors.
 * @throws AppError UNAVAILABLE if payments are disabled or the gateway does not respond; INVALID_STATE if the gateway rejects the operation
 */
async function callGateway<T>(gateway: Gateway | null, act: (open: Gateway) => Promise<T>): Promise<T> {
  if (gateway === null) throw new AppError('UNAVAILABLE', 'Payment isn’t set up on this server.');
  try {
    return await act(gateway);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const cause = { cause: error };
    if (error.kind === 'unavailable')
      throw new AppError('UNAVAILABLE', 'The payment provider isn’t responding. Try again.', {
        ...cause,
        retryAfterSeconds: 5,
      });
    throw new AppError('INVALID_STATE', 'The payment provider rejected this request.', cause);
  }
}

interface Proof {
  razorpay_payment_id: string;
  razorpay_subscription_id: string;
  razorpay_signature: string;
}

/** Confirms a checkout: verifies the signature of its result, then applies the state that the gateway reports. */
async function confirmCheckout(app: App, gateway: Gateway, teamId: string, proof: Proof): Promise<void> {
  const all = await readTeam(app.db, { teamId, userId: null }, (tx) => listSubscriptions(tx));
  const subscription = all.find((one) => one.gatewayId === proof.razorpay_subscription_id);
  if (subscription === undefined)
    throw invalidField('razorpay_subscription_id', 'isn’t a subscription of this team');
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = proof;
  if (!gateway.isCheckoutGenuine({ paymentId, subscriptionId: subscription.gatewayId, signature }))
    throw invalidField('razorpay_signature', 'is invalid');
  const on = { teamId, id: subscription.id, gatewayId: subscription.gatewayId };
  const outcome = await readGateway(app, gateway, on, { hint: { paymentId }, wants: 'hinted' });
  if (outcome === 'refused')
    throw invalidField('razorpay_payment_id', 'isn’t a payment for this subscription');
}

async function refresh(app: App, gateway: Gateway, teamId: string): Promise<void> {
  const all = await readTeam(app.db, { teamId, userId: null }, (tx) => listSubscriptions(tx));
  const [newest] = all;
  if (newest !== undefined)
    await readGateway(app, gateway, { teamId, id: newest.id, gatewayId: newest.gatewayId }, { wants: 'all' });
}

async function describeBilling(app: App, gateway: Gateway | null, teamId: string) {
  return await readTeam(app.db, { teamId, userId: null }, async (tx) => {
    const [details, first, all] = [
      await findDetails(tx),
      await findFirstPayment(tx),
      await listSubscriptions(tx),
    ];
    const paying = all.find((one) => one.firstPaidAt !== null) ?? null;
    return {
      details,
      method: paying?.method ?? null,
      amount: paying?.amount ?? PRICE.amount,
      currency: PRICE.currency,
      refundableUntil: refundableUntil(first, app.clock.now())?.toISOString() ?? null,
      nextPayment: await findNextPayment(tx, app.clock.now()),
      methodUrl: paying === null || isFinal(paying.state) ? null : paying.url,
      isSandbox: gateway?.isSandbox ?? false,
    };
  });
}
