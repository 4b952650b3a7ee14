/* Calendar arithmetic on days, `2026-11-20`: the same wherever they are read. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** In ms; no measure for days of a time zone, whose clocks are put on and back. */
export const DAY_MS = 86_400_000;

/** The calendar of PostgreSQL has no year 0. */
export function isCalendarDay(text: string): boolean {
  if (!DAY.test(text) || text.startsWith('0000')) return false;
  const at = instantOf(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** @param count below 0 for days before it */
export function addDays(day: string, count: number): string {
  return new Date(instantOf(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** From one day to another; below 0 where that one is before it. */
export function countDays(from: string, to: string): number {
  return Math.round((instantOf(to) - instantOf(from)) / DAY_MS);
}

/** 1 for Monday. */
export function weekdayOf(day: string): number {
  return new Date(instantOf(day)).getUTCDay() || 7;
}

function instantOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
