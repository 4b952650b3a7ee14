import { invoicesRoutes } from '@hearth/contracts/billing/invoices';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { readInvoicePdf } from './invoice-files.ts';
import { listInvoices } from './invoices.queries.ts';
import { toInvoice } from './issue.ts';

export function bindInvoices(app: App): Binding[] {
  return [
    bind('invoices.list', invoicesRoutes, async ({ caller, query }) => {
      const after = decodeTimeCursor(query.cursor);
      const { teamId, actor } = caller;
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        listInvoices(tx, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.issued_at.toISOString(), row.id]);
      return { invoices: page.rows.map(toInvoice), nextCursor: page.nextCursor };
    }),
    bind('invoices.pdf', invoicesRoutes, async ({ caller, params, reply }) => {
      const { number, bytes } = await readInvoicePdf(app, {
        teamId: caller.teamId,
        invoiceId: params.invoiceId,
      });
      await reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${number}.pdf"`,
        })
        .send(bytes);
    }),
  ];
}
