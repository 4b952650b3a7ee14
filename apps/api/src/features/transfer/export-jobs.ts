import { z } from 'zod';
import type { App } from '#platform/feature.ts';
import { readTeam, withSystem, withTeam } from '#platform/db/index.ts';
import { bindJob, defineJob, enqueueJob, wakeJobs, type JobBinding } from '#platform/jobs/index.ts';
import { clearScratch, withScratch } from '#platform/scratch.ts';
import { makeExportFile } from './export-file.ts';
import { bindExportMail, exportMail } from './export-mail.ts';
import { removeOldImports } from './imports.service.ts';
import { deleteExports, findExport, finishExport, listExpired } from './exports.queries.ts';

const FOLDER = 'exports';

/** Creates the export file. Runs as the requesting user, because no file may be created if they may no longer export the team. */
export const makeExport = defineJob({
  kind: 'transfer.make-export',
  rule: { kind: 'team', action: 'team.export' },
  data: z.strictObject({ exportId: z.string() }),
  limitMs: 10 * 60_000,
  attempts: 3,
  retryMs: 5_000,
});

const removeExpiredExports = defineJob({
  kind: 'transfer.remove-expired',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 60_000,
  attempts: 3,
  retryMs: 60_000,
  everyMs: 10 * 60_000,
});

export function bindExportJobs(app: App): JobBinding[] {
  return [
    bindJob(makeExport, async ({ data, teamId, userId, isLast }) => {
      const on = { teamId, userId };
      const find = () => readTeam(app.db, on, (tx) => findExport(tx, data.exportId));
      const row = await find();
      if (row === null || row.state !== 'waiting') return;
      try {
        await withScratch(app, async (folder) => {
          const file = await makeExportFile(app, on, folder);
          const storageKey = `${FOLDER}/${app.ids.newToken(24)}`;
          await app.storage.take(storageKey, file.path);
          const { bytes, counts, leftOut } = file;
          const ready = { readyAt: app.clock.now(), storageKey, bytes, counts, leftOut };
          await withTeam(app.db, on, async (tx) => {
            await finishExport(tx, { id: row.id, state: 'ready', ...ready });
            await enqueueJob(app, tx, exportMail, { data: { exportId: row.id }, ...on });
          });
        });
        wakeJobs(app);
      } catch (error) {
        if (isLast) {
          const failed = { teamId, id: row.id, state: 'failed' as const };
          await withTeam(app.db, on, (tx) => finishExport(tx, failed));
        }
        throw error;
      }
    }),
    bindExportMail(app),
    bindJob(removeExpiredExports, async () => {
      await removeExpired(app);
      await removeOldImports(app);
      await clearScratch(app);
    }),
  ];
}

/** Deletes expired exports. Each file is deleted before its row, because a failed deletion must be retried. */
export async function removeExpired(app: App): Promise<void> {
  const now = app.clock.now();
  const expired = await withSystem(app.db, (tx) => listExpired(tx, now), { isReadOnly: true });
  for (const { storageKey } of expired) if (storageKey !== null) await app.storage.remove(storageKey);
  const ids = expired.map(({ id }) => id);
  if (ids.length > 0) await withSystem(app.db, (tx) => deleteExports(tx, ids, now));
}
