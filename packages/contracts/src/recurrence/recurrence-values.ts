import { addDays, countDays, weekdayOf } from '#core/days.ts';

/*
 * Recurrence: a subset of RFC 5545, on days without a time. Kept out of the schema files: the browser previews with the server's code but
 * without the schema library. One deliberate difference from the RFC: a day that a month does not have (31 April, 29 February) becomes the
 * month's last day instead of being skipped.
 */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Indexed by weekday number minus 1: weekdays are 1 (Monday) to 7 everywhere else. */
const WEEKDAY_CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** `schedule`: by the calendar; `completion`: an interval after the last occurrence was done. */
export const REPEAT_MODES = ['schedule', 'completion'] as const;
export type RepeatMode = (typeof REPEAT_MODES)[number];

export const MAX_INTERVAL = 999;
export const MAX_COUNT = 999;
export const LONGEST_RULE = 120;
const LAST_YEAR = 9999;

export interface RepeatRule {
  frequency: Frequency;
  interval: number;
  /** For WEEKLY: 1 … 7, ascending. Empty for the anchor's weekday. */
  weekdays: readonly number[];
  /** For MONTHLY: 1 … 31, or -1 for the last day. For YEARLY: 1 … 31. */
  monthDay: number | null;
  /** For MONTHLY: the `nth` (1 … 4, or -1 for the last) occurrence of a weekday. */
  nthWeekday: { nth: number; weekday: number } | null;
  /** For YEARLY: 1 … 12. */
  month: number | null;
  /** Remaining occurrences, including the current one. */
  count: number | null;
  /** The last day on which an occurrence can fall. */
  until: string | null;
}

const EVERY: RepeatRule = {
  frequency: 'DAILY',
  interval: 1,
  weekdays: [],
  monthDay: null,
  nthWeekday: null,
  month: null,
  count: null,
  until: null,
};

export function makeRule(parts: Partial<RepeatRule>): RepeatRule {
  return { ...EVERY, ...parts };
}

/** Parses a rule such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH`. @returns null if it is invalid or outside the supported subset */
export function parseRule(text: string): RepeatRule | null {
  if (text.length > LONGEST_RULE) return null;
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [name = '', value = '', more] = part.split('=');
    if (value === '' || more !== undefined || parts.has(name)) return null;
    parts.set(name, value);
  }
  const take = (name: string): string | null => {
    const value = parts.get(name) ?? null;
    parts.delete(name);
    return value;
  };
  const frequency = FREQUENCIES.find((one) => one === parts.get('FREQ'));
  parts.delete('FREQ');
  const interval = readWhole(take('INTERVAL') ?? '1', 1, MAX_INTERVAL);
  const countText = take('COUNT');
  const count = countText === null ? null : readWhole(countText, 1, MAX_COUNT);
  const untilText = take('UNTIL');
  const until = untilText === null ? null : readDay(untilText);
  if (frequency === undefined || interval === null) return null;
  if ((countText !== null && count === null) || (untilText !== null && until === null)) return null;
  if (count !== null && until !== null) return null;
  const rule = readParts(makeRule({ frequency, interval, count, until }), take);
  return parts.size === 0 ? rule : null;
}

function readParts(rule: RepeatRule, take: (name: string) => string | null): RepeatRule | null {
  if (rule.frequency === 'WEEKLY') {
    const days = take('BYDAY');
    if (days === null) return rule;
    const weekdays = days.split(',').map((code) => WEEKDAY_CODES.findIndex((one) => one === code) + 1);
    if (weekdays.includes(0) || new Set(weekdays).size !== weekdays.length) return null;
    return { ...rule, weekdays: weekdays.toSorted((a, b) => a - b) };
  }
  if (rule.frequency === 'MONTHLY') {
    const [days, monthDays] = [take('BYDAY'), take('BYMONTHDAY')];
    if (days !== null && monthDays !== null) return null;
    if (monthDays !== null) {
      const monthDay = monthDays === '-1' ? -1 : readWhole(monthDays, 1, 31);
      return monthDay === null ? null : { ...rule, monthDay };
    }
    if (days === null) return rule;
    const [, nth = '', code = ''] = /^(-1|[1-4])([A-Z]{2})$/.exec(days) ?? [];
    const weekday = WEEKDAY_CODES.findIndex((one) => one === code) + 1;
    return weekday === 0 ? null : { ...rule, nthWeekday: { nth: Number(nth), weekday } };
  }
  if (rule.frequency === 'YEARLY') {
    const [months, monthDays] = [take('BYMONTH'), take('BYMONTHDAY')];
    if ((months === null) !== (monthDays === null)) return null;
    if (months === null || monthDays === null) return rule;
    const [month, monthDay] = [readWhole(months, 1, 12), readWhole(monthDays, 1, 31)];
    return month === null || monthDay === null ? null : { ...rule, month, monthDay };
  }
  return rule;
}

function readWhole(text: string, least: number, most: number): number | null {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : null;
}

function readDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const whole = `${year}-${month}-${day}`;
  const date = new Date(`${whole}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(whole) && year !== '0000';
  return isDay ? whole : null;
}

/** Formats a rule in its canonical form. */
export function formatRule(rule: RepeatRule): string {
  const { frequency, interval, weekdays, monthDay, nthWeekday, month, count, until } = rule;
  const codeOf = (weekday: number): string => WEEKDAY_CODES[weekday - 1] ?? '';
  return [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(weekdays.length === 0 ? [] : [`BYDAY=${weekdays.map(codeOf).join(',')}`]),
    ...(nthWeekday === null ? [] : [`BYDAY=${nthWeekday.nth}${codeOf(nthWeekday.weekday)}`]),
    ...(month === null ? [] : [`BYMONTH=${month}`]),
    ...(monthDay === null ? [] : [`BYMONTHDAY=${monthDay}`]),
    ...(count === null ? [] : [`COUNT=${count}`]),
    ...(until === null ? [] : [`UNTIL=${until.replaceAll('-', '')}`]),
  ].join(';');
}

/** Makes the values explicit that a rule derives from its anchor day. */
export function settleRule(rule: RepeatRule, day: string): RepeatRule {
  const { year: _year, month, date } = split(day);
  if (rule.frequency === 'WEEKLY' && rule.weekdays.length === 0)
    return { ...rule, weekdays: [weekdayOf(day)] };
  if (rule.frequency === 'MONTHLY' && rule.monthDay === null && rule.nthWeekday === null)
    return { ...rule, monthDay: date };
  if (rule.frequency === 'YEARLY' && rule.monthDay === null) return { ...rule, month, monthDay: date };
  return rule;
}

/**
 * The days of a rule after `from`, in order, up to the end of the calendar. Callers apply `count` and `until`.
 * @param from the anchor of intervals
 * @param since days before it may be omitted
 */
export function* listDays(rule: RepeatRule, from: string, since = from): Generator<string> {
  const settled = settleRule(rule, from);
  const { interval } = settled;
  // A series may start centuries ago: skip periods far before `since`.
  const first = Math.max(0, (Math.floor(countPeriods(settled, from, since) / interval) - 1) * interval);
  for (let step = first; ; step += interval) {
    const days = daysOfPeriod(settled, from, step);
    if (days === null) return;
    for (const day of days) if (day > from) yield day;
  }
}

function countPeriods({ frequency }: RepeatRule, from: string, to: string): number {
  const [a, b] = [split(from), split(to)];
  if (frequency === 'YEARLY') return b.year - a.year;
  if (frequency === 'MONTHLY') return (b.year - a.year) * 12 + b.month - a.month;
  const days = countDays(from, to);
  return frequency === 'DAILY' ? days : Math.floor(days / 7);
}

/**
 * The days in the period (day, week, month, year) that is `step` periods after the period of `from`. Returns null past the end of the
 * calendar.
 */
function daysOfPeriod(rule: RepeatRule, from: string, step: number): string[] | null {
  const { year, month, date } = split(from);
  if (rule.frequency === 'DAILY') return withinCalendar([toInstant(year, month, date + step)]);
  if (rule.frequency === 'WEEKLY') {
    const monday = date - (weekdayOf(from) - 1) + step * 7;
    return withinCalendar(rule.weekdays.map((weekday) => toInstant(year, month, monday + weekday - 1)));
  }
  if (rule.frequency === 'MONTHLY') {
    const months = year * 12 + month - 1 + step;
    const [inYear, inMonth] = [Math.floor(months / 12), (months % 12) + 1];
    if (inYear > LAST_YEAR) return null;
    return [dayOfMonth(rule, inYear, inMonth)];
  }
  if (year + step > LAST_YEAR) return null;
  return [clampDay(year + step, rule.month ?? month, rule.monthDay ?? date)];
}

/** Like `Date.UTC`, but without mapping the years 0 to 99 to 1900 to 1999. */
function toInstant(year: number, month: number, date: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, date);
}

function withinCalendar(instants: readonly number[]): string[] | null {
  const days = instants
    .map((instant) => new Date(instant))
    .filter((date) => date.getUTCFullYear() <= LAST_YEAR)
    .map((date) => date.toISOString().slice(0, 10));
  return days.length === 0 ? null : days;
}

function dayOfMonth({ monthDay, nthWeekday }: RepeatRule, year: number, month: number): string {
  if (nthWeekday === null) return clampDay(year, month, monthDay === -1 ? 31 : (monthDay ?? 1));
  const { nth, weekday } = nthWeekday;
  if (nth === -1) {
    const last = clampDay(year, month, 31);
    return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
  }
  const first = toDay(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
}

function clampDay(year: number, month: number, date: number): string {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31;
  return toDay(year, month, Math.min(date, days));
}

function toDay(year: number, month: number, date: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

function split(day: string): { year: number; month: number; date: number } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month, date };
}
