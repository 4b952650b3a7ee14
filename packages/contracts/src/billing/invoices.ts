import { z } from 'zod';
import { id, instant, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';

const INVOICE_KINDS = ['invoice', 'credit_note'] as const;

const invoice = z.strictObject({
  id: storedId,
  /** Invoice number, consecutive per financial year and kind. */
  number: z.string(),
  kind: z.enum(INVOICE_KINDS),
  issuedAt: instant,
  /** In paise, including tax. Positive for credit notes, too. */
  total: z.number(),
  tax: z.number(),
  currency: z.literal('INR'),
});
export type Invoice = z.infer<typeof invoice>;

const rule = { kind: 'team', action: 'billing.read' } as const;

export const invoicesRoutes = [
  defineRoute({
    id: 'invoices.list',
    method: 'GET',
    path: '/teams/{teamId}/invoices',
    summary: 'Invoices and credit notes, the latest first',
    rule,
    params: z.strictObject({ teamId: id }),
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ invoices: z.array(invoice), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'invoices.pdf',
    method: 'GET',
    path: '/teams/{teamId}/invoices/{invoiceId}/pdf',
    summary: 'An invoice or a credit note as it was issued (application/pdf)',
    rule,
    params: z.strictObject({ teamId: id, invoiceId: id }),
    replies: { 200: null },
    ids: { teamId: 'team', invoiceId: 'invoice' },
  }),
] as const;
