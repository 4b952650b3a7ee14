/** `plan` is set by a pricing card; the rest is added by the gateway to the return URL. */
export interface PaymentAddress {
  plan?: unknown;
  razorpay_payment_id?: unknown;
  razorpay_subscription_id?: unknown;
  razorpay_signature?: unknown;
}
