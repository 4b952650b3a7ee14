import { addDays, weekdayOf, countDays } from '@hearth/contracts/core/days';
import type { Span } from '#features/tasks/model/task-span.ts';

/** The data of a task that is needed for scheduling. */
export interface Planned {
  id: string;
  /** Null if undated. */
  span: Span | null;
  isClosed: boolean;
}

/** Whether no assignee is available on a day. Weekends are handled separately and are never working days. */
export type IsOff = (day: string) => boolean;

/** Access to tasks and their dependencies. */
export interface Plan {
  taskOf: (id: string) => Planned | undefined;
  blockersOf: (id: string) => readonly string[];
  blockedBy: (id: string) => readonly string[];
  /** Null if there are no assignees or one of them has no absences. */
  offOf: (id: string) => IsOff | null;
}

const SATURDAY = 6;
/** Maximum number of days to search for one with an available assignee. If there is none, the next weekday is used. */
const MAX_DAYS_OFF = 400;
/** In spans longer than this, days off are ignored because they have to be counted one by one. */
const MAX_DAYS_COUNTED = 1100;

function isWeekday(day: string): boolean {
  return weekdayOf(day) < SATURDAY;
}

/** Returns the day itself, or the first working day after it. */
export function toWorkday(day: string, isOff: IsOff | null = null): string {
  let at = day;
  for (let looked = 0; looked < MAX_DAYS_OFF; looked += 1) {
    if (isWeekday(at) && isOff?.(at) !== true) return at;
    at = addDays(at, 1);
  }
  return toWorkday(day);
}

/** Counts the working days of a span. Returns at least one even if all days are off. */
export function countWorkdays(span: Span, isOff: IsOff | null = null): number {
  if (isOff === null) return Math.max(1, countWeekdays(span));
  let count = 0;
  for (let day = span.from; day <= span.to; day = addDays(day, 1))
    if (isWeekday(day) && !isOff(day)) count += 1;
  return Math.max(1, count);
}

/** Counts the days from Monday to Friday. Returns 0 if the first day is after the last. */
export function countWeekdays({ from, to }: Span): number {
  // Count whole weeks in one step because a span may be years long.
  const days = countDays(from, to) + 1;
  if (days <= 0) return 0;
  const weeks = Math.floor(days / 7);
  let count = weeks * 5;
  for (let at = weeks * 7; at < days; at += 1) if (isWeekday(addDays(from, at))) count += 1;
  return count;
}

/** Returns the span that starts on a working day and lasts the given number of working days. */
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
 * Shifts the dependent tasks of a moved task, transitively. A blocked task must begin on a working day after its blockers are due. Each
 * task keeps its number of working days. An assignee must be available on each of them. Does not move tasks that begin late enough, are
 * closed, have no dates or are in a cycle.
 * @returns the new spans of the dependent tasks
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
    const isOff = countDays(span.from, span.to) > MAX_DAYS_COUNTED ? null : offOf(id);
    shifts.set(id, spanFrom(toWorkday(addDays(last, 1), isOff), countWorkdays(span, isOff), isOff));
  }
  shifts.delete(moved.id);
  return shifts;
}

/** Sorts the dependents of a task topologically. */
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
