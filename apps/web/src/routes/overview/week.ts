/** @param day `2026-11-20` */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/**
 * @param first first weekday, 1 Monday … 7 Sunday
 * @returns the first day of the week that contains `day`
 */
export function startOfWeek(day: string, first: number): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return addDays(day, -((weekday - first + 7) % 7));
}
