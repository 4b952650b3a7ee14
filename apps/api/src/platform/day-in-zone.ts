import { instantIn } from '@hearth/contracts/core/moment-values';

/** The range of days to which time zone rules apply. All other days begin at midnight UTC. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '9999-12-30';
/** An upper bound for the UTC offset of any time zone. */
const FARTHEST_MS = 16 * 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether the server supports this time zone: an IANA name such as Asia/Kolkata, or a UTC offset. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns PostgreSQL's name of the time zone, in which UTC offsets have the opposite sign. */
export function nameForDatabase(timeZone: string): string {
  const name = formatOf(timeZone).resolvedOptions().timeZone;
  if (name.startsWith('+')) return `-${name.slice(1)}`;
  return name.startsWith('-') ? `+${name.slice(1)}` : name;
}

/** Returns the day of a timestamp in a time zone, as `2026-11-20`. */
export function dayAt(instant: Date, timeZone: string): string {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${(parts['year'] ?? '').padStart(4, '0')}-${parts['month']}-${parts['day']}`;
}

/** Returns the timestamp at which a day begins in a time zone. Because of daylight saving time this is not always midnight. */
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

/** Returns the timestamp of a full hour, 0 to 23, in a time zone. For an hour skipped by daylight saving time, returns the next one. */
export function hourOfDay(day: string, hour: number, timeZone: string): Date {
  return new Date(instantIn(day, `${String(hour).padStart(2, '0')}:00`, timeZone));
}

/** Returns a cached format. The cache is limited to the few hundred names that Intl supports, in canonical spelling. */
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
