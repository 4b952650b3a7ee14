import { createHash } from 'node:crypto';
import { readTeam, withTeam } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { findInvoice, setPdf, type InvoiceRow } from './invoices.queries.ts';

/** Use a separate folder because the clean-up of attachments must not touch it. */
const FOLDER = 'invoices';

interface InvoicePdf {
  number: string;
  bytes: Buffer;
}

/**
 * Returns the PDF of an invoice, rendering it if it does not exist yet. Of concurrently rendered files, the first is kept.
 * @throws AppError NOT_FOUND; INTERNAL if the stored file is missing or was changed
 */
export async function readInvoicePdf(
  app: App,
  { teamId, invoiceId }: { teamId: string; invoiceId: string },
): Promise<InvoicePdf> {
  const on = { teamId, userId: null };
  const find = async () => {
    const row = await readTeam(app.db, on, (tx) => findInvoice(tx, invoiceId));
    if (row === null) throw notFound('This invoice');
    return row;
  };
  const row = await find();
  if (row.pdf_key !== null) return await readStored(app, row);

  // Load the renderer only when it is needed, because most nodes never render an invoice.
  const { renderInvoice } = await import('./invoice-pdf.ts');
  const bytes = await renderInvoice(row.content);
  const key = `${FOLDER}/${app.ids.newToken()}`;
  await app.storage.put(key, bytes);
  const isFirst = await withTeam(app.db, on, (tx) => setPdf(tx, invoiceId, { key, sha256: hash(bytes) }));
  if (isFirst) return { number: row.number, bytes };
  await app.storage.remove(key);
  return await readStored(app, await find());
}

async function readStored(app: App, row: InvoiceRow): Promise<InvoicePdf> {
  const bytes = row.pdf_key === null ? null : await app.storage.read(row.pdf_key);
  if (bytes === null || hash(bytes) !== row.pdf_sha256) {
    const fault = bytes === null ? 'missing' : 'changed';
    app.log.error({ teamId: row.team_id, invoiceId: row.id, fault }, 'invoice file missing or modified');
    throw new AppError('INTERNAL', 'This invoice’s file is damaged. Contact us for a new copy.');
  }
  return { number: row.number, bytes };
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
