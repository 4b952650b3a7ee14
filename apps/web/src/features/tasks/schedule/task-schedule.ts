import { addDays, weekdayOf, countDays } from '@hearth/contracts/core/days';
import type { Span } from '#features/tasks/model/task-span.ts';

/** A task as a plan sees it. */
export interface Planned {
  id: string;
  /** Null where it lies on no day. */
  span: Span | null;
  isClosed: boolean;
}

/** Is nobody there on a day who could do it? Weekends are no working days in any case. */
export type IsOff = (day: string) => boolean;

/** The dependencies. */
export interface Plan {
  taskOf: (id: string) => Planned | undefined;
  blockersOf: (id: string) => readonly string[];
  blockedBy: (id: string) => readonly string[];
  /** Null where nobody who is to do it is ever away. */
  offOf: (id: string) => IsOff | null;
}

const SATURDAY = 6;
/** Days to look for one on which somebody is there; after those it counts that it is no weekend. */
const MOST_DAYS_OFF = 400;
/** Of what takes longer, days off are not counted one by one. */
const MOST_DAYS_COUNTED = 1100;

function isWeekday(day: string): boolean {
  return weekdayOf(day) < SATURDAY;
}

/** The day itself, or the first working day after it. */
export function toWorkday(day: string, isOff: IsOff | null = null): string {
  let at = day;
  for (let looked = 0; looked < MOST_DAYS_OFF; looked += 1) {
    if (isWeekday(at) && isOff?.(at) !== true) return at;
    at = addDays(at, 1);
  }
  return toWorkday(day);
}

/** Working days of a span; what lies on days off alone takes one. */
export function countWorkdays(span: Span, isOff: IsOff | null = null): number {
  if (isOff === null) return Math.max(1, countWeekdays(span));
  let count = 0;
  for (let day = span.from; day <= span.to; day = addDays(day, 1))
    if (isWeekday(day) && !isOff(day)) count += 1;
  return Math.max(1, count);
}

/** Days from Monday to Friday, none where the first day lies behind the last. */
export function countWeekdays({ from, to }: Span): number {
  // Whole weeks are counted at once: a span may be years long.
  const days = countDays(from, to) + 1;
  if (days <= 0) return 0;
  const weeks = Math.floor(days / 7);
  let count = weeks * 5;
  for (let at = weeks * 7; at < days; at += 1) if (isWeekday(addDays(from, at))) count += 1;
  return count;
}

/** As many working days from a working day on. */
function spanFrom(from: string, workdays: number, isOff: IsOff | null): Span {
  if (isOff === null) {
    const weeks = Math.floor((workdays - 1) / 5);
    let to = addDays(from, weeks * 7);
    for (let left = (workdays - 1) % 5; left > 0; left -= 1) to = toWorkday(addDays(to, 1));
    return { from, to };
  }
  let to = from;
  for (let left = workdays - 1; left > 0; left -= 1) to = toWorkday(addDays(to, 1), isOff);
  return { from, to };
}

/**
 * Shifts dependent tasks when a task is moved: what it blocks begins on a working day after it is due, and so
 * on, transitively. Each keeps its working days, which are those on which somebody of its people is there;
 * what begins late enough stays, and so does what is finished or has no date. Circular ones stay as well.
 * @returns where the others will lie
 */
export function planShifts(
  { taskOf, blockersOf, blockedBy, offOf }: Plan,
  moved: { id: string; span: Span },
): Map<string, Span> {
  const shifts = new Map([[moved.id, moved.span]]);
  const endOf = (id: string): string => {
    const task = taskOf(id);
    return task === undefined || task.isClosed ? '' : (shifts.get(id)?.to ?? task.span?.to ?? '');
  };
  for (const id of sortDownstream(moved.id, blockersOf, blockedBy)) {
    const task = taskOf(id);
    if (task === undefined || task.isClosed || task.span === null) continue;
    const { span } = task;
    const blockers = blockersOf(id);
    if (!blockers.some((blocker) => shifts.has(blocker) && endOf(blocker) >= span.from)) continue;
    const last = blockers.map(endOf).reduce((one, other) => (one > other ? one : other));
    const isOff = countDays(span.from, span.to) > MOST_DAYS_COUNTED ? null : offOf(id);
    shifts.set(id, spanFrom(toWorkday(addDays(last, 1), isOff), countWorkdays(span, isOff), isOff));
  }
  shifts.delete(moved.id);
  return shifts;
}

/** Topological order of what depends on a task. */
function sortDownstream(
  root: string,
  blockersOf: Plan['blockersOf'],
  blockedBy: Plan['blockedBy'],
): string[] {
  const reached = new Set([root]);
  for (const id of reached) for (const next of blockedBy(id)) reached.add(next);
  const waiting = new Map<string, number>();
  for (const id of reached)
    if (id !== root) waiting.set(id, blockersOf(id).filter((one) => reached.has(one)).length);
  const ready = [root];
  const sorted: string[] = [];
  for (const id of ready) {
    if (id !== root) sorted.push(id);
    for (const next of blockedBy(id)) {
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  return sorted;
}
