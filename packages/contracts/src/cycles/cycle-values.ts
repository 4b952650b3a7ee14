import { addDays, weekdayOf } from '#core/days.ts';

/**
 * Cycle calendar, kept out of the schema files to keep the schema library out of the browser. Days are calendar days, independent of DST.
 */
export const CYCLE_LIMITS = { weeks: 8, cooldownWeeks: 4, ahead: 4 } as const;
/** Number of closed cycles from which the capacity is computed, latest first. */
const CAPACITY_OF = 3;

export interface CyclePlan {
  weeks: number;
  /** From 1 (Monday) to 7 (Sunday). */
  startWeekday: number;
  /** Weeks without a cycle after each cycle. */
  cooldownWeeks: number;
  /** Cycles planned beyond the current one. */
  ahead: number;
  /** Time zone that determines the current day. */
  timeZone: string;
}

interface CycleDates {
  startsOn: string;
  /** The last day, inclusive. */
  endsOn: string;
}

/** Number of tasks, and sum of their estimates in the team's unit: points or hours. */
export interface CycleCount {
  tasks: number;
  points: number;
}

/** Result of a closed cycle. */
export interface CycleFigures {
  /** In scope at the start. */
  start: CycleCount;
  added: CycleCount;
  removed: CycleCount;
  done: CycleCount;
  cancelled: CycleCount;
  /** Left open at closing, and moved to the next cycle. */
  carried: CycleCount;
}

export const CYCLE_ENTRANCES = ['start', 'added'] as const;
export const CYCLE_OUTCOMES = ['done', 'cancelled', 'carried', 'removed'] as const;

function from(startsOn: string, { weeks }: CyclePlan): CycleDates {
  return { startsOn, endsOn: addDays(startsOn, weeks * 7 - 1) };
}

/** The first cycle. It starts on the latest matching weekday, today included, to be current immediately. */
export function firstCycle(plan: CyclePlan, today: string): CycleDates {
  return from(addDays(today, -((weekdayOf(today) - plan.startWeekday + 7) % 7)), plan);
}

/**
 * The cycle after the one that ends on `lastEnd`, or the first cycle if `lastEnd` is null. It starts on the first matching weekday after
 * the cooldown. If that cycle would already be over, the returned cycle contains today.
 */
export function nextCycle(plan: CyclePlan, lastEnd: string | null, today: string): CycleDates {
  if (lastEnd === null) return firstCycle(plan, today);
  const earliest = addDays(lastEnd, 1 + plan.cooldownWeeks * 7);
  const next = from(addDays(earliest, (plan.startWeekday - weekdayOf(earliest) + 7) % 7), plan);
  return next.endsOn < today ? firstCycle(plan, today) : next;
}

/** Velocity: the mean of tasks and points done in the last closed cycles, rounded. Null if none was closed. @param closed oldest first */
export function capacityOf(closed: readonly CycleFigures[]): CycleCount | null {
  const last = closed.slice(-CAPACITY_OF);
  if (last.length === 0) return null;
  const mean = (read: (count: CycleCount) => number) =>
    Math.round(last.reduce((sum, { done }) => sum + read(done), 0) / last.length);
  return { tasks: mean(({ tasks }) => tasks), points: mean(({ points }) => points) };
}
