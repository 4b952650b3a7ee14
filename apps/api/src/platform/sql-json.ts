import { sql, type RawBuilder } from 'kysely';

/** An instant as JavaScript writes it: `2026-11-20T09:30:00.000Z`. */
export function instantJson(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
