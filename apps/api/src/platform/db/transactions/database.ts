import type { Kysely } from 'kysely';

import type { Clock } from '#platform/clock.ts';
import type { RandomBytes } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { Engine } from '#platform/db/driver/driver.ts';
import { DatabaseUnavailableError } from '#platform/db/driver/errors.ts';
import type { DbSchema } from '#platform/db/tables/schema.ts';
import type { TeamTurns } from './team-turns.ts';

/** Information about where the data is stored, shown in the settings and logged at start-up. */
export interface DatabaseNotice {
  readonly title: string;
  readonly text: string;
}

/**
 * The database as exposed to the rest of the program. Rows are accessible only through the functions of transactions.ts, such as
 * `withTeam`. This interface intentionally has no query builder.
 */
export interface Db {
  readonly engine: Engine['kind'];
  readonly notice: DatabaseNotice | null;
  /** Writes a dump of the embedded database and returns its path. Returns null for PostgreSQL and in-memory databases. */
  dump(): Promise<string | null>;
  /**
   * Waits for open transactions and closes the database, within a time limit. For an embedded database in a folder, also writes a dump and
   * releases the folder lock.
   * @param limitMs time left to this process. The final dump of an embedded database is skipped or cut off if it would take longer.
   */
  close(limitMs?: number): Promise<void>;
}

export interface DbInternals {
  readonly kysely: Kysely<DbSchema>;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly logger: Logger;
  readonly deadlineMs: number;
  readonly migrationsFolder: string;
  isClosing: boolean;
  openTransactions: number;
  readonly turns: TeamTurns;
  /** The number of transactions since start-up that were not read-only. */
  writes: number;
  /** Called when the last open transaction ends while closing. */
  onQuiet: (() => void) | null;
}

const internals = new WeakMap<Db, DbInternals>();

export function registerDb(db: Db, parts: DbInternals): void {
  internals.set(db, parts);
}

/** Returns the internals of a database. Use only within the folder `db`. */
export function getInternals(db: Db): DbInternals {
  const parts = internals.get(db);
  if (!parts) throw new DatabaseUnavailableError('The database is not open.');
  return parts;
}
