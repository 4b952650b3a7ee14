import { transferRoutes } from '@hearth/contracts/transfer/transfer';
import { TRANSFER } from '@hearth/contracts/transfer/transfer-values';
import { findTeam } from '#features/teams/index.ts';
import { bindCommand, requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, sessionOf, type App, type Binding } from '#platform/feature.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { withScratch } from '#platform/scratch.ts';
import { listExports } from './exports.queries.ts';
import { requestExport, openExport } from './exports.service.ts';
import { listImports } from './imports.queries.ts';
import { requestImport } from './imports.service.ts';
import { receiveFile } from '#platform/receive-file.ts';

export function bindTransfer(app: App): Binding[] {
  return [
    bindCommand('exports.create', transferRoutes, async ({ caller, key }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      return await requestExport(app, on, key);
    }),
    bind('exports.list', transferRoutes, async ({ caller, query }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      const page = { before: decodeTimeCursor(query.cursor), limit: query.limit };
      const rows = await readTeam(app.db, on, async (tx) => await listExports(tx, app.clock.now(), page));
      const paged = toPage(rows, query.limit, (row) => [row.askedAt, row.id]);
      return { exports: paged.rows, nextCursor: paged.nextCursor };
    }),
    bind('exports.file', transferRoutes, async ({ caller, params, reply }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      const team = await readTeam(app.db, on, (tx) => findTeam(tx));
      const file = await openExport(app, { ...on, exportId: params.exportId });
      const day = file.askedAt.toISOString().slice(0, 10);
      await reply
        .headers({
          'content-type': TRANSFER.type,
          'content-length': String(file.bytes),
          // A team's key consists only of capital letters and digits, so it needs no escaping in the quoted file name.
          'content-disposition': `attachment; filename="hearth-${team?.key.toLowerCase() ?? 'team'}-${day}.zip"`,
        })
        .send(file.stream);
    }),
    bind('imports.create', transferRoutes, async ({ caller, body, request, reply }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      return await withScratch(app, async (folder) => {
        const file = await receiveFile(body, folder, TRANSFER.maxBytes);
        const result = await requestImport(
          app,
          on,
          file.path,
          requestKeyOf(request, { sha256: file.sha256 }, 201),
        );
        setSeqHeader(reply, result);
        return result.value;
      });
    }),
    bind('imports.list', transferRoutes, async ({ caller, query }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      const page = { before: decodeTimeCursor(query.cursor), limit: query.limit };
      const rows = await readTeam(app.db, on, async (tx) => await listImports(tx, app.clock.now(), page));
      const paged = toPage(rows, query.limit, (row) => [row.askedAt, row.id]);
      return { imports: paged.rows, nextCursor: paged.nextCursor };
    }),
  ];
}
