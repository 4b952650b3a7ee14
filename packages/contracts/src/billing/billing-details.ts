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

/** Whom invoices are made out to. */
export const billingDetails = z.strictObject({
  name: z.string(),
  /** Where invoices go; '' = to the owners. */
  email: z.string(),
  address: z.string(),
  /** The two digits that GST knows the state by; null = not said. */
  state: z.string().nullable(),
  gstin: z.string().nullable(),
  /** Who else gets receipts. */
  receiptEmails: z.array(z.string()),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** As people give them. What is left out stays as it is. */
export const billingWish = z.strictObject({
  name: lineOf(BILLING_LIMITS.name),
  email,
  address: z.string().trim().max(BILLING_LIMITS.address).optional(),
  state: stateCode.nullable().optional(),
  gstin: gstin.nullable().optional(),
  receiptEmails: z.array(email).max(BILLING_LIMITS.receiptEmails).optional(),
});
export type BillingWish = z.infer<typeof billingWish>;
