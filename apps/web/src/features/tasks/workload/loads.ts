import type { WorkTime } from '@hearth/contracts/members/work-time-values';
import { addDays, countDays } from '@hearth/contracts/core/days';
import { startOfWeek, WEEK_DAYS } from '#features/tasks/schedule/calendar-days.ts';
import { countWeekdays } from '#features/tasks/schedule/task-schedule.ts';
import { datesFor, isOverlapping, shiftSpan, spanOf, type Span } from '#features/tasks/model/task-span.ts';

/** The task fields that determine the workload. */
export interface LoadTask {
  id: string;
  assigneeIds: readonly string[];
  startDate: string | null;
  dueDate: string | null;
  estimate: number | null;
  closedAt: string | null;
}

/** The load of a row in a column. */
export interface Load {
  points: number;
  unestimated: number;
  /** Ids of all tasks of the cell, including those without an estimate. */
  taskIds: readonly string[];
}

/** Key of the row of unassigned tasks. */
export const NOBODY = 'none';
const WORKING_DAYS = 5;

type LoadScale = 'day' | 'week';
const COLUMNS = { day: 14, week: 8 } as const satisfies Record<LoadScale, number>;

/**
 * Returns the visible columns, each as a span of days.
 * @param page number of the page; page 0 begins with the current day or week
 */
export function listColumns(today: string, scale: LoadScale, page: number, firstWeekday: number): Span[] {
  const count = COLUMNS[scale];
  const size = scale === 'week' ? WEEK_DAYS : 1;
  const first = addDays(scale === 'week' ? startOfWeek(today, firstWeekday) : today, page * count * size);
  return Array.from({ length: count }, (_none, at) => {
    const from = addDays(first, at * size);
    return { from, to: addDays(from, size - 1) };
  });
}

/**
 * Returns the days over which the remaining estimate of a task is spread: from start to due date, or only the day that is set. Past days
 * get no load. The load of tasks whose start date has passed begins today, and overdue tasks count fully for today. Returns null for
 * undated tasks.
 */
export function spreadOf(task: LoadTask, today: string): Span | null {
  const span = spanOf(task);
  if (span === null) return null;
  const to = span.to < today ? today : span.to;
  return { from: span.from < today ? today : span.from, to };
}

/**
 * Returns the share of a task's load that falls into a column. The load is spread evenly over weekdays. If the span has no weekdays, it
 * falls entirely on the last day.
 */
export function shareOf(spread: Span, column: Span): number {
  const all = countWeekdays(spread);
  if (all === 0) return column.from <= spread.to && spread.to <= column.to ? 1 : 0;
  const from = spread.from < column.from ? column.from : spread.from;
  const to = spread.to < column.to ? spread.to : column.to;
  return countWeekdays({ from, to }) / all;
}

/** Returns the estimate per assignee. Estimates are divided evenly. Returns null if the task has no estimate. */
export function partOf({ estimate, assigneeIds }: LoadTask): number | null {
  return estimate === null ? null : estimate / Math.max(1, assigneeIds.length);
}

/** Returns the total load of a row's open tasks in a column. A null column contains the undated tasks. */
export function loadOf(tasks: readonly LoadTask[], column: Span | null, today: string): Load {
  let points = 0;
  let unestimated = 0;
  const taskIds: string[] = [];
  for (const task of tasks) {
    if (task.closedAt !== null) continue;
    const spread = spreadOf(task, today);
    const share = column === null ? Number(spread === null) : spread === null ? 0 : shareOf(spread, column);
    if (share === 0) continue;
    const part = partOf(task);
    if (part === null) unestimated += 1;
    else points += part * share;
    taskIds.push(task.id);
  }
  return { points, unestimated, taskIds };
}

/** Whether to show the number of tasks instead of points because none of the tasks has an estimate. */
export function isCounted({ unestimated, taskIds }: Load): boolean {
  return unestimated > 0 && unestimated === taskIds.length;
}

/**
 * Returns the capacity of a member in a column, from today on and excluding absences. Returns null if no capacity is set.
 * @param own the member's own setting
 * @param team the team's default
 */
export function capacityIn(
  column: Span,
  today: string,
  own: WorkTime | undefined,
  team: WorkTime | undefined,
): number | null {
  const aWeek = own?.capacity ?? team?.capacity ?? null;
  if (aWeek === null) return null;
  return (aWeek / WORKING_DAYS) * countPresent(column, today, own);
}

/** Counts the weekdays in a column on which a member is absent, from today on. */
export function countAway(column: Span, today: string, own: WorkTime | undefined): number {
  return countWeekdays(fromToday(column, today)) - countPresent(column, today, own);
}

function countPresent(column: Span, today: string, own: WorkTime | undefined): number {
  const left = fromToday(column, today);
  const absences = Object.values(own?.absences ?? {}).filter((one) => isOverlapping(one, left));
  if (absences.length === 0) return countWeekdays(left);
  let count = 0;
  for (let day = left.from; day <= left.to; day = addDays(day, 1)) {
    if (absences.some(({ from, to }) => from <= day && day <= to)) continue;
    count += countWeekdays({ from: day, to: day });
  }
  return count;
}

function fromToday(column: Span, today: string): Span {
  return { from: column.from < today ? today : column.from, to: column.to };
}

/** Whether the load exceeds the capacity. Tolerates rounding errors of the summed shares. */
export function isOver(points: number, capacity: number | null): boolean {
  return capacity !== null && points > capacity + 1e-6;
}

/** Position of a task in the workload. A null column contains the undated tasks. */
export interface WorkloadPosition {
  row: string;
  column: Span | null;
}

/** Returns the field changes for moving a task between positions. Returns null for a no-op. */
export function moveLoad(
  task: LoadTask,
  from: WorkloadPosition,
  to: WorkloadPosition,
  today: string,
): Partial<Pick<LoadTask, 'assigneeIds' | 'startDate' | 'dueDate'>> | null {
  const fields: Partial<Pick<LoadTask, 'assigneeIds' | 'startDate' | 'dueDate'>> = {};
  if (from.row !== to.row) {
    const others = task.assigneeIds.filter((id) => id !== from.row && id !== to.row);
    fields.assigneeIds = to.row === NOBODY ? others : [...others, to.row].toSorted();
  }
  if (from.column?.from !== to.column?.from)
    Object.assign(fields, moveDates(task, from.column, to.column, today));
  return Object.keys(fields).length === 0 ? null : fields;
}

/**
 * Shifts the dates by the distance between the columns. Overdue tasks are shifted relative to today. Undated tasks get a single day: the
 * day of the column, or the last weekday of a week.
 */
function moveDates(task: LoadTask, from: Span | null, to: Span | null, today: string): Partial<LoadTask> {
  if (to === null) return { startDate: null, dueDate: null };
  const span = spanOf(task);
  if (span === null || from === null) {
    const day = to.from === to.to ? to.to : lastWeekday(to);
    return datesFor(task, { from: day, to: day });
  }
  const late = span.to < today ? countDays(span.to, today) : 0;
  return datesFor(task, shiftSpan(span, late + countDays(from.from, to.from)));
}

function lastWeekday({ from, to }: Span): string {
  let day = to;
  while (day > from && countWeekdays({ from: day, to: day }) === 0) day = addDays(day, -1);
  return day;
}
