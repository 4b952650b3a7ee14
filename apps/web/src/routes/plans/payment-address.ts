/** `plan` is set by a pricing card. The gateway adds the other fields to the return URL. */
export interface PaymentAddress {
  plan?: unknown;
  razorpay_payment_id?: unknown;
  razorpay_subscription_id?: unknown;
  razorpay_signature?: unknown;
}
