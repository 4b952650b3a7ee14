import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { sql } from 'kysely';

import type { Db } from '#platform/db/transactions/database.ts';
import { MigrationError } from '#platform/db/driver/errors.ts';
import { type AnyTx, asOwner } from '#platform/db/transactions/transactions.ts';

interface Migration {
  name: string;
  sha256: string;
  text: string;
}

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const DEADLINE_MS = 600_000;
/** Key of the advisory lock. It may be any number that is not used elsewhere in the database. */
const LOCK_KEY = 4_839_201;

/** Finds the `migrations` folder of this package from source and bundled code. */
export function findMigrationsFolder(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'migrations');
    if (existsSync(join(candidate, '0001_roles.sql'))) return candidate;
  }
  throw new MigrationError('The folder with the database migrations was not found.');
}

/** Reads the migrations in order. Digests are computed with LF line ends, regardless of git's conversion. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    if (!FILE_NAME.test(name)) throw new MigrationError(`${name} is not named like 0001_what_it_does.sql.`);
    if (Number(name.slice(0, 4)) !== index + 1) {
      throw new MigrationError(`${name} should have the number ${index + 1}: numbers must be consecutive.`);
    }
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
  });
}

async function readApplied(tx: AnyTx): Promise<{ name: string; sha256: string }[]> {
  return await tx.selectFrom('schema_migrations').select(['name', 'sha256']).orderBy('name').execute();
}

function assertSameHistory(migrations: Migration[], applied: { name: string; sha256: string }[]): void {
  for (const [index, { name, sha256 }] of applied.entries()) {
    const file = migrations[index];
    if (file?.name !== name) {
      throw new MigrationError(
        `The database has the migration ${name}, which this program does not have: it was used with a newer version.`,
      );
    }
    if (file.sha256 !== sha256) {
      throw new MigrationError(`${name} was changed after it had been applied. Add a new migration instead.`);
    }
  }
}

/** Applies the next missing migration inside `tx` and returns its name. Returns null if all are applied. */
export async function applyNextMigration(tx: AnyTx, migrations: Migration[]): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx);
  await sql`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(tx);
  const applied = await readApplied(tx);
  assertSameHistory(migrations, applied);
  const next = migrations[applied.length];
  if (!next) return null;
  await sql.raw(next.text).execute(tx);
  await tx.insertInto('schema_migrations').values({ name: next.name, sha256: next.sha256 }).execute();
  return next.name;
}

/**
 * Migrates the database to this version of the program, with one transaction per file. Returns the names of the applied
 * migrations.
 */
export async function migrate(db: Db, folder: string, onApplied?: (name: string) => void): Promise<string[]> {
  const migrations = readMigrations(folder);
  const done: string[] = [];
  for (;;) {
    const options = { deadlineMs: DEADLINE_MS, lockWaitMs: DEADLINE_MS };
    const name = await asOwner(db, (tx) => applyNextMigration(tx, migrations), options);
    if (name === null) return done;
    done.push(name);
    onApplied?.(name);
  }
}
