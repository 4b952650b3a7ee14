import { stateOfGstin } from './gst.ts';

/** Limits shared with the browser's forms, kept out of the schema files: the page's CSP blocks the compiler of the schema library. */
export const BILLING_LIMITS = { name: 120, address: 300, receiptEmails: 5, email: 254 } as const;
export const SUPPORT_LIMITS = { subject: 140, message: 5000 } as const;
export const CANCEL_REASON_LENGTH = 1000;

/** Explains why state and GSTIN do not match, or returns null if they match or one of them is missing. */
export function explainMismatch(details: { state?: string | null; gstin?: string | null }): string | null {
  const { state, gstin: number } = details;
  if (state === undefined || state === null || number === undefined || number === null) return null;
  return stateOfGstin(number) === state ? null : 'belongs to another state than the one chosen';
}
