import type { Invoice } from '@hearth/contracts/billing/invoices';
import type { TeamTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { enqueueJob } from '#platform/jobs/index.ts';
import { composeCreditNote, composeInvoice, type InvoiceContent } from './invoice-content.ts';
import { seriesAt, writeNumber } from './invoice-number.ts';
import { renderJob } from './invoices.jobs.ts';
import {
  findBought,
  findInvoiceOf,
  insertInvoice,
  lockSeries,
  allocateNumber,
  type InvoiceRow,
} from './invoices.queries.ts';
import { sellerOf } from './seller.ts';

/**
 * Issues the invoice of a payment in the transaction that inserted it. Idempotent: a second call returns the existing invoice. The
 * transaction then holds the lock of the year's invoice series, so it must not do anything slow afterwards.
 */
export async function issueInvoice(
  app: App,
  tx: TeamTx,
  input: { paymentId: string; period: { from: Date; until: Date }; isSandbox: boolean },
): Promise<Invoice> {
  const { paymentId, period, isSandbox } = input;
  const bought = await findBought(tx, paymentId);
  if (bought === null) throw new Error(`Payment ${paymentId} not found in this team`);
  const { payment } = bought;
  return await issue(app, tx, { kind: 'invoice', paymentId, credits: null, isSandbox }, (number, issuedAt) =>
    composeInvoice({
      number,
      issuedAt,
      isSandbox,
      seller: sellerOf(app.config, isSandbox),
      teamName: bought.teamName,
      details: bought.details,
      period,
      payment: { id: payment.gateway_id, paidAt: payment.paid_at, amount: payment.amount },
    }),
  );
}

/** Issues the credit note of a payment that was refunded in full, like `issueInvoice`. @throws Error if the payment has no invoice */
export async function issueCreditNote(app: App, tx: TeamTx, input: { paymentId: string }): Promise<Invoice> {
  const { paymentId } = input;
  const invoice = await findInvoiceOf(tx, paymentId, 'invoice');
  if (invoice === null) throw new Error(`Payment ${paymentId} has no invoice to credit`);
  const { isSandbox } = invoice.content;
  const about = { kind: 'credit_note', paymentId, credits: invoice.id, isSandbox } as const;
  return await issue(app, tx, about, (number, issuedAt) =>
    composeCreditNote(invoice.content, { number, issuedAt }),
  );
}

async function issue(
  app: App,
  tx: TeamTx,
  about: { kind: Invoice['kind']; paymentId: string; credits: string | null; isSandbox: boolean },
  compose: (number: string, issuedAt: Date) => InvoiceContent,
): Promise<Invoice> {
  const { kind, paymentId } = about;
  const issuedAt = app.clock.now();
  const series = seriesAt(issuedAt, about.isSandbox);
  await lockSeries(tx, series, kind);
  // Check under the lock: the second of two concurrent calls then finds the first invoice and uses no number.
  const known = await findInvoiceOf(tx, paymentId, kind);
  if (known !== null) return toInvoice(known);
  const content = compose(writeNumber(series, kind, await allocateNumber(tx, series, kind)), issuedAt);
  const row: InvoiceRow = {
    team_id: tx.teamId,
    id: app.ids.uuid(),
    number: content.number,
    kind,
    payment_id: paymentId,
    credits: about.credits,
    issued_at: issuedAt,
    total: content.amount.total,
    tax: content.amount.tax,
    currency: content.currency,
    content,
    pdf_key: null,
    pdf_sha256: null,
  };
  await insertInvoice(tx, row);
  await enqueueJob(app, tx, renderJob, { teamId: tx.teamId, data: { invoiceId: row.id } });
  return toInvoice(row);
}

export function toInvoice(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    issuedAt: row.issued_at.toISOString(),
    total: row.total,
    tax: row.tax,
    currency: 'INR',
  };
}
