const DAY_MS = 86_400_000;

/** @param day `2026-11-20` */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** 1 Monday … 7 Sunday. */
export function readWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The days that are chosen most: today, tomorrow, the next Friday and Monday, a week and two from now; in order. */
export function listNearDays(today: string): string[] {
  const until = (weekday: number) => (weekday - readWeekday(today) + 7) % 7 || 7;
  const ahead = [0, 1, until(5), until(1), 7, 14];
  return [...new Set(ahead)].toSorted((a, b) => a - b).map((count) => addDays(today, count));
}
