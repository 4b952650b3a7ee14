import { isMoment } from '@hearth/contracts/core/moment-values';
import { sql, type RawBuilder } from 'kysely';

/** Formats a timestamp in JavaScript's ISO format: `2026-11-20T09:30:00.000Z`. */
export function instantJson(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Formats a value stored either as a day or as a timestamp: `2026-11-20` or `2026-11-20T09:30:00.000Z`. */
export function whenJson(day: RawBuilder<unknown>, moment: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`coalesce(to_char(${day}, 'YYYY-MM-DD'), ${instantJson(moment)})`;
}

/** Splits a value in the format of `whenJson` into the values of the day column and the timestamp column. */
export function splitWhen(value: string | null): { day: string | null; moment: string | null } {
  if (value === null) return { day: null, moment: null };
  return isMoment(value) ? { day: null, moment: value } : { day: value, moment: null };
}
