import { addDays } from '@hearth/contracts/view-filter-values';
import { readWeekday } from './near-days.ts';
import type { Span } from './task-span.ts';

/** A task as a plan sees it. */
export interface Planned {
  id: string;
  /** Null where it lies on no day. */
  span: Span | null;
  isClosed: boolean;
}

/** What blocks what. */
export interface Plan {
  taskOf: (id: string) => Planned | undefined;
  blockersOf: (id: string) => readonly string[];
  blockedBy: (id: string) => readonly string[];
}

const SATURDAY = 6;

function isWorkday(day: string): boolean {
  return readWeekday(day) < SATURDAY;
}

/** The day itself, or the Monday after it. */
export function toWorkday(day: string): string {
  let at = day;
  while (!isWorkday(at)) at = addDays(at, 1);
  return at;
}

/** Days from Monday to Friday; what lies on a weekend alone takes one. */
export function countWorkdays(span: Span): number {
  return Math.max(1, countWeekdays(span));
}

/** Days from Monday to Friday, none where the first day lies behind the last. */
export function countWeekdays({ from, to }: Span): number {
  // Whole weeks are counted at once: a span may be years long.
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  if (days <= 0) return 0;
  const weeks = Math.floor(days / 7);
  let count = weeks * 5;
  for (let at = weeks * 7; at < days; at += 1) if (isWorkday(addDays(from, at))) count += 1;
  return count;
}

/** As many working days from a working day on. */
function spanFrom(from: string, workdays: number): Span {
  const weeks = Math.floor((workdays - 1) / 5);
  let to = addDays(from, weeks * 7);
  for (let left = (workdays - 1) % 5; left > 0; left -= 1) to = toWorkday(addDays(to, 1));
  return { from, to };
}

/**
 * What has to give way when a task is moved: what it blocks begins on a working day after it is due, and so on down the
 * line. Each keeps its working days; what begins late enough stays, and so does what is finished or has no date. What goes
 * round in a circle stays as well.
 * @returns where the others will lie
 */
export function planShifts(
  { taskOf, blockersOf, blockedBy }: Plan,
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
    shifts.set(id, spanFrom(toWorkday(addDays(last, 1)), countWorkdays(span)));
  }
  shifts.delete(moved.id);
  return shifts;
}

/** What hangs on a task, each after all of what it hangs on. */
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
