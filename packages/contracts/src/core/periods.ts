/** Periods in days. The server enforces them, and the public pages print them. */
export const PERIODS = {
  /** Idle timeout of a session; installations can override it. */
  session: 14,
  /** Absolute lifetime of sessions and sign-ins: regardless of renewals, a new Google sign-in is required after this. */
  longestSession: 60,
  /** Time between the request to delete an account and its deletion, in which the user can cancel the request. */
  accountUndo: 14,
  /** Grace period of a paid plan after a failed charge. */
  paymentGrace: 7,
  /** Period in which a first payment is fully refundable. */
  refund: 7,
  /** Period in which owners have to assign seats on a smaller plan. */
  chooseSeats: 14,
  /** Notice before upcoming charges. */
  chargeNotice: 3,
  /**
   * Statutory retention of invoices and payments, even after the team is deleted: eight financial years after the year of the invoice
   * (section 128 of the Companies Act, longer than section 36 of the CGST Act).
   */
  invoices: 3288,
  /** Default validity of an invite link. */
  invite: 7,
} as const;
