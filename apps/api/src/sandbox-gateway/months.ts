/** Adds whole months to a time in seconds. Keeps the day and time (UTC), or uses the last day of a month that is too short. */
export function addMonths(from: number, count: number): number {
  const start = new Date(from * 1000);
  const month = new Date(start);
  month.setUTCDate(1);
  month.setUTCMonth(start.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  month.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return Math.floor(month.getTime() / 1000);
}
