const HOUR_MS = 3_600_000;

/** The nearest-rank percentile of values in ascending order, or null if there are none. */
export function nearestRank<T>(sorted: readonly T[], share: number): T | null {
  if (sorted.length === 0) return null;
  // Rounded, because 0.85 × 20 is slightly above 17 in floating point.
  const rank = Math.ceil(Number((share * sorted.length).toFixed(9)));
  return sorted[Math.max(1, rank) - 1] ?? null;
}

export function toHours(ms: number): number {
  return ms / HOUR_MS;
}

/** Total number of tasks over all days. */
export function sumTasks(days: readonly { day: string; tasks: number }[]): number {
  return days.reduce((all, { tasks }) => all + tasks, 0);
}
