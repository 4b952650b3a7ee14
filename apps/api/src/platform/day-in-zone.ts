import { instantIn } from '@hearth/contracts/core/moment-values';

/** Beyond these no task was ever made, and calendars of time zones are not kept. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '9999-12-30';
/** No time zone is further from UTC. */
const FARTHEST_MS = 16 * 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Is this an IANA time zone that the server knows, such as Asia/Kolkata? */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The same time zone as PostgreSQL names it: offsets count the other way round there. */
export function nameForDatabase(timeZone: string): string {
  const name = formatOf(timeZone).resolvedOptions().timeZone;
  if (name.startsWith('+')) return `-${name.slice(1)}`;
  return name.startsWith('-') ? `+${name.slice(1)}` : name;
}

/** The day at an instant in a time zone, `2026-11-20`. */
export function dayAt(instant: Date, timeZone: string): string {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${(parts['year'] ?? '').padStart(4, '0')}-${parts['month']}-${parts['day']}`;
}

/** The instant at which a day begins there: not always at midnight, since clocks are put forward over it, too. */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (day < FIRST_DAY || day > LAST_DAY) return new Date(midnight).toISOString();
  let [before, from] = [midnight - FARTHEST_MS, midnight + FARTHEST_MS];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayAt(new Date(middle), timeZone) < day) before = middle;
    else from = middle;
  }
  return new Date(from).toISOString();
}

/** The instant at which a full hour begins there, 0 to 23; of one that clocks are put forward over, the next. */
export function hourOfDay(day: string, hour: number, timeZone: string): Date {
  return new Date(instantIn(day, `${String(hour).padStart(2, '0')}:00`, timeZone));
}

/**
 * A cache of only names that Intl knows, in the one spelling that it has for them: there are some hundreds.
 */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const name = format.resolvedOptions().timeZone;
  if (name === timeZone) formats.set(name, format);
  return format;
}
