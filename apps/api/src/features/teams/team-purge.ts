import { z } from 'zod';
import { DAY_MS } from '@hearth/contracts/core/days';
import { PERIODS } from '@hearth/contracts/core/periods';
import { deleteFormerPeople } from '#features/auth/index.ts';
import { listInvoiceFiles } from '#features/billing/index.ts';
import { deletePicture } from '#features/files/index.ts';
import { readTeam, type TeamTx, withSystem, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import {
  beginPurge,
  deleteEmptyTeam,
  deleteTeamRows,
  deleteTraces,
  listTeamsToForget,
  listTeamsToPurge,
  listTeamTables,
  markEmptied,
} from './team-purge.queries.ts';
import { oldestRestorable } from '#platform/restorable.ts';

const HOUR_MS = 3_600_000;
/** Safety margin in ms: a team whose restore period has just ended may still be locked by a restore in progress. */
const MARGIN_MS = HOUR_MS;
const TEAMS_AT_ONCE = 50;
/** Batch size, limited to keep locks short. */
const CHUNK = 2_000;

/** Returns the storage keys of a team's files. Called before the team's rows are deleted. */
type TeamFiles = (tx: TeamTx) => Promise<string[]>;

const filesOf = new WeakMap<App, TeamFiles[]>();

/** Registers a feature's files of a team, which are purged with it. */
export function addTeamFiles(app: App, list: TeamFiles): void {
  filesOf.set(app, [...(filesOf.get(app) ?? []), list]);
}

const purgeDeletedTeams = defineJob({
  kind: 'teams.purge-deleted',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 10 * 60_000,
  attempts: 5,
  retryMs: 60_000,
  everyMs: 6 * HOUR_MS,
});

/**
 * Purges teams that can no longer be restored: rows, files, and references elsewhere. Their audit log is kept for its retention, invoices
 * and payments for the statutory period. The empty team is deleted with the last of these records. An interrupted purge is resumed by the
 * next run.
 */
export function bindTeamPurge(app: App): JobBinding {
  return bindJob(purgeDeletedTeams, async ({ signal }) => {
    const before = new Date(oldestRestorable(app.clock.now()).getTime() - MARGIN_MS);
    for (;;) {
      const due = await withSystem(app.db, (tx) => listTeamsToPurge(tx, before, TEAMS_AT_ONCE), {
        isReadOnly: true,
      });
      for (const teamId of due) await purgeTeam(app, teamId, before, signal);
      if (due.length < TEAMS_AT_ONCE) break;
    }
    for (;;) {
      const paidSince = new Date(app.clock.now().getTime() - PERIODS.invoices * DAY_MS);
      const empty = await withSystem(app.db, (tx) => listTeamsToForget(tx, paidSince, TEAMS_AT_ONCE), {
        isReadOnly: true,
      });
      for (const teamId of empty) {
        signal.throwIfAborted();
        const on = { teamId, userId: null };
        for (const key of await readTeam(app.db, on, listInvoiceFiles)) await app.storage.remove(key);
        await withTeam(app.db, on, deleteEmptyTeam);
      }
      if (empty.length < TEAMS_AT_ONCE) break;
    }
  });
}

async function purgeTeam(app: App, teamId: string, before: Date, signal: AbortSignal): Promise<void> {
  const on = { teamId, userId: null };
  const now = app.clock.now();
  const begun = await withTeam(app.db, on, async (tx) => {
    const team = await beginPurge(tx, before, now);
    if (team === null) return null;
    const keys: string[] = [];
    for (const list of filesOf.get(app) ?? []) keys.push(...(await list(tx)));
    return { ...team, keys, tables: await listTeamTables(tx) };
  });
  if (begun === null) return;
  for (const key of begun.keys) await app.storage.remove(key);
  await deletePicture(app, begun.image);
  // Do this before the memberships are deleted, because an interrupted run must find the same users again.
  await withSystem(app.db, async (tx) => {
    await deleteTraces(tx, teamId, begun.userIds);
    await deleteFormerPeople(tx, begun.userIds);
  });
  let rows = 0;
  for (const table of begun.tables) {
    let inChunk: number;
    do {
      signal.throwIfAborted();
      inChunk = await withTeam(app.db, on, (tx) => deleteTeamRows(tx, table, CHUNK));
      rows += inChunk;
    } while (inChunk === CHUNK && !table.namesItself);
  }
  await withTeam(app.db, on, (tx) => markEmptied(tx, now));
  app.log.info({ teamId, rows }, 'deleted team purged');
}
