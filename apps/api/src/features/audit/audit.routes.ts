import { auditRoutes } from '@hearth/contracts/audit/audit';
import { provenanceOf } from '#platform/audit/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, sessionOf, type App, type Binding } from '#platform/feature.ts';
import { decodeCursor, invalidCursor, toPage } from '#platform/http/paging.ts';
import { findPeople, listEntries, toEntry } from './audit.queries.ts';
import { exportLog } from './audit.service.ts';
import { checkChain, endsOf } from './check-chain.ts';
import { writeCsv } from './write-csv.ts';

export function bindAudit(app: App): Binding[] {
  return [
    bind('audit.list', auditRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const { limit, cursor, ...filters } = query;
      const before = readCursor(cursor);
      return await readTeam(app.db, { teamId, userId: actor.userId }, async (tx) => {
        const found = await listEntries(tx, filters, { before, limit });
        const { rows, nextCursor } = toPage(found, limit, (row) => [String(row.number)]);
        return { entries: rows.map(toEntry), people: await findPeople(tx, rows), nextCursor };
      });
    }),
    bind('audit.export', auditRoutes, async ({ caller, query, request, reply }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId, from: provenanceOf(request) };
      const { entries, people, head } = await exportLog(app, on, query, 'json');
      reply.header('content-disposition', 'attachment; filename="hearth-audit-log.json"');
      return { exportedAt: app.clock.now().toISOString(), ...endsOf(head), people, entries };
    }),
    bind('audit.exportCsv', auditRoutes, async ({ caller, query, request, reply }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId, from: provenanceOf(request) };
      const { entries, people } = await exportLog(app, on, query, 'csv');
      await reply
        .headers({
          'content-type': 'text/csv; charset=utf-8; header=present',
          'content-disposition': 'attachment; filename="hearth-audit-log.csv"',
        })
        .send(writeCsv(entries, people));
    }),
    bind('audit.check', auditRoutes, async ({ caller }) => ({ check: await checkChain(app, caller.teamId) })),
  ];
}

function readCursor(cursor: string | undefined): number | null {
  const [text] = decodeCursor(cursor, 1) ?? [];
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) throw invalidCursor();
  return Number(text);
}
