import { isCalendarDay } from '#core/days.ts';
import { readLocalDay } from './local-days.ts';
import { findDays } from './quick-days.ts';
import { findPeriods } from './quick-periods.ts';

/**
 * Parses a text that consists of one day, as `2026-12-24`, in the language of a BCP 47 tag or in the words of quick add.
 */
export function readDay(text: string, today: string, tag: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return isCalendarDay(text) ? text : null;
  return readLocalDay(text, today, tag) ?? readQuickDay(text, today);
}

function readQuickDay(text: string, today: string): string | null {
  const [match, ...others] = findDays(text, today);
  const isWhole =
    match !== undefined && others.length === 0 && match.start === 0 && match.end === text.length;
  return isWhole && match.from === undefined ? (match.days[0] ?? null) : null;
}

/** Parses a text that consists of one day, a period or a range of days into the syntax of filters, such as `2026-12-01..2026-12-24`. */
export function readDays(text: string, today: string, tag: string): string | null {
  const day = readDay(text, today, tag);
  if (day !== null) return day;
  const period = findPeriods(text, today).find(({ start, end }) => start === 0 && end === text.length);
  if (period !== undefined)
    return period.near ?? (period.from === period.to ? period.from : `${period.from}..${period.to}`);
  const [from, to, ...others] = text
    .split(/\s*(?:–|—|\.\.)\s*|\s+(?:to|-)\s+/iu)
    .map((part) => readDay(part, today, tag));
  const isRange = from != null && to != null && others.length === 0 && from <= to;
  return isRange ? `${from}..${to}` : null;
}
