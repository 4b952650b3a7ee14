import { addDays, countDays, weekdayOf } from '#core/days.ts';

/** Both included. */
export interface Days {
  from: string;
  to: string;
}

/** As many days, right before. */
export function daysBefore({ from, to }: Days): Days {
  const count = countDays(from, to) + 1;
  return { from: addDays(from, -count), to: addDays(from, -1) };
}

/** The last whole week, Monday to Sunday, that is over on that day. */
export function lastWeek(today: string): Days {
  const to = addDays(today, -weekdayOf(today));
  return { from: addDays(to, -6), to };
}
