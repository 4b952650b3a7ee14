import { sql, type RawBuilder } from 'kysely';
import type { SnapshotKey } from './snapshot.ts';

/** Keyset pagination of a source ordered by id. */
export function isAfterId(column: string, after: SnapshotKey | null): RawBuilder<boolean> {
  return after === null ? sql`true` : sql`${sql.ref(column)} > ${after.id}::uuid`;
}

/** Keyset pagination of a source ordered by an instant, newest first, then by id. */
export function isBefore(atColumn: string, idColumn: string, after: SnapshotKey | null): RawBuilder<boolean> {
  if (after === null) return sql`true`;
  return sql`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) < (${after.at}::timestamptz, ${after.id}::uuid)`;
}

/** The column name of a field in a source that returns its rows as columns, beside its `key`. */
export const nameColumn = (field: string): string => `field_${field}`;
