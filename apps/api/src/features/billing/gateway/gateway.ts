import type { PaymentMethod } from '@hearth/contracts/billing/billing';
import type { GatewayReading } from '@hearth/contracts/billing/subscription-state';

/** A subscription as returned by the gateway. Times in ms since the epoch, money in paise. */
export interface GatewaySubscription {
  id: string;
  planId: string;
  /** The team for which the subscription was created. Null if the gateway returned no team. */
  teamId: string | null;
  url: string | null;
  reading: GatewayReading;
}

/** A payment as returned by the gateway. */
export interface GatewayPayment {
  id: string;
  amount: number;
  currency: string;
  /** The gateway's payment status. `captured` means that the money has been received. */
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
 * Payment gateway, reduced to the operations that the product needs. Reads, cancellations and refunds are retried after a transient
 * failure; refunds carry an idempotency key.
 * @throws GatewayError for every response except success
 */
export interface Gateway {
  readonly keyId: string;
  /** Whether this is the sandbox, where no money is transferred. */
  readonly isSandbox: boolean;
  createPlan(price: { amount: number; currency: string; name: string }): Promise<string>;
  createSubscription(request: {
    planId: string;
    teamId: string;
    /** Time of the first charge, in ms since the epoch. Null to charge immediately. */
    startAt: number | null;
    /** Deadline for the authorization, in ms since the epoch. */
    expireBy: number;
  }): Promise<GatewaySubscription>;
  fetchSubscription(id: string): Promise<GatewaySubscription>;
  cancelSubscription(id: string, when: 'now' | 'at end'): Promise<GatewaySubscription>;
  /** Reverts a cancellation at the end of the period. @throws GatewayError `refused` if the gateway does not support this */
  uncancelSubscription(id: string): Promise<GatewaySubscription>;
  fetchPayment(id: string): Promise<GatewayPayment>;
  /** Lists the ids of a subscription's successful payments, oldest first. Returns null if the gateway cannot list them. */
  listPaymentIds(subscriptionId: string): Promise<string[] | null>;
  /**
   * Refunds a payment in full. Idempotent: a retry for the same payment returns the same refund.
   * @param amount amount of the payment, in paise
   */
  refundPayment(id: string, amount: number): Promise<GatewayRefund>;
  /** Verifies the signature of a subscription checkout, in constant time. It covers the payment id and the subscription id. */
  isCheckoutGenuine(proof: { paymentId: string; subscriptionId: string; signature: string }): boolean;
  /** Verifies the signature of an order checkout, in constant time. It covers the order id and the payment id, in this order. */
  isOrderGenuine(proof: { paymentId: string; orderId: string; signature: string }): boolean;
  /** Verifies that the raw body of a webhook was signed with one of the secrets, in constant time. */
  isWebhookGenuine(body: Buffer, signature: string): boolean;
}

/**
 * A failed call to the gateway.
 * - missing: the object does not exist.
 * - refused: the gateway rejects the operation.
 * - unavailable: no response, a timeout, an unusable response, rejected keys, a rate limit or a server error.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: 'missing' | 'refused' | 'unavailable';

  constructor(kind: GatewayError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
