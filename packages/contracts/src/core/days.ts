/* Calendar arithmetic on days, `2026-11-20`, independent of time zones. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** In ms. A local day can be shorter or longer because of DST changes. */
export const DAY_MS = 86_400_000;

/** Whether the text is a valid calendar day. Year 0 is rejected: PostgreSQL's calendar has none. */
export function isCalendarDay(text: string): boolean {
  if (!DAY.test(text) || text.startsWith('0000')) return false;
  const at = instantOf(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** @param count number of days, negative for earlier days */
export function addDays(day: string, count: number): string {
  return new Date(instantOf(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one date to another. Negative if `to` is earlier. */
export function countDays(from: string, to: string): number {
  return Math.round((instantOf(to) - instantOf(from)) / DAY_MS);
}

/** The weekday as a number, starting with 1 for Monday. */
export function weekdayOf(day: string): number {
  return new Date(instantOf(day)).getUTCDay() || 7;
}

function instantOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
