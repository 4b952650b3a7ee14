import { z } from 'zod';
import { lineOf } from '#core/fields.ts';
import { BILLING_LIMITS } from './billing-values.ts';
import { isGstin, STATES } from './gst.ts';

const email = z.email({ error: 'must be an email address' }).max(BILLING_LIMITS.email);
const stateCode = z.enum(Object.keys(STATES) as [string, ...string[]], {
  error: 'must be the code of an Indian state, such as 29',
});
const gstin = z
  .string()
  .transform((value) => value.replaceAll(/\s/g, '').toUpperCase())
  .refine(isGstin, { error: 'isn’t a valid GSTIN: check its 15 characters' });

/** The recipient of invoices. */
export const billingDetails = z.strictObject({
  name: z.string(),
  /** Recipient of invoice emails. An empty string means the owners of the team. */
  email: z.string(),
  address: z.string(),
  /** Two-digit GST state code. Null if not given. */
  state: z.string().nullable(),
  gstin: z.string().nullable(),
  /** Additional recipients of receipts. */
  receiptEmails: z.array(z.string()),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** Changes entered by the user. Name and email are required. Other omitted fields are unchanged. */
export const billingWish = z.strictObject({
  name: lineOf(BILLING_LIMITS.name),
  email,
  address: z.string().trim().max(BILLING_LIMITS.address).optional(),
  state: stateCode.nullable().optional(),
  gstin: gstin.nullable().optional(),
  receiptEmails: z.array(email).max(BILLING_LIMITS.receiptEmails).optional(),
});
export type BillingWish = z.infer<typeof billingWish>;
