/** Periods in days. The server enforces them, and the public pages print them. */
export const PERIODS = {
  /** Idle timeout of a session, unless the installation overrides it. */
  session: 14,
  /** Absolute lifetime: regardless of renewals, sessions and sign-ins require a new Google sign-in after this. */
  longestSession: 60,
  /** How long a deleted account can be restored by its owner. */
  accountUndo: 14,
  /** Grace period of a paid plan. */
  paymentGrace: 7,
  /** A first payment is fully refundable within this period. */
  refund: 7,
  /** How long owners have to assign seats on a smaller plan. */
  chooseSeats: 14,
  /** Upcoming charges are announced this long in advance. */
  chargeNotice: 3,
  /**
   * Statutory retention of invoices and payments, also after their team is deleted: eight financial years after their own (section 128 of
   * the
   * Companies Act, longer than section 36 of the CGST Act).
   */
  invoices: 3288,
  /** Default validity of an invite link. */
  invite: 7,
} as const;
