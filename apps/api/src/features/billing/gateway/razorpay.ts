import type { Clock } from '#platform/clock.ts';
import type { PaymentKeys } from '#platform/payment-keys.ts';
import { GatewayError, type Gateway, type GatewayRefund, type GatewaySubscription } from './gateway.ts';
import {
  invoicesResponse,
  paymentResponse,
  planResponse,
  readPayment,
  readSubscription,
  refundResponse,
  refundsResponse,
  subscriptionResponse,
  type PaymentResponse,
  type SubscriptionResponse,
} from './razorpay-responses.ts';
import { createCaller, type CallGateway, type CallLimits } from './razorpay-http.ts';
import { isSigned } from './signatures.ts';

/** Number of monthly charges (ten years), the maximum that the gateway accepts: it does not support subscriptions without an end. */
const MAX_CHARGES = 120;
const INVOICES_A_PAGE = 100;
/** A subscription has at most one invoice per charge. */
const MAX_PAGES = Math.ceil(MAX_CHARGES / INVOICES_A_PAGE);

const toSeconds = (ms: number): number => Math.floor(ms / 1000);

/**
 * Client for Razorpay's REST API, limited to the operations that the product uses: https://razorpay.com/docs/api
 * @param limits timeouts and pauses; tests use shorter ones
 */
export function createRazorpay(keys: PaymentKeys, clock: Clock, limits?: CallLimits): Gateway {
  const call = createCaller(keys, limits);
  const read = (response: SubscriptionResponse): GatewaySubscription =>
    readSubscription(response, clock.now().getTime());
  const subscriptionPath = (id: string): string => `/subscriptions/${encodeURIComponent(id)}`;
  const fetchSubscription = (id: string): Promise<SubscriptionResponse> =>
    call({ method: 'GET', path: subscriptionPath(id), response: subscriptionResponse, canRepeat: true });

  return {
    keyId: keys.keyId,
    isSandbox: keys.isSandbox,
    async createPlan({ amount, currency, name }) {
      const body = { period: 'monthly', interval: 1, item: { name, amount, currency } };
      const plan = await call({
        method: 'POST',
        path: '/plans',
        body,
        response: planResponse,
        canRepeat: false,
      });
      return plan.id;
    },
    async createSubscription({ planId, teamId, startAt, expireBy }) {
      const body = {
        plan_id: planId,
        total_count: MAX_CHARGES,
        quantity: 1,
        customer_notify: false,
        ...(startAt === null ? {} : { start_at: toSeconds(startAt) }),
        expire_by: toSeconds(expireBy),
        notes: { teamId },
      };
      return read(
        await call({
          method: 'POST',
          path: '/subscriptions',
          body,
          response: subscriptionResponse,
          canRepeat: false,
        }),
      );
    },
    fetchSubscription: async (id) => read(await fetchSubscription(id)),
    async cancelSubscription(id, when) {
      const body = { cancel_at_cycle_end: when === 'at end' };
      const path = `${subscriptionPath(id)}/cancel`;
      try {
        return read(
          await call({ method: 'POST', path, body, response: subscriptionResponse, canRepeat: true }),
        );
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // An earlier attempt whose response was lost may have succeeded.
        const now = await fetchSubscription(id);
        const isDone =
          now.status === 'cancelled' || (when === 'at end' && now.has_scheduled_changes === true);
        if (!isDone) throw error;
        return read(now);
      }
    },
    async uncancelSubscription(id) {
      const path = `${subscriptionPath(id)}/cancel_scheduled_changes`;
      return read(await call({ method: 'POST', path, response: subscriptionResponse, canRepeat: false }));
    },
    fetchPayment: async (id) => readPayment(await fetchPayment(call, id)),
    listPaymentIds: (subscriptionId) => listPaymentIds(call, subscriptionId),
    refundPayment: (id, amount) => refundPayment(call, id, amount),
    isCheckoutGenuine: ({ paymentId, subscriptionId, signature }) =>
      isSigned(`${paymentId}|${subscriptionId}`, signature, [keys.keySecret]),
    isOrderGenuine: ({ paymentId, orderId, signature }) =>
      isSigned(`${orderId}|${paymentId}`, signature, [keys.keySecret]),
    isWebhookGenuine: (body, signature) => isSigned(body, signature, keys.webhookSecrets),
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof GatewayError && error.kind === 'refused';
}

function fetchPayment(call: CallGateway, id: string): Promise<PaymentResponse> {
  const path = `/payments/${encodeURIComponent(id)}?expand[]=card`;
  return call({ method: 'GET', path, response: paymentResponse, canRepeat: true });
}

async function listPaymentIds(call: CallGateway, subscriptionId: string): Promise<string[] | null> {
  const paid: { id: string; at: number }[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      subscription_id: subscriptionId,
      count: String(INVOICES_A_PAGE),
      skip: String(page * INVOICES_A_PAGE),
    });
    const path = `/invoices?${query.toString()}`;
    let items;
    try {
      ({ items } = await call({ method: 'GET', path, response: invoicesResponse, canRepeat: true }));
    } catch (error) {
      if (error instanceof GatewayError && error.kind !== 'unavailable') return null;
      throw error;
    }
    for (const { payment_id: id, status, paid_at: at, created_at: madeAt } of items) {
      if (id && (status ?? 'paid') === 'paid') paid.push({ id, at: at ?? madeAt ?? 0 });
    }
    if (items.length < INVOICES_A_PAGE) break;
  }
  return paid.toSorted((a, b) => a.at - b.at).map(({ id }) => id);
}

async function refundPayment(call: CallGateway, id: string, amount: number): Promise<GatewayRefund> {
  const found = await findFullRefund(call, id);
  if (found !== null) return found;
  // The idempotency key is the same for all attempts, so that a payment is refunded only once.
  const receipt = `refund_${id}`;
  try {
    return await call({
      method: 'POST',
      path: `/payments/${encodeURIComponent(id)}/refund`,
      body: { amount, receipt },
      headers: { 'x-refund-idempotency': receipt },
      response: refundResponse,
      canRepeat: true,
    });
  } catch (error) {
    // A concurrent call may have refunded the payment.
    const now = isRefusal(error) ? await findFullRefund(call, id) : null;
    if (now === null) throw error;
    return now;
  }
}

/** Returns the refund of a payment that was refunded in full, or null if it was not. */
async function findFullRefund(call: CallGateway, id: string): Promise<GatewayRefund | null> {
  const payment = await fetchPayment(call, id);
  if ((payment.amount_refunded ?? 0) < payment.amount) return null;
  const path = `/payments/${encodeURIComponent(id)}/refunds`;
  const { items } = await call({ method: 'GET', path, response: refundsResponse, canRepeat: true });
  return items[0] ?? null;
}
