import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Field schemas that several features share. */
export const id = z.uuid({ error: 'must be a UUID' }).transform((value) => value.toLowerCase());
export const storedId = z.string();
export const instant = z.string();
/** The calendar of PostgreSQL has no year 0. */
const hasYear = (value: string): boolean => !value.startsWith('0000');
export const day = z.iso
  .date({ error: 'must be a day such as 2026-11-20' })
  .refine(hasYear, { error: 'must be a day such as 2026-11-20' });
/** A moment that somebody asks about; `instant` is one that is told. */
export const moment = z.iso
  .datetime({ error: 'must be an instant such as 2026-11-20T00:00:00Z' })
  .refine(hasYear, { error: 'must be an instant such as 2026-11-20T00:00:00Z' });

/** Text on one line: trimmed, without control characters, 1 to `max` characters. */
export function lineOf(max: number) {
  return (
    z
      .string()
      .trim()
      .min(1, { error: 'must not be empty' })
      .max(max, { error: `must have ${max} characters at most` })
      // oxlint-disable-next-line no-control-regex -- refusing control characters is the point
      .regex(/^[^\u0000-\u001f\u007f\ud800-\udfff]*$/u, { error: 'must not hold control characters' })
  );
}

/** Text of several lines, kept as typed; only NUL, which PostgreSQL cannot store, and lone surrogates are refused. */
export function textOf(max: number) {
  return (
    z
      .string()
      .max(max, { error: `must have ${max} characters at most` })
      // oxlint-disable-next-line no-control-regex -- PostgreSQL text cannot hold NUL
      .regex(/^[^\u0000\ud800-\udfff]*$/u, { error: 'must not hold NUL or broken characters' })
  );
}

/** Every list is paged: `limit` 1 to 200, 50 unless told, and an opaque `cursor`. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(LIMITS.pageMax).default(LIMITS.pageDefault),
  cursor: z.string().max(500).optional(),
};
export const nextCursor = z.string().nullable();

/** Offsets such as +05:30 are zones to Intl too, but know no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A fractional-indexing key. */
export const position = z
  .string()
  .regex(/^[0-9A-Za-z]+$/, { error: 'must be an order key' })
  .max(LIMITS.positionKey);
