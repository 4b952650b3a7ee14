/** Periods in days. The server keeps to them, and the pages for the public print them. */
export const PERIODS = {
  /** A session's life since its last use, unless the installation sets another. */
  session: 14,
  /** However often a session or a sign-in is renewed, Google is asked again after this. */
  longestSession: 60,
  /** An account that its person deleted can be taken back for as long. */
  accountUndo: 14,
  /** A paid plan goes on for as long after what is paid for has run out. */
  paymentGrace: 7,
  /** An invite link works for as long, unless its maker says otherwise. */
  invite: 7,
} as const;
