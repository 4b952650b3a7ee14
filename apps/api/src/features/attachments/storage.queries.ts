import { sql, type RawBuilder } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';
import type { AttachmentTable } from './attachment-kind.ts';

/** Selects the files of a team from the tables of all kinds, as rows of `bytes`, `deleted_at` and `storage_key`. */
function selectFiles(tables: readonly AttachmentTable[], teamId: string): RawBuilder<unknown> {
  const selects = tables.map(
    ({ name }) =>
      sql`select bytes, deleted_at, storage_key from ${sql.table(name)} where team_id = ${teamId}`,
  );
  return sql.join(selects, sql` union all `);
}

/** Locks the team's storage until the transaction ends. */
export async function lockStorage(tx: TeamTx): Promise<void> {
  await sql`select id from teams where id = ${tx.teamId} for no key update`.execute(tx);
}

/** Returns the total size of a team's files in bytes. Copies share one stored file, which counts once. Deleted files do not count. */
export async function countStoredBytes(tx: TeamTx, tables: readonly AttachmentTable[]): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0)::text as bytes from (
      select distinct storage_key, bytes from (${selectFiles(tables, tx.teamId)}) f where deleted_at is null) kept`.execute(
    tx,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Returns those of the given storage keys that are referenced by a row, including soft-deleted rows. */
export async function listReferencedFiles(
  tx: TeamTx,
  tables: readonly AttachmentTable[],
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from (${selectFiles(tables, tx.teamId)}) f
    where storage_key = any (${[...keys]}::text[])`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}

export async function listTeamFiles(tx: TeamTx, tables: readonly AttachmentTable[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from (${selectFiles(tables, tx.teamId)}) f`.execute(tx);
  return rows.map(({ key }) => key);
}
