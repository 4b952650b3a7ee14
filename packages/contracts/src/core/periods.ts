/** Periods in days. The server keeps to them, and the pages for the public print them. */
export const PERIODS = {
  /** Idle time-out of a session, unless the installation sets another. */
  session: 14,
  /** Absolute lifetime: however often a session or a sign-in is renewed, Google is asked again after this. */
  longestSession: 60,
  /** An account that its person deleted can be taken back for as long. */
  accountUndo: 14,
  /** Days of grace of a paid plan. */
  paymentGrace: 7,
  /** A first payment is paid back in full within so many. */
  refund: 7,
  /** The owner chooses within so many who keeps writing on a smaller plan. */
  chooseSeats: 14,
  /** The coming charge is announced so many before. */
  chargeNotice: 3,
  /**
   * Invoices and payments outlive their team by law: eight financial years after their own (section 128 of the Companies Act,
   * longer than section 36 of the CGST Act).
   */
  invoices: 3288,
  /** An invite link works for as long, unless its maker says otherwise. */
  invite: 7,
} as const;
