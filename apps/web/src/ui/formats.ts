import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';

// Dates, numbers and money in the reader's language and time zone. Formatters are costly to make, so each is made once.

/** English as it is written in India: days before months, and the same grouping of rupees as Hindi. */
const TAGS: Record<string, string> = { en: 'en-IN', hi: 'hi-IN' };

const DAY_MS = 86_400_000;

let timeZone: string | undefined;
const kept = new Map<string, unknown>();

/** The reader's own zone (IANA name), where it differs from the browser's; `undefined` is the browser's. */
export function setTimeZone(zone: string | undefined): void {
  timeZone = zone;
  renew();
}

/** That zone; `undefined` is the browser's. */
export function readTimeZone(): string | undefined {
  return timeZone;
}

/** The tag that `Intl` formats with. */
export function readFormatTag(): string {
  return TAGS[i18n.locale] ?? i18n.locale;
}

function keep<T>(name: string, options: object, make: (tag: string) => T): T {
  const tag = readFormatTag();
  const key = `${name} ${tag} ${JSON.stringify(options)}`;
  let made = kept.get(key) as T | undefined;
  if (!made) {
    made = make(tag);
    kept.set(key, made);
  }
  return made;
}

/** A moment, in the reader's zone. */
export function formatMoment(
  moment: Date | string | number,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  const zoned = { timeZone, ...options };
  return keep('date', zoned, (tag) => new Intl.DateTimeFormat(tag, zoned)).format(new Date(moment));
}

/** A day such as `2026-11-20`, which is the same day wherever it is read. */
export function formatCalendarDay(
  day: string,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' },
): string {
  const zoned: Intl.DateTimeFormatOptions = { ...options, timeZone: 'UTC' };
  return keep('date', zoned, (tag) => new Intl.DateTimeFormat(tag, zoned)).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** What clocks show in a zone at a moment, `2026-11-20T14:30`, as fields for date and time hold it. @param at ms since 1970 */
export function wallTimeInZone(at: number, zone: string | undefined): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year = '', month, day, hour, minute } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

/** The day that it is somewhere at a moment, `2026-11-20`. @param zone its IANA name */
export function dayInZone(moment: number, zone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return format.format(moment);
}

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return keep('number', options, (tag) => new Intl.NumberFormat(tag, options)).format(value);
}

/** '2 hours ago', 'yesterday'. */
export function formatAgo(count: number, unit: 'hour' | 'day' | 'week' | 'month' | 'year'): string {
  return keep('ago', {}, (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })).format(-count, unit);
}

/** Whole rupees. */
export function formatRupees(rupees: number): string {
  return formatNumber(rupees, { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
}

/** 'Indian Rupee (INR)'. */
export function formatCurrency(code: string): string {
  const names = keep('currency', {}, (tag) => new Intl.DisplayNames(tag, { type: 'currency' }));
  return `${names.of(code) ?? code} (${code})`;
}

/** 'A, B and C'. */
export function formatList(parts: readonly string[]): string {
  return keep('list', {}, (tag) => new Intl.ListFormat(tag, { type: 'conjunction' })).format(parts);
}

/** 'A, B or C'. */
export function formatChoice(parts: readonly string[]): string {
  return keep('choice', {}, (tag) => new Intl.ListFormat(tag, { type: 'disjunction' })).format(parts);
}

/** Sorts names as the reader's language does. */
export function compareNames(a: string, b: string): number {
  return keep('names', {}, (tag) => new Intl.Collator(tag, { numeric: true })).compare(a, b);
}

interface WeekInfo {
  firstDay: number;
}

/** The weekday with which weeks begin where the reader's language is spoken: 1 Monday … 7 Sunday. */
export function readFirstWeekday(): number {
  // Older browsers have it as a property, the oldest not at all.
  const locale = new Intl.Locale(readFormatTag()) as Intl.Locale & {
    getWeekInfo?: () => WeekInfo;
    weekInfo?: WeekInfo;
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** 'Today', 'Tomorrow', 'Yesterday', '24 Nov', and with the year where it is not this one. */
export function formatNearDay(day: string, today: string): string {
  const days = Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS);
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

function bundle() {
  return {
    moment: formatMoment,
    calendarDay: formatCalendarDay,
    nearDay: formatNearDay,
    number: formatNumber,
    rupees: formatRupees,
    list: formatList,
    choice: formatChoice,
  };
}

let formats = bundle();
const readers = new Set<() => void>();

/** What was formatted before is in the old language or zone. */
function renew(): void {
  kept.clear();
  formats = bundle();
  for (const reader of readers) reader();
}
i18n.on('change', renew);

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
const readFormats = () => formats;

/** The same functions while rendering: others for each language and zone, so that nothing remembered goes stale. */
export function useFormats(): ReturnType<typeof bundle> {
  return useSyncExternalStore(subscribe, readFormats, readFormats);
}
