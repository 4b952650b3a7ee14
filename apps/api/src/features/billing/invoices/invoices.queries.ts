import { sql, type Insertable, type Selectable } from 'kysely';
import type { BillingDetails } from '@hearth/contracts/billing/billing-details';
import type { Invoice } from '@hearth/contracts/billing/invoices';
import type { TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';
import type { InvoiceContent } from './invoice-content.ts';

export type InvoiceRow = Omit<Selectable<Tables['invoices']>, 'content'> & { content: InvoiceContent };

export async function findInvoice(tx: TeamTx, id: string): Promise<InvoiceRow | null> {
  const row = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return (row as InvoiceRow | undefined) ?? null;
}

export async function findInvoiceOf(
  tx: TeamTx,
  paymentId: string,
  kind: Invoice['kind'],
): Promise<InvoiceRow | null> {
  const row = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('payment_id', '=', paymentId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return (row as InvoiceRow | undefined) ?? null;
}

/** Returns a page (`limit` + 1) of invoices, newest first. */
export async function listInvoices(
  tx: TeamTx,
  { after, limit }: { after: { at: Date; id: string } | null; limit: number },
): Promise<InvoiceRow[]> {
  const rows = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where(
      after === null ? sql<boolean>`true` : sql<boolean>`(issued_at, id) < (${after.at}, ${after.id}::uuid)`,
    )
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows as InvoiceRow[];
}

/** Locks a series until the transaction ends, so concurrent transactions that issue invoices wait. */
export async function lockSeries(tx: TeamTx, series: string, kind: Invoice['kind']): Promise<void> {
  await tx
    .insertInto('invoice_series')
    .values({ financial_year: series, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .selectFrom('invoice_series')
    .select('last')
    .where('financial_year', '=', series)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function allocateNumber(tx: TeamTx, series: string, kind: Invoice['kind']): Promise<number> {
  const { last } = await tx
    .updateTable('invoice_series')
    .set({ last: sql`last + 1` })
    .where('financial_year', '=', series)
    .where('kind', '=', kind)
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export async function insertInvoice(tx: TeamTx, row: Insertable<Tables['invoices']>): Promise<void> {
  await tx
    .insertInto('invoices')
    .values({ ...row, content: JSON.stringify(row.content) })
    .execute();
}

/** Records the file of an invoice. @returns false if it already has a file, which is kept */
export async function setPdf(tx: TeamTx, id: string, pdf: { key: string; sha256: string }): Promise<boolean> {
  const row = await tx
    .updateTable('invoices')
    .set({ pdf_key: pdf.key, pdf_sha256: pdf.sha256 })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .where('pdf_key', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the storage keys of the team's invoice files. */
export async function listInvoiceFiles(tx: TeamTx): Promise<string[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select('pdf_key')
    .where('team_id', '=', tx.teamId)
    .where('pdf_key', 'is not', null)
    .execute();
  return rows.flatMap(({ pdf_key: key }) => key ?? []);
}

interface Bought {
  teamName: string;
  payment: Pick<Selectable<Tables['payments']>, 'amount' | 'currency' | 'paid_at' | 'gateway_id'>;
  details: Pick<BillingDetails, 'name' | 'address' | 'state' | 'gstin'> | null;
}

/** Returns a payment and its payer, or null if the payment does not exist. */
export async function findBought(tx: TeamTx, paymentId: string): Promise<Bought | null> {
  const payment = await tx
    .selectFrom('payments as p')
    .innerJoin('teams as t', 't.id', 'p.team_id')
    .select(['p.amount', 'p.currency', 'p.paid_at', 'p.gateway_id', 't.name as teamName'])
    .where('p.team_id', '=', tx.teamId)
    .where('p.id', '=', paymentId)
    .executeTakeFirst();
  if (payment === undefined) return null;
  const details = await tx
    .selectFrom('billing_details')
    .select(['name', 'address', 'state', 'gstin'])
    .where('team_id', '=', tx.teamId)
    .executeTakeFirst();
  return { teamName: payment.teamName, payment, details: details ?? null };
}
