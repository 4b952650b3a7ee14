import { z } from 'zod';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { readInvoicePdf } from './invoice-files.ts';

export const renderJob = defineJob({
  kind: 'billing.render-invoice',
  rule: { kind: 'system' },
  data: z.strictObject({ invoiceId: z.string() }),
  limitMs: 60_000,
  attempts: 10,
  retryMs: 5_000,
});

/** Renders invoices when they are issued, to keep them independent of later changes to the renderer. */
export function bindInvoiceJobs(app: App): JobBinding[] {
  return [
    bindJob(renderJob, async ({ data, teamId }) => {
      await readInvoicePdf(app, { teamId, invoiceId: data.invoiceId });
    }),
  ];
}
