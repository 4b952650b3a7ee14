import { formatRule, listDays, parseRule, type RepeatMode, type RepeatRule } from './recurrence-values.ts';
import type { RichText } from '#rich-text/rich-text-values.ts';
import type { ScalarChanges } from '#model/scalar-field-values.ts';
import { addDays } from '#core/days.ts';
import {
  toStoredOccurrence,
  ownDay,
  planOn,
  plannedOf,
  toDates,
  type Dates,
  type Planned,
} from './occurrence-values.ts';

export { ownDay };

/**
 * Fields of later occurrences, if the current one was changed only for itself. Missing scalar fields are copied from the current occurrence
 * because stored values may be older than a field.
 */
export interface LaterFields extends ScalarChanges {
  title: string;
  labelIds: string[];
  assigneeIds: string[];
  description: string;
  /** Formatted description. Replaces `description`. Absent if it is plain text. */
  descriptionDoc?: RichText | null | undefined;
}

/** Orders fields as PostgreSQL's jsonb does, shorter names first, because equal values must have equal JSON. */
export function inJsonbOrder<T extends object>(fields: T): T {
  const compare = ([a]: [string, unknown], [b]: [string, unknown]) => a.length - b.length || (a < b ? -1 : 1);
  return Object.fromEntries(Object.entries(fields).toSorted(compare)) as T;
}

/** The recurrence of a task. */
export interface Repeat {
  mode: RepeatMode;
  /** RFC 5545 syntax. COUNT includes the current occurrence. */
  rule: string;
  /** Null if later occurrences are copied from the current occurrence when it is done. */
  later: LaterFields | null;
  /** Time zone that determines the day on which an occurrence is done. */
  timeZone: string;
}

/**
 * State of an occurrence with regard to the next one.
 * - open: the occurrence is not done yet.
 * - going: the next occurrence was created.
 * - ended: it was the last occurrence.
 * - paused: a limit of the plan prevented the next occurrence.
 */
export const SERIES_STATES = ['open', 'going', 'ended', 'paused'] as const;
export type SeriesState = (typeof SERIES_STATES)[number];

/** The series of a task, and the number of the task in the series. */
export interface InSeries {
  id: string;
  run: number;
  state: SeriesState;
  /** The planned occurrence, if it differs from the task's dates. */
  planned?: Planned | undefined;
}

/** Maximum number of dates in the preview. */
const SHOWN_DATES = 5;

/** The properties needed to find the next occurrence. */
type Returning = Pick<Repeat, 'mode' | 'rule' | 'timeZone'>;

/** The next occurrence: its dates, and the remaining rule. */
export interface NextOne extends Dates {
  rule: string;
  planned?: Planned | undefined;
}

/**
 * Finds the next occurrence. In `schedule` mode, it is on the first day of the rule after the current occurrence that is not before
 * `doneOn`. Skipped days are counted. In `completion` mode, it is counted from `doneOn`. The start day moves with the due day, and both
 * keep their time of day in the time zone of the series.
 * @param doneOn `2026-11-21`, in the time zone of the series
 * @param planned the planned occurrence, if the current occurrence was moved (`InSeries`)
 * @returns null if there is none
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
  const stored = toStoredOccurrence(planned, dates, timeZone);
  return stored === undefined ? dates : { ...dates, planned: stored };
}

/** Moves the due day, or the start day if there is no due day, to `day`. Times of day are kept. */
export function moveTo(dates: Dates, day: string, timeZone: string, planned?: Planned): Dates {
  return toDates(planOn(plannedOf(dates, planned, timeZone), day), timeZone);
}

/**
 * The planned occurrence after a change to the dates. Moving the task to another day does not change the plan. A changed time or start on
 * the planned day also applies to later occurrences.
 * @returns undefined if it equals the new dates
 */
export function replan(
  { mode, timeZone }: Pick<Repeat, 'mode' | 'timeZone'>,
  { planned, ...before }: Dates & { planned: Planned | undefined },
  after: Dates,
): Planned | undefined {
  const was = plannedOf(before, planned, timeZone);
  // Series in `completion` mode have no planned days.
  const isMoved = ownDay(after, timeZone) !== ownDay(toDates(was, timeZone), timeZone);
  if (isMoved && mode === 'completion') return undefined;
  return toStoredOccurrence(plannedOf(after, was, timeZone), after, timeZone);
}

/** Sets or removes the planned occurrence. If there is none, the field is absent, as in rows from the database. */
export function planIn(series: InSeries | null, planned: InSeries['planned']): InSeries | null {
  if (series === null) return null;
  const { planned: _former, ...rest } = series;
  return planned === undefined ? rest : { ...rest, planned };
}

/** Previews the days of the next occurrences, assuming that each is done on its day. */
export function previewDates(
  { mode, timeZone, ...repeat }: Returning,
  dates: Dates,
  today: string,
  planned?: Planned,
): string[] {
  const found: string[] = [];
  let [rule, now] = [repeat.rule, dates];
  let current = planned;
  while (found.length < SHOWN_DATES) {
    const own = ownDay(now, timeZone);
    const doneOn = own === null || own < today ? today : own;
    const next = findNext({ mode, rule, timeZone }, now, doneOn, current);
    const day = next === null ? null : ownDay(next, timeZone);
    if (next === null || day === null) break;
    found.push(day);
    [rule, now] = [next.rule, next];
    current = next.planned;
  }
  return found;
}

/** The first day of a rule from today on. This day becomes the due day if a task without one starts to repeat. */
export function findFirst(rule: RepeatRule, today: string): string | null {
  // Counting starts yesterday to find today if it matches the rule.
  const isAnchored =
    (rule.frequency === 'WEEKLY' && rule.weekdays.length > 0) ||
    (rule.frequency === 'MONTHLY' && (rule.monthDay !== null || rule.nthWeekday !== null)) ||
    (rule.frequency === 'YEARLY' && rule.monthDay !== null);
  if (!isAnchored) return today;
  const [first] = listDays({ ...rule, interval: 1 }, addDays(today, -1));
  return first ?? null;
}
