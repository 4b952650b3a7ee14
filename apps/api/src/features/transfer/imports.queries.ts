import { sql, type Selectable } from 'kysely';
import type { ImportOutcome, ImportRefusal, TeamImport } from '@hearth/contracts/transfer/transfer';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

type ImportRow = Selectable<Tables['team_imports']>;

/** Timeout after which a pending import counts as failed. Its job may not run if the requesting user has lost the right to import. */
const GIVEN_UP_MS = 45 * 60_000;

const GIVEN_UP: ImportRefusal = {
  code: 'UNAVAILABLE',
  detail: 'The import failed. Nothing was imported.',
};

function toImport(row: ImportRow, now: Date): TeamImport {
  const isGivenUp = row.state === 'waiting' && now.getTime() - row.asked_at.getTime() > GIVEN_UP_MS;
  return {
    id: row.id,
    state: isGivenUp ? 'failed' : row.state,
    requestedBy: row.asked_by,
    askedAt: row.asked_at.toISOString(),
    endedAt: isGivenUp ? now.toISOString() : (row.ended_at?.toISOString() ?? null),
    progress: row.progress,
    outcome: row.outcome,
    refusal: isGivenUp ? GIVEN_UP : row.refusal,
  };
}

/** Marks imports that exceeded their timeout as failed, and inserts a pending one. @returns null if another import is pending */
export async function insertImport(
  tx: TeamTx,
  row: Pick<ImportRow, 'team_id' | 'id' | 'asked_by' | 'asked_at'> & { storage_key: string },
): Promise<TeamImport | null> {
  await tx
    .updateTable('team_imports')
    .set({ state: 'failed', ended_at: row.asked_at, refusal: JSON.stringify(GIVEN_UP) })
    .where('team_id', '=', row.team_id)
    .where('state', '=', 'waiting')
    .where('asked_at', '<', new Date(row.asked_at.getTime() - GIVEN_UP_MS))
    .execute();
  const inserted = await tx
    .insertInto('team_imports')
    .values(row)
    // Use a literal: a generic plan does not match a parameter to the partial index.
    .onConflict((conflict) => conflict.column('team_id').where('state', '=', sql.lit('waiting')).doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted === undefined ? null : toImport(inserted, row.asked_at);
}

/** Returns a page (`limit` + 1) of imports, newest first. */
export async function listImports(
  tx: TeamTx,
  now: Date,
  page: { before: { at: Date; id: string } | null; limit: number },
): Promise<TeamImport[]> {
  let query = tx.selectFrom('team_imports').selectAll().where('team_id', '=', tx.teamId);
  const { before } = page;
  if (before !== null) {
    query = query.where(sql<boolean>`(asked_at, id) < (${before.at}, ${before.id}::uuid)`);
  }
  const rows = await query
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) => toImport(row, now));
}

/** Returns a pending import, or null if it does not exist or has ended. */
export async function findWaitingImport(tx: TeamTx, id: string): Promise<ImportRow | null> {
  const row = await tx
    .selectFrom('team_imports')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row ?? null;
}

export async function setProgress(tx: TeamTx, id: string, progress: number): Promise<void> {
  await tx
    .updateTable('team_imports')
    .set({ progress })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Records the end of an import. @returns false if the import had already ended */
export async function endImport(
  tx: TeamTx,
  ended: { id: string; at: Date } & (
    | { state: 'done'; outcome: ImportOutcome }
    | { state: 'failed'; refusal: ImportRefusal }
  ),
): Promise<boolean> {
  const row = await tx
    .updateTable('team_imports')
    .set({
      state: ended.state,
      ended_at: ended.at,
      ...(ended.state === 'done'
        ? { outcome: JSON.stringify(ended.outcome), progress: 1 }
        : { refusal: JSON.stringify(ended.refusal) }),
    })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', ended.id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists up to a thousand imports requested before this time. */
export async function listOldImports(
  tx: SystemTx,
  before: Date,
): Promise<{ id: string; storageKey: string | null }[]> {
  return await tx
    .selectFrom('team_imports')
    .select(['id', 'storage_key as storageKey'])
    .where('asked_at', '<', before)
    .limit(1000)
    .execute();
}

export async function deleteImports(tx: SystemTx, ids: readonly string[], before: Date): Promise<void> {
  await tx
    .deleteFrom('team_imports')
    .where('asked_at', '<', before)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute();
}
