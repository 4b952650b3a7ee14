import { addDays, countDays, weekdayOf } from '#core/days.ts';

/** A period. Both days are inclusive. */
export interface Days {
  from: string;
  to: string;
}

/** The preceding period of the same length. */
export function daysBefore({ from, to }: Days): Days {
  const count = countDays(from, to) + 1;
  return { from: addDays(from, -count), to: addDays(from, -1) };
}

/** The last full week, Monday to Sunday, that ended before this day. */
export function lastWeek(today: string): Days {
  const to = addDays(today, -weekdayOf(today));
  return { from: addDays(to, -6), to };
}
