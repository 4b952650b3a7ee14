import { formatRule, listDays, parseRule, type RepeatMode, type RepeatRule } from './recurrence-values.ts';
import type { RichText } from '#rich-text/rich-text-values.ts';
import type { Priority } from '#model/task-values.ts';
import { addDays } from '#core/days.ts';
import {
  keepPlanned,
  ownDay,
  planOn,
  plannedOf,
  toDates,
  type Dates,
  type Planned,
} from './occurrence-values.ts';

export { ownDay };

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
  /** The planned occurrence, if it differs from the task's dates. */
  planned?: Planned | undefined;
}

/** Limit of the preview of dates. */
const SHOWN_DATES = 5;

/** What finding the next one needs to know. */
type Returning = Pick<Repeat, 'mode' | 'rule' | 'timeZone'>;

/** The next one of a series: its days, and the rule with what is left. */
export interface NextOne extends Dates {
  rule: string;
  planned?: Planned | undefined;
}

/**
 * When the next one is. By schedule it is the first day of the rule after the present one that is not over yet when that
 * one is done: what was missed meanwhile is not caught up with, but counts. From completion it is counted from that day.
 * The first day moves along with the last, and each keeps its time of day where the series lives.
 * @param doneOn `2026-11-21`, where the series lives
 * @param planned the planned occurrence, if the present one was moved (`InSeries`)
 * @returns null when there is none
 */
export function findNext(repeat: Returning, dates: Dates, doneOn: string, planned?: Planned): NextOne | null {
  const { timeZone } = repeat;
  const rule = parseRule(repeat.rule);
  if (rule === null) return null;
  const isBySchedule = repeat.mode === 'schedule';
  const present = plannedOf(dates, planned, timeZone);
  const from = isBySchedule ? (ownDay(toDates(present, timeZone), timeZone) ?? doneOn) : doneOn;
  let { count } = rule;
  for (const day of listDays(rule, from, count === null && isBySchedule ? doneOn : from)) {
    if (count !== null) count -= 1;
    if (count === 0 || (rule.until !== null && day > rule.until)) return null;
    if (isBySchedule && day < doneOn) continue;
    return { ...placeOn(present, day, timeZone), rule: formatRule({ ...rule, count }) };
  }
  return null;
}

function placeOn(present: Planned, day: string, timeZone: string): Dates & { planned?: Planned } {
  const planned = planOn(present, day);
  const dates = toDates(planned, timeZone);
  const kept = keepPlanned(planned, dates, timeZone);
  return kept === undefined ? dates : { ...dates, planned: kept };
}

/** A task whose last day (or first, where it has no last) moves to `day`; times of day stay. */
export function moveTo(dates: Dates, day: string, timeZone: string, planned?: Planned): Dates {
  return toDates(planOn(plannedOf(dates, planned, timeZone), day), timeZone);
}

/**
 * The planned occurrence after a change of dates. Moving it to another day keeps the plan; a changed time or start on the planned
 * day applies to later occurrences too.
 * @returns undefined if it equals the new dates
 */
export function replan(
  { mode, timeZone }: Pick<Repeat, 'mode' | 'timeZone'>,
  { planned, ...before }: Dates & { planned: Planned | undefined },
  after: Dates,
): Planned | undefined {
  const was = plannedOf(before, planned, timeZone);
  // Series that count from completion have no planned days.
  const isMoved = ownDay(after, timeZone) !== ownDay(toDates(was, timeZone), timeZone);
  if (isMoved && mode === 'completion') return undefined;
  return keepPlanned(plannedOf(after, was, timeZone), after, timeZone);
}

/** Sets or removes the planned occurrence; without one the field is absent, as in rows that are read. */
export function planIn(series: InSeries | null, planned: InSeries['planned']): InSeries | null {
  if (series === null) return null;
  const { planned: _former, ...rest } = series;
  return planned === undefined ? rest : { ...rest, planned };
}

/** The days that come after the present one, if each is done on its day. */
export function previewDates(
  { mode, timeZone, ...repeat }: Returning,
  dates: Dates,
  today: string,
  planned?: Planned,
): string[] {
  const found: string[] = [];
  let [rule, now] = [repeat.rule, dates];
  let place = planned;
  while (found.length < SHOWN_DATES) {
    const own = ownDay(now, timeZone);
    const doneOn = own === null || own < today ? today : own;
    const next = findNext({ mode, rule, timeZone }, now, doneOn, place);
    const day = next === null ? null : ownDay(next, timeZone);
    if (next === null || day === null) break;
    found.push(day);
    [rule, now] = [next.rule, next];
    place = next.planned;
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
