import { isMoment } from '@hearth/contracts/core/moment-values';
import { sql, type RawBuilder } from 'kysely';

/** An instant in JavaScript's format: `2026-11-20T09:30:00.000Z`. */
export function instantJson(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A value stored as a day or as an instant, as one text: `2026-11-20` or `2026-11-20T09:30:00.000Z`. */
export function whenJson(day: RawBuilder<unknown>, moment: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`coalesce(to_char(${day}, 'YYYY-MM-DD'), ${instantJson(moment)})`;
}

/** The inverse: the values of the day column and of the instant column. */
export function splitWhen(value: string | null): { day: string | null; moment: string | null } {
  if (value === null) return { day: null, moment: null };
  return isMoment(value) ? { day: null, moment: value } : { day: value, moment: null };
}
