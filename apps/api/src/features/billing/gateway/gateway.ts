import type { PaymentMethod } from '@hearth/contracts/billing/billing';
import type { GatewayReading } from '@hearth/contracts/billing/subscription-state';

/** A subscription as returned by the gateway. Times in ms since the epoch, money in paise. */
export interface GatewaySubscription {
  id: string;
  planId: string;
  /** The team it was created for; null = the gateway names none. */
  teamId: string | null;
  url: string | null;
  reading: GatewayReading;
}

/** A payment as returned by the gateway. */
export interface GatewayPayment {
  id: string;
  amount: number;
  currency: string;
  /** `captured` = the money has been received. */
  status: string;
  amountRefunded: number;
  paidAt: number;
  method: PaymentMethod;
}

export interface GatewayRefund {
  id: string;
  amount: number;
}

/**
 * Payment gateway, reduced to the operations the product needs. Reads are retried after a failure; operations that move money
 * carry an idempotency key.
 * @throws GatewayError for every response but a success
 */
export interface Gateway {
  readonly keyId: string;
  /** Sandbox: no money moves. */
  readonly isSandbox: boolean;
  createPlan(price: { amount: number; currency: string; name: string }): Promise<string>;
  createSubscription(wish: {
    planId: string;
    teamId: string;
    /** When the first charge is due; null = at once. ms */
    startAt: number | null;
    /** Deadline for the authorisation. ms */
    expireBy: number;
  }): Promise<GatewaySubscription>;
  fetchSubscription(id: string): Promise<GatewaySubscription>;
  cancelSubscription(id: string, when: 'now' | 'at end'): Promise<GatewaySubscription>;
  /** Reverts a cancellation at the period's end. Not supported by every gateway: GatewayError `refused` then. */
  keepSubscription(id: string): Promise<GatewaySubscription>;
  fetchPayment(id: string): Promise<GatewayPayment>;
  /** Ids of a subscription's successful payments, oldest first; null = the gateway does not list them. */
  listPaymentIds(subscriptionId: string): Promise<string[] | null>;
  /** Refunds the full amount. Idempotent: a retry for the same payment returns the same refund. */
  refundPayment(id: string, amount: number): Promise<GatewayRefund>;
  /** Verifies a checkout's signature over payment and subscription, in constant time. */
  isCheckoutGenuine(proof: { paymentId: string; subscriptionId: string; signature: string }): boolean;
  /** The same for an order's checkout, whose fields are in reverse order. */
  isOrderGenuine(proof: { paymentId: string; orderId: string; signature: string }): boolean;
  /** Verifies that a webhook's raw body was signed with one of the secrets. */
  isWebhookGenuine(body: Buffer, signature: string): boolean;
}

/**
 * The gateway did not succeed.
 * - missing: no such object. - refused: it rejects the operation. - unavailable: no response, or a timeout.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: 'missing' | 'refused' | 'unavailable';

  constructor(kind: GatewayError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
