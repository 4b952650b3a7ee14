import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { DAY_MS } from '@hearth/contracts/core/days';
import type { TeamImport } from '@hearth/contracts/transfer/transfer';
import { runCommand, type RequestKey, type CommandResult } from '#platform/commands/index.ts';
import { readTeam, withSystem, withTeam } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { withScratch } from '#platform/scratch.ts';
import { refuseTeamWithWork, toRefusal } from './import-refusals.ts';
import { importTeam } from './import.service.ts';
import { openTeamFile } from './import-zip.ts';
import { isEmptyTeam } from './import.queries.ts';
import { watchProgress } from './import-progress.ts';
import {
  deleteImports,
  endImport,
  findWaitingImport,
  insertImport,
  listOldImports,
} from './imports.queries.ts';

const FOLDER = 'imports';

interface TeamUser {
  teamId: string;
  userId: string;
}

/** Runs the import as the requesting user, because nothing may be imported if they may no longer import into the team. */
const importFile = defineJob({
  kind: 'transfer.bring-in',
  rule: { kind: 'team', action: 'team.import' },
  data: z.strictObject({ importId: z.string() }),
  limitMs: 10 * 60_000,
  attempts: 3,
  retryMs: 5_000,
});

/**
 * Stores an uploaded file and enqueues its import. Rejects files that are not exports and teams that are not empty. The job checks the
 * rows.
 * @throws AppError INVALID_REQUEST for an invalid file; INVALID_STATE for a team that already has content; CONFLICT while another import
 * into the team is pending
 */
export async function requestImport(
  app: App,
  on: TeamUser,
  path: string,
  requestKey: RequestKey,
): Promise<CommandResult<{ import: TeamImport }>> {
  const file = await openTeamFile(path);
  file.close();
  const storageKey = `${FOLDER}/${app.ids.newToken(24)}`;
  await app.storage.take(storageKey, path);
  let isWanted = false;
  try {
    const result = await runCommand(app, { ...on, requestKey }, async (command) => {
      const { tx, teamId, userId, now } = command;
      if (!(await isEmptyTeam(tx))) throw refuseTeamWithWork();
      const id = command.newId();
      const row = { team_id: teamId, id, asked_by: userId, asked_at: now, storage_key: storageKey };
      const inserted = await insertImport(tx, row);
      if (inserted === null)
        throw new AppError('CONFLICT', 'Another import into this team is still running.');
      await command.enqueue(importFile, { data: { importId: id } });
      return { import: inserted };
    });
    isWanted = !result.isRepeated;
    return result;
  } finally {
    if (!isWanted) await app.storage.remove(storageKey);
  }
}

export function bindImportJobs(app: App): JobBinding[] {
  return [
    bindJob(importFile, async ({ data, teamId, userId, isLast, signal }) => {
      const on = { teamId, userId };
      const row = await readTeam(app.db, on, (tx) => findWaitingImport(tx, data.importId));
      if (row === null || row.storage_key === null) return;
      const key = row.storage_key;
      const progress = watchProgress(app, { ...on, importId: row.id });
      try {
        await withScratch(app, async (folder) => {
          const path = join(folder, 'import.zip');
          const stored = await app.storage.open(key);
          if (stored === null) throw new Error('Import file not found');
          await pipeline(stored.stream, createWriteStream(path, { mode: 0o600 }));
          await importTeam(app, { ...on, importId: row.id }, path, { signal, progress });
        });
      } catch (error) {
        // Retry unless the import was rejected. Nothing has been imported, so a retry starts from the beginning.
        if (!(error instanceof AppError) && !isLast) throw error;
        const refusal = toRefusal(error);
        const at = app.clock.now();
        await progress.stop();
        await withTeam(app.db, on, (tx) => endImport(tx, { id: row.id, at, state: 'failed', refusal }));
        if (!(error instanceof AppError)) throw error;
      } finally {
        await progress.stop();
      }
      await app.storage.remove(key);
    }),
  ];
}

/** Deletes imports after one day. Each file is deleted before its row, because a failed deletion must be retried. */
export async function removeOldImports(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - DAY_MS);
  const old = await withSystem(app.db, (tx) => listOldImports(tx, before), { isReadOnly: true });
  for (const { storageKey } of old) if (storageKey !== null) await app.storage.remove(storageKey);
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await withSystem(app.db, (tx) => deleteImports(tx, ids, before));
}
