import type { PaymentMethod } from '@hearth/contracts/billing/billing';
import type { GatewayReading } from '@hearth/contracts/billing/subscription-state';

/** A subscription as the gateway tells it. Times in ms since the epoch, money in paise. */
export interface GatewaySubscription {
  id: string;
  planId: string;
  /** The team that it was made for; null where the gateway names none. */
  teamId: string | null;
  url: string | null;
  reading: GatewayReading;
}

/** A payment as the gateway tells it. */
export interface GatewayPayment {
  id: string;
  amount: number;
  currency: string;
  /** `captured` is money that came. */
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
 * The payment gateway, as far as the product needs one. Reads are repeated after a failure; what moves money carries a key
 * by which the gateway knows a repetition.
 * @throws GatewayError for every answer but a success
 */
export interface Gateway {
  readonly keyId: string;
  /** No money moves: the sandbox stands in. */
  readonly isSandbox: boolean;
  createPlan(price: { amount: number; currency: string; name: string }): Promise<string>;
  createSubscription(wish: {
    planId: string;
    teamId: string;
    /** When the first charge is due; null = at once. ms */
    startAt: number | null;
    /** Until when it may be authorised. ms */
    expireBy: number;
  }): Promise<GatewaySubscription>;
  fetchSubscription(id: string): Promise<GatewaySubscription>;
  cancelSubscription(id: string, when: 'now' | 'at end'): Promise<GatewaySubscription>;
  /** Takes back a cancellation at the period's end. Gateways need not be able to: GatewayError `refused` then. */
  keepSubscription(id: string): Promise<GatewaySubscription>;
  fetchPayment(id: string): Promise<GatewayPayment>;
  /** Ids of the payments of a subscription that went through, the oldest first; null where the gateway does not list them. */
  listPaymentIds(subscriptionId: string): Promise<string[] | null>;
  /** All of it. Asked again for the same payment it gives the same refund. */
  refundPayment(id: string, amount: number): Promise<GatewayRefund>;
  /** Whether a checkout's signature is the gateway's: over payment and subscription, in constant time. */
  isCheckoutGenuine(proof: { paymentId: string; subscriptionId: string; signature: string }): boolean;
  /** The same of an order's checkout, whose fields stand the other way round. */
  isOrderGenuine(proof: { paymentId: string; orderId: string; signature: string }): boolean;
  /** Whether a webhook's body, byte by byte, was signed with one of the secrets. */
  isWebhookGenuine(body: Buffer, signature: string): boolean;
}

/**
 * The gateway gave no success.
 * - missing: it knows no such thing. - refused: it will not do this. - unavailable: it did not answer, or not in time.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: 'missing' | 'refused' | 'unavailable';

  constructor(kind: GatewayError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
