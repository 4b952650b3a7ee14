import { sql, type RawBuilder } from 'kysely';
import type { SnapshotKey } from './snapshot.ts';

/** Keyset pagination of a source that is ordered by id. */
export function isAfterId(column: string, after: SnapshotKey | null): RawBuilder<boolean> {
  return after === null ? sql`true` : sql`${sql.ref(column)} > ${after.id}::uuid`;
}

/** Keyset pagination of a source that is ordered by a timestamp, newest first, and then by id. */
export function isBefore(atColumn: string, idColumn: string, after: SnapshotKey | null): RawBuilder<boolean> {
  if (after === null) return sql`true`;
  return sql`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) < (${after.at}::timestamptz, ${after.id}::uuid)`;
}

/** Returns the column name of a field, for a source that returns its rows as columns together with their `key`. */
export const nameColumn = (field: string): string => `field_${field}`;
