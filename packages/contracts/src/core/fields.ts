import { z } from 'zod';
import { COLORS } from './colors.ts';
import { hasVisible } from './fold.ts';
import { LIMITS } from './limits.ts';
import { TEAM_ROLES } from '#permissions/permissions.ts';
import { FIRST_MOMENT, isMoment, LAST_MOMENT } from './moment-values.ts';

/** Field schemas shared by several features. */
export const id = z.uuid({ error: 'must be a UUID' }).transform((value) => value.toLowerCase());
export const storedId = z.string();
export const instant = z.string();
/** PostgreSQL's calendar has no year 0. */
const hasYear = (value: string): boolean => !value.startsWith('0000');
export const day = z.iso
  .date({ error: 'must be a date such as 2026-11-20' })
  .refine(hasYear, { error: 'must be a date such as 2026-11-20' });
/** A timestamp in requests. Responses use `instant`. */
export const moment = z.iso
  .datetime({ error: 'must be a date and time such as 2026-11-20T00:00:00Z' })
  .refine(hasYear, { error: 'must be a date and time such as 2026-11-20T00:00:00Z' });

const MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::00(?:\.0{1,9})?)?Z$/;

/** Returns the canonical form of a timestamp, or null if it is invalid, out of bounds or more precise than a minute. */
function readMoment(text: string): string | null {
  const at = MINUTE.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) return null;
  const moment = new Date(at).toISOString();
  // Some engines roll invalid calendar days over to another day.
  const isSame = moment.slice(0, 16) === text.slice(0, 16);
  return isSame && moment >= FIRST_MOMENT && moment <= LAST_MOMENT ? moment : null;
}

const DAY_OR_MOMENT =
  'must be a date such as 2026-11-20, or a date and time to the minute such as 2026-11-20T12:30:00.000Z';
/** A start or due date: a day, or a timestamp to the minute. */
export const dayOrMoment = z
  .string({ error: DAY_OR_MOMENT })
  .max(40, { error: DAY_OR_MOMENT })
  .transform((text) => (isMoment(text) ? (readMoment(text) ?? '') : text))
  .refine((value) => isMoment(value) || day.safeParse(value).success, { error: DAY_OR_MOMENT })
  .meta({ anyOf: [{ format: 'date' }, { format: 'date-time' }] });

export const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 09:00' });

/** Text on one line, kept as typed except for trimming: 1 to `max` characters, at least one visible, no control characters. */
export function lineOf(max: number) {
  return (
    z
      .string()
      .trim()
      .min(1, { error: 'can’t be empty', abort: true })
      .max(max, { error: `must be ${max} characters or fewer` })
      // oxlint-disable-next-line no-control-regex -- control characters are rejected intentionally
      .regex(/^[^\u0000-\u001f\u007f\ud800-\udfff]*$/u, {
        error: 'can’t contain control characters',
        abort: true,
      })
      .refine(hasVisible, { error: 'can’t be empty' })
  );
}

/** Multi-line text, kept as typed. Only NUL, which PostgreSQL cannot store, and lone surrogates are rejected. */
export function textOf(max: number) {
  return (
    z
      .string()
      .max(max, { error: `must be ${max} characters or fewer` })
      // oxlint-disable-next-line no-control-regex -- PostgreSQL text cannot hold NUL
      .regex(/^[^\u0000\ud800-\udfff]*$/u, { error: 'can’t contain null or malformed characters' })
  );
}

/** Pagination of every list: `limit` from 1 to 200, 50 by default, and an opaque `cursor`. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(LIMITS.pageMax).default(LIMITS.pageDefault),
  cursor: z.string().max(500).optional(),
};
export const nextCursor = z.string().nullable();

/** Whether the name is an IANA time zone. Offsets such as +05:30 are rejected: Intl accepts them, but they have no DST. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const timeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, { error: 'must be a time zone such as Asia/Kolkata' });

/** An order key (fractional indexing). */
export const position = z
  .string()
  .regex(/^[0-9A-Za-z]+$/, { error: 'must be an order key' })
  .max(LIMITS.positionKey);

/** A role of the palette: see colors.ts. */
export const color = z.enum(COLORS);

export const teamRole = z.enum(TEAM_ROLES);
