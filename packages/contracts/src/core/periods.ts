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
  /** An invite link works for as long, unless its maker says otherwise. */
  invite: 7,
} as const;
