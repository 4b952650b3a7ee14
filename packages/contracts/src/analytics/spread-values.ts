const HOUR_MS = 3_600_000;

/** Of values in ascending order, the smallest that at least this share of them does not exceed; null where there is none. */
export function nearestRank<T>(sorted: readonly T[], share: number): T | null {
  if (sorted.length === 0) return null;
  // 0.85 × 20 is a hair more than 17 in floating point.
  const rank = Math.ceil(Number((share * sorted.length).toFixed(9)));
  return sorted[Math.max(1, rank) - 1] ?? null;
}

export function toHours(ms: number): number {
  return ms / HOUR_MS;
}

/** Of all days together. */
export function sumTasks(days: readonly { day: string; tasks: number }[]): number {
  return days.reduce((all, { tasks }) => all + tasks, 0);
}
