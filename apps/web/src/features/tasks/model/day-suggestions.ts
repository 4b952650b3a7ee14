import { addDays, weekdayOf } from '@hearth/contracts/core/days';

/** Returns frequently chosen days, sorted: today, tomorrow, the next Friday and Monday, and the same weekday in one and two weeks. */
export function listNearDays(today: string): string[] {
  const until = (weekday: number) => (weekday - weekdayOf(today) + 7) % 7 || 7;
  const ahead = [0, 1, until(5), until(1), 7, 14];
  return [...new Set(ahead)].toSorted((a, b) => a - b).map((count) => addDays(today, count));
}
