import { addDays, weekdayOf } from '#core/days.ts';

/**
 * The calendar of cycles; free of the schema library, so that the browser loads only this. Days are calendar
 * days: daylight saving changes none of it.
 */
export const CYCLE_LIMITS = { weeks: 8, cooldownWeeks: 4, ahead: 4 } as const;
/** Of so many closed cycles the capacity is the mean. */
const CAPACITY_OF = 3;

export interface CyclePlan {
  weeks: number;
  /** 1 is Monday, 7 Sunday. */
  startWeekday: number;
  /** Weeks without a cycle after each. */
  cooldownWeeks: number;
  /** Cycles that are planned beyond the current one. */
  ahead: number;
  /** Where its days begin and end. */
  timeZone: string;
}

interface CycleDates {
  startsOn: string;
  /** The last day that belongs to it. */
  endsOn: string;
}

/** Tasks, and what they were estimated at: points, or hours where the team counts those. */
export interface CycleCount {
  tasks: number;
  points: number;
}

/** What a closed cycle came to. */
export interface CycleFigures {
  /** In it when it began. */
  start: CycleCount;
  added: CycleCount;
  removed: CycleCount;
  done: CycleCount;
  cancelled: CycleCount;
  /** Left open, and taken to the next one. */
  carried: CycleCount;
}

export const CYCLE_ENTRANCES = ['start', 'added'] as const;
export const CYCLE_OUTCOMES = ['done', 'cancelled', 'carried', 'removed'] as const;

function from(startsOn: string, { weeks }: CyclePlan): CycleDates {
  return { startsOn, endsOn: addDays(startsOn, weeks * 7 - 1) };
}

/** The first cycle of all begins on the latest day of its kind, today included: there is a current one at once. */
export function firstCycle(plan: CyclePlan, today: string): CycleDates {
  return from(addDays(today, -((weekdayOf(today) - plan.startWeekday + 7) % 7)), plan);
}

/**
 * The cycle after the one that ends on `lastEnd`, null for none: after the cooldown, on the first day of its kind. One that
 * would be over by today already never was: it begins now.
 */
export function nextCycle(plan: CyclePlan, lastEnd: string | null, today: string): CycleDates {
  if (lastEnd === null) return firstCycle(plan, today);
  const earliest = addDays(lastEnd, 1 + plan.cooldownWeeks * 7);
  const next = from(addDays(earliest, (plan.startWeekday - weekdayOf(earliest) + 7) % 7), plan);
  return next.endsOn < today ? firstCycle(plan, today) : next;
}

/** Velocity: what the last closed cycles got done each, on average; null before there is one. */
export function capacityOf(closed: readonly CycleFigures[]): CycleCount | null {
  const last = closed.slice(-CAPACITY_OF);
  if (last.length === 0) return null;
  const mean = (read: (count: CycleCount) => number) =>
    Math.round(last.reduce((sum, { done }) => sum + read(done), 0) / last.length);
  return { tasks: mean(({ tasks }) => tasks), points: mean(({ points }) => points) };
}
