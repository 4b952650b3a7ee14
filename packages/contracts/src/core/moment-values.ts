/*
 * Start and due dates. A date is a day, `2026-11-20`, independent of time zones, or a timestamp to the minute, `2026-11-20T12:30:00.000Z`.
 * The day of a timestamp depends on the reader's time zone.
 */

/** Timestamps within these bounds are valid calendar dates in every time zone. */
export const [FIRST_MOMENT, LAST_MOMENT] = ['0001-01-03T00:00:00.000Z', '9999-12-29T23:59:00.000Z'] as const;
const DAY_LENGTH = '2026-11-20'.length;

/** Whether a valid date is a timestamp rather than a day. Doesn't validate: any longer text counts as a timestamp. */
export function isMoment(value: string): boolean {
  return value.length > DAY_LENGTH;
}

/** Returns the day of a value in a time zone. */
export function dayOf(value: string, timeZone: string): string {
  return isMoment(value) ? localOf(value, timeZone).slice(0, DAY_LENGTH) : value;
}

/** The local time of day, `17:30`. Null for a day. */
export function timeOf(value: string, timeZone: string): string | null {
  return isMoment(value) ? localOf(value, timeZone).slice(DAY_LENGTH + 1) : null;
}

/** Returns a timestamp on the day at a time of day such as `17:30`, or the day itself without a time or if it is out of bounds. */
export function makeWhen(day: string, time: string | null, timeZone: string): string {
  if (time === null) return day;
  const moment = instantIn(day, time, timeZone);
  return moment < FIRST_MOMENT || moment > LAST_MOMENT ? day : moment;
}

/** Moves a value to another day and keeps its time of day, if any. */
export function putOnDay(value: string | null, day: string, timeZone: string): string {
  return makeWhen(day, value === null ? null : timeOf(value, timeZone), timeZone);
}

/** The current time, `2026-11-20T12:30:05.000Z`, and the day in the user's time zone. */
export interface Present {
  now: string;
  today: string;
}

/** Whether a value is over. A timestamp is over once it has passed, a day once it has ended. */
export function isOver(value: string, { now, today }: Present): boolean {
  return isMoment(value) ? value < now : value < today;
}

/**
 * Returns the timestamp of a local time in a time zone. Times skipped by a DST change are moved forward by the length of the gap. Ambiguous
 * times resolve to the first timestamp.
 */
export function instantIn(day: string, time: string, timeZone: string): string {
  const wanted = `${day}T${time}`;
  const asUtc = Date.parse(`${wanted}:00Z`);
  // No time zone changes its clocks twice within two days.
  const [before, after] = [asUtc - 86_400_000, asUtc + 86_400_000].map(
    (instant) => Date.parse(`${localTime(new Date(instant), timeZone)}:00Z`) - instant,
  ) as [number, number];
  const fits = [asUtc - before, asUtc - after]
    .filter((instant) => localTime(new Date(instant), timeZone) === wanted)
    .sort((a, b) => a - b);
  return new Date(fits[0] ?? asUtc - before).toISOString();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Converts a timestamp to local time in a time zone, `2026-11-20T09:00`. */
export function localTime(instant: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${(part['year'] ?? '').padStart(4, '0')}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}`;
}

/** Cache size. Calendars convert the same timestamps repeatedly, and time zone conversion is slow. */
const MAX_KEPT = 20_000;
const cache = new Map<string, string>();

function localOf(moment: string, timeZone: string): string {
  const name = `${moment} ${timeZone}`;
  let local = cache.get(name);
  if (local === undefined) {
    local = localTime(new Date(moment), timeZone);
    if (cache.size >= MAX_KEPT) cache.clear();
    cache.set(name, local);
  }
  return local;
}
