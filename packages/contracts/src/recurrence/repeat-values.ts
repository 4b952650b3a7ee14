import { dayOf, putOnDay } from '#core/moment-values.ts';
import { formatRule, listDays, parseRule, type RepeatMode, type RepeatRule } from './recurrence-values.ts';
import type { RichText } from '#rich-text/rich-text-values.ts';
import type { Priority } from '#model/task-values.ts';
import { addDays, countDays } from '#core/days.ts';

/**
 * What later ones of a series are made with, where the present one was changed for itself alone. Fields stand in the order
 * in which PostgreSQL keeps them, so that the same thing is always the same text.
 */
export interface LaterFields {
  title: string;
  estimate: number | null;
  labelIds: string[];
  priority: Priority;
  assigneeIds: string[];
  description: string;
  /** Instead of `description`, where formatting says more. */
  descriptionDoc?: RichText | null | undefined;
}

/** The recurrence of a task. */
export interface Repeat {
  mode: RepeatMode;
  /** As RFC 5545 writes it; how many are left counts the present one. */
  rule: string;
  /** null: later ones are as the present one is when it is done. */
  later: LaterFields | null;
  /** Where it is some day or other when one is done. */
  timeZone: string;
}

/**
 * What became of a task of a series, as to the next one. `open`: it is yet to be done; `going`: the next one was made;
 * `ended`: there is none after it; `paused`: there was no room for it in the plan.
 */
export const SERIES_STATES = ['open', 'going', 'ended', 'paused'] as const;
export type SeriesState = (typeof SERIES_STATES)[number];

/** Of which series a task is which one. */
export interface InSeries {
  id: string;
  run: number;
  state: SeriesState;
}

/** Limit of the preview of dates. */
const SHOWN_DATES = 5;

interface Dates {
  startDate: string | null;
  dueDate: string | null;
}

/** What finding the next one needs to know. */
type Returning = Pick<Repeat, 'mode' | 'rule' | 'timeZone'>;

/** The next one of a series: its days, and the rule with what is left. */
export interface NextOne extends Dates {
  rule: string;
}

/**
 * When the next one is. By schedule it is the first day of the rule after the present one that is not over yet when that
 * one is done: what was missed meanwhile is not caught up with, but counts. From completion it is counted from that day.
 * The first day moves along with the last, and each keeps its time of day where the series lives.
 * @param doneOn `2026-11-21`, where the series lives
 * @returns null when there is none
 */
export function findNext(repeat: Returning, dates: Dates, doneOn: string): NextOne | null {
  const rule = parseRule(repeat.rule);
  if (rule === null) return null;
  const own = ownDay(dates, repeat.timeZone);
  const isBySchedule = repeat.mode === 'schedule';
  const from = isBySchedule ? (own ?? doneOn) : doneOn;
  let { count } = rule;
  for (const day of listDays(rule, from, count === null && isBySchedule ? doneOn : from)) {
    if (count !== null) count -= 1;
    if (count === 0 || (rule.until !== null && day > rule.until)) return null;
    if (isBySchedule && day < doneOn) continue;
    return { ...moveTo(dates, day, repeat.timeZone), rule: formatRule({ ...rule, count }) };
  }
  return null;
}

/** The day that counts: the last one, or the first where there is no last. */
export function ownDay(
  { startDate, dueDate }: { [D in keyof Dates]?: string | null | undefined },
  timeZone: string,
): string | null {
  const own = dueDate ?? startDate ?? null;
  return own === null ? null : dayOf(own, timeZone);
}

/** A task whose last day (or first, where it has no last) moves to `day`; times of day stay. */
export function moveTo({ startDate, dueDate }: Dates, day: string, timeZone: string): Dates {
  if (dueDate === null && startDate !== null)
    return { startDate: putOnDay(startDate, day, timeZone), dueDate };
  const due = putOnDay(dueDate, day, timeZone);
  if (dueDate === null || startDate === null) return { startDate, dueDate: due };
  const apart = countDays(dayOf(dueDate, timeZone), dayOf(startDate, timeZone));
  return { startDate: putOnDay(startDate, addDays(day, apart), timeZone), dueDate: due };
}

/** The days that come after the present one, if each is done on its day. */
export function previewDates(
  { mode, timeZone, ...repeat }: Returning,
  dates: Dates,
  today: string,
): string[] {
  const found: string[] = [];
  let [rule, now] = [repeat.rule, dates];
  while (found.length < SHOWN_DATES) {
    const own = ownDay(now, timeZone);
    const doneOn = own === null || own < today ? today : own;
    const next = findNext({ mode, rule, timeZone }, now, doneOn);
    const day = next === null ? null : ownDay(next, timeZone);
    if (next === null || day === null) break;
    found.push(day);
    [rule, now] = [next.rule, next];
  }
  return found;
}

/** The first day of a rule that is not over: what a task without a day is due on when it begins to repeat. */
export function findFirst(rule: RepeatRule, today: string): string | null {
  // Counted from the day before, today is a day of the rule if it fits.
  const isAnchored =
    (rule.frequency === 'WEEKLY' && rule.weekdays.length > 0) ||
    (rule.frequency === 'MONTHLY' && (rule.monthDay !== null || rule.nthWeekday !== null)) ||
    (rule.frequency === 'YEARLY' && rule.monthDay !== null);
  if (!isAnchored) return today;
  const [first] = listDays({ ...rule, interval: 1 }, addDays(today, -1));
  return first ?? null;
}
