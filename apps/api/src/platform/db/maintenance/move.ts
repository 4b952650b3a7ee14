import { sql } from 'kysely';

import { asOwner, type AnyTx } from '#platform/db/transactions/transactions.ts';
import type { Db } from '#platform/db/transactions/database.ts';
import { getInternals } from '#platform/db/transactions/database.ts';
import { applyNextMigration, readMigrations } from './migrations.ts';

class MoveError extends Error {
  override name = 'MoveError';
}

interface MovedTable {
  name: string;
  rows: number;
  digest: string;
}

interface Column {
  name: string;
  type: string;
}

interface Table {
  name: string;
  columns: Column[];
}

const DEADLINE_MS = 3_600_000;
const CHUNK_ROWS = 500;

async function readTables(tx: AnyTx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, json_agg(json_build_object('name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' group by c.relname order by c.relname`.execute(tx);
  return rows;
}

/**
 * Computes the row count and digest of each table. The digest is the sum of 60-bit pieces of each row's MD5 and therefore independent of
 * row order and server version.
 */
export async function digestTables(tx: AnyTx): Promise<MovedTable[]> {
  const digests: MovedTable[] = [];
  for (const table of await readTables(tx)) {
    const columns = sql.join(table.columns.map((column) => sql`${sql.ref(column.name)}::text`));
    const { rows } = await sql<{ rows: number; digest: string }>`
      select count(*) as rows, coalesce(sum(('x' || substr(md5(row(${columns})::text), 1, 15))::bit(60)::bigint), 0)::text
        as digest from ${sql.table(table.name)}`.execute(tx);
    digests.push({ name: table.name, rows: rows[0]?.rows ?? 0, digest: rows[0]?.digest ?? '' });
  }
  return digests;
}

/** Throws an error that names the first missing or different table. */
export function assertSameTables(source: MovedTable[], target: MovedTable[]): void {
  const targets = new Map(target.map((table) => [table.name, table]));
  for (const table of source) {
    const copy = targets.get(table.name);
    if (!copy) throw new MoveError(`The table ${table.name} is missing in the target.`);
    if (copy.rows !== table.rows) {
      throw new MoveError(`The table ${table.name} has ${table.rows} rows, its copy ${copy.rows}.`);
    }
    if (copy.digest !== table.digest)
      throw new MoveError(`The copy of ${table.name} differs from the original.`);
  }
}

async function assertEmpty(tx: AnyTx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S') limit 1`.execute(tx);
  const [found] = rows;
  if (found)
    throw new MoveError(`The target is not empty: it has ${found.name}. Name a new, empty database.`);
}

// Copy values as text, which every type can read and write without loss.
async function copyTable(source: AnyTx, target: AnyTx, table: Table): Promise<void> {
  const names = table.columns.map((column) => column.name);
  const texts = table.columns.map(
    ({ name }, index) => sql`${sql.ref(name)}::text as ${sql.ref(`c${index}`)}`,
  );
  const query = sql<Record<string, string | null>>`select ${sql.join(texts)} from ${sql.table(table.name)}`;
  const values = table.columns.map(({ type }, index) => sql`${sql.ref(`u.c${index}`)}::${sql.raw(type)}`);
  const aliases = table.columns.map((_, index) => sql.ref(`c${index}`));

  async function insert(rows: Record<string, string | null>[]): Promise<void> {
    const arrays = names.map((_, index) => sql`${rows.map((row) => row[`c${index}`] ?? null)}::text[]`);
    await sql`insert into ${sql.table(table.name)} (${sql.join(names.map((name) => sql.ref(name)))})
      overriding system value select ${sql.join(values)}
      from unnest(${sql.join(arrays)}) as u(${sql.join(aliases)})`.execute(target);
  }

  const chunks = source
    .getExecutor()
    .stream<Record<string, string | null>>(query.compile(source), CHUNK_ROWS);
  for await (const { rows } of chunks) await insert(rows);
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Runs `fn` without foreign keys, triggers and forced row-level security, then restores them. Adding a foreign key checks
 * all rows.
 */
async function withoutConstraints(tx: AnyTx, tables: Table[], fn: () => Promise<void>): Promise<void> {
  const { rows: keys } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and k.contype = 'f' order by 1, 2`.execute(tx);
  const { rows: forced } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relforcerowsecurity`.execute(tx);
  for (const key of keys) {
    await sql`alter table ${sql.table(key.table)} drop constraint ${sql.ref(key.name)}`.execute(tx);
  }
  for (const { name } of forced)
    await sql`alter table ${sql.table(name)} no force row level security`.execute(tx);
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
  await fn();
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
  for (const key of keys) {
    await sql`alter table ${sql.table(key.table)} add constraint ${sql.ref(key.name)}
      ${sql.raw(key.definition)}`.execute(tx);
  }
  for (const { name } of forced)
    await sql`alter table ${sql.table(name)} force row level security`.execute(tx);
}

async function copySequences(source: AnyTx, target: AnyTx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'S'`.execute(source);
  for (const { name } of rows) {
    const { rows: states } = await sql<{ value: string; isCalled: boolean }>`
      select last_value::text as value, is_called as "isCalled" from ${sql.table(name)}`.execute(source);
    const [state] = states;
    if (!state) continue;
    await sql`select setval(${sql.lit(`public.${name}`)}::regclass, ${state.value}::bigint, ${state.isCalled})`.execute(
      target,
    );
  }
}

async function copyAll(
  source: AnyTx,
  target: AnyTx,
  onTable: (table: MovedTable) => void,
): Promise<MovedTable[]> {
  const tables = await readTables(source);
  const before = await digestTables(source);
  await withoutConstraints(target, tables, async () => {
    // Delete rows inserted by migrations. The migrations table is copied like any other.
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(target);
    for (const table of tables) {
      await copyTable(source, target, table);
      const moved = before.find((item) => item.name === table.name);
      if (moved) onTable(moved);
    }
    assertSameTables(before, await digestTables(target));
  });
  await copySequences(source, target);
  return before;
}

/**
 * Copies every row of `source` to the empty database `target`, including the schema, in one transaction. If it fails, the
 * target remains empty. The source must be up to date and is only read.
 */
export async function moveDatabase(
  source: Db,
  target: Db,
  onTable: (table: MovedTable) => void = () => {},
): Promise<MovedTable[]> {
  const migrations = readMigrations(getInternals(source).migrationsFolder);
  const options = { deadlineMs: DEADLINE_MS, lockWaitMs: DEADLINE_MS, idleMs: DEADLINE_MS };
  return await asOwner(
    target,
    async (targetTx) => {
      await assertEmpty(targetTx);
      while ((await applyNextMigration(targetTx, migrations)) !== null);
      const readOnly = { ...options, isReadOnly: true };
      return await asOwner(source, (sourceTx) => copyAll(sourceTx, targetTx, onTable), readOnly);
    },
    options,
  );
}
