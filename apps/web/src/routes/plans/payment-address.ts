/** `plan` is chosen on a pricing card; the rest is what the gateway's page sends people back with. */
export interface PaymentAddress {
  plan?: unknown;
  razorpay_payment_id?: unknown;
  razorpay_subscription_id?: unknown;
  razorpay_signature?: unknown;
}
