import { addDays, countDays } from '@hearth/contracts/core/days';
import { dayOf, isMoment, localTime } from '@hearth/contracts/core/moment-values';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import { onZoneChanged, readBrowserZone, readerZone, readFormatTag, readTimeZone } from './reader.ts';

// Dates, numbers and money in the user's language and time zone. Formatters are expensive to create, so each is cached.

const formatters = new Map<string, unknown>();

function cached<T>(name: string, options: object, make: (tag: string) => T): T {
  const tag = readFormatTag();
  const key = `${name} ${tag} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key) as T | undefined;
  if (!formatter) {
    formatter = make(tag);
    formatters.set(key, formatter);
  }
  return formatter;
}

/** Formats a timestamp in the reader's time zone. */
export function formatMoment(
  moment: Date | string | number,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  const zoned = { timeZone: readTimeZone(), ...options };
  return cached('date', zoned, (tag) => new Intl.DateTimeFormat(tag, zoned)).format(new Date(moment));
}

/** Formats a calendar day such as `2026-11-20`, independent of the time zone. */
export function formatCalendarDay(
  day: string,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' },
): string {
  const zoned: Intl.DateTimeFormatOptions = { ...options, timeZone: 'UTC' };
  const formatted = cached('date', zoned, (tag) => new Intl.DateTimeFormat(tag, zoned)).format(
    new Date(`${day}T00:00:00Z`),
  );
  // With a weekday, `Intl` puts a comma before the year in Indian English ('Thu, 31 Dec, 2026'), which is unusual after a month.
  return i18n.locale === 'en' ? formatted.replace(/(?<=\p{L}), (?=\d{4}$)/u, ' ') : formatted;
}

/**
 * Returns the wall time in a time zone, `2026-11-20T14:30`, in the format of date and time fields.
 * @param at ms since 1970
 */
export function wallTimeInZone(at: number, zone = readBrowserZone()): string {
  return localTime(new Date(at), zone);
}

/**
 * Returns the calendar day of a timestamp in a time zone, `2026-11-20`.
 * @param zone its IANA name
 */
export function dayInZone(moment: number, zone: string): string {
  return wallTimeInZone(moment, zone).slice(0, 10);
}

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return cached('number', options, (tag) => new Intl.NumberFormat(tag, options)).format(value);
}

/** Formats '2 hours ago' or 'yesterday'. */
export function formatAgo(count: number, unit: 'hour' | 'day' | 'week' | 'month' | 'year'): string {
  return cached('ago', {}, (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })).format(
    -count,
    unit,
  );
}

/** Formats whole rupees. */
export function formatRupees(rupees: number): string {
  return formatNumber(rupees, {
    style: 'currency',
    currency: 'INR',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });
}

/** Formats a currency as 'Indian Rupee (INR)'. */
export function formatCurrency(code: string): string {
  const names = cached('currency', {}, (tag) => new Intl.DisplayNames(tag, { type: 'currency' }));
  return `${names.of(code) ?? code} (${code})`;
}

/** Formats 'A, B and C'. */
export function formatList(parts: readonly string[]): string {
  return cached('list', {}, (tag) => new Intl.ListFormat(tag, { type: 'conjunction' })).format(parts);
}

/** Formats 'A, B or C'. */
export function formatChoice(parts: readonly string[]): string {
  return cached('choice', {}, (tag) => new Intl.ListFormat(tag, { type: 'disjunction' })).format(parts);
}

/** Formats 'A, B, C', the facts about one thing, with the comma of the language. Omits empty parts. */
export function formatParts(parts: readonly string[]): string {
  const [first = '', ...others] = parts.filter((part) => part !== '');
  return others.reduce((before, part) => t`${before}, ${part}`, first);
}

/** Formats 'Name: text', with the colon of the language. */
export function formatPair(name: string, text: string): string {
  return t`${name}: ${text}`;
}

/** Compares names by the collation of the reader's language. */
export function compareNames(a: string, b: string): number {
  return cached('names', {}, (tag) => new Intl.Collator(tag, { numeric: true })).compare(a, b);
}

interface WeekInfo {
  firstDay: number;
}

/** Returns the first weekday of the week in the user's locale: 1 Monday … 7 Sunday. */
export function readFirstWeekday(): number {
  // Older browsers have this as a property. The oldest browsers lack it.
  const locale = new Intl.Locale(readFormatTag()) as Intl.Locale & {
    getWeekInfo?: () => WeekInfo;
    weekInfo?: WeekInfo;
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** Returns the seven weekdays, 1 Monday … 7 Sunday, in the order of a week that begins with `first`. */
export function listWeekdays(first: number): number[] {
  return Array.from({ length: 7 }, (_day, at) => ((first - 1 + at) % 7) + 1);
}

/** Any Monday. */
const MONDAY = '2024-01-01';

/**
 * Formats a weekday's name.
 * @param weekday 1 … 7 from Monday
 */
export function formatWeekday(weekday: number, length: 'long' | 'short' = 'long'): string {
  return formatCalendarDay(addDays(MONDAY, weekday - 1), { weekday: length });
}

/** Formats a day as 'Today', 'Tomorrow', 'Yesterday' or '24 Nov', with the year unless it is the current year. */
export function formatNearDay(day: string, today: string): string {
  const days = countDays(today, day);
  if (days === 0) return t`Today`;
  if (days === 1) return t`Tomorrow`;
  if (days === -1) return t`Yesterday`;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return formatCalendarDay(day, {
    day: 'numeric',
    month: 'short',
    year: isThisYear ? undefined : 'numeric',
  });
}

/** Formats the time of a timestamp as '17:30' or '5:30 pm', depending on the user's language. */
function formatTime(moment: string): string {
  return formatMoment(moment, { timeStyle: 'short' });
}

/** Formats a day, with its time of day if it has one: '20 Nov 2026, 5:30 pm'. */
function formatWhen(when: string, options?: Intl.DateTimeFormatOptions): string {
  const day = formatCalendarDay(dayOf(when, readerZone()), options);
  if (!isMoment(when)) return day;
  const time = formatTime(when);
  return t`${day}, ${time}`;
}

/** Formats a day, with its time of day if it has one, using relative names for near days: 'Tomorrow, 5:30 pm'. */
function formatNearWhen(when: string, today: string): string {
  const near = formatNearDay(dayOf(when, readerZone()), today);
  if (!isMoment(when)) return near;
  const time = formatTime(when);
  return t`${near}, ${time}`;
}

function bundle() {
  return {
    moment: formatMoment,
    calendarDay: formatCalendarDay,
    nearDay: formatNearDay,
    time: formatTime,
    when: formatWhen,
    nearWhen: formatNearWhen,
    number: formatNumber,
    rupees: formatRupees,
    list: formatList,
    choice: formatChoice,
    parts: formatParts,
    pair: formatPair,
  };
}

let formats = bundle();
const readers = new Set<() => void>();

/** Clears the cache and re-renders the readers after a change to the language or time zone. */
function renew(): void {
  formatters.clear();
  formats = bundle();
  for (const reader of readers) reader();
}
i18n.on('change', renew);
onZoneChanged(renew);

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
const readFormats = () => formats;

/** `readerZone` for use while rendering. Re-renders after a change. */
export function useReaderZone(): string {
  return useSyncExternalStore(subscribe, readerZone, readerZone);
}

/**
 * The formatting functions for use while rendering. The object is replaced when the language or time zone changes so that memoized results
 * that depend on it are recomputed.
 */
export function useFormats(): ReturnType<typeof bundle> {
  return useSyncExternalStore(subscribe, readFormats, readFormats);
}
