interface Page<T> {
  tasks: readonly T[];
  nextCursor: string | null;
}

/**
 * Merges the newest page with the loaded entries. Keeps entries that were pushed off the newest page, unless there is a gap. Drops entries
 * that would have to be on the newest page but are missing from it.
 */
export function joinNewest<T extends { taskId: string; lastAt: string }>(
  shown: Page<T>,
  newest: Page<T>,
): { tasks: T[]; nextCursor: string | null } {
  const last = newest.tasks.at(-1)?.lastAt;
  const first = shown.tasks[0]?.lastAt;
  const isWhole = newest.nextCursor === null;
  const hasGap = last === undefined || first === undefined || first < last;
  const fresh = new Set(newest.tasks.map(({ taskId }) => taskId));
  const rest =
    isWhole || hasGap ? [] : shown.tasks.filter(({ taskId, lastAt }) => !fresh.has(taskId) && lastAt <= last);
  return {
    tasks: [...newest.tasks, ...rest],
    nextCursor: rest.length > 0 ? shown.nextCursor : newest.nextCursor,
  };
}

/** Appends an older page. Skips tasks that have moved to the top in the meantime. */
export function joinOlder<T extends { taskId: string }>(
  shown: readonly T[],
  older: Page<T>,
): { tasks: T[]; nextCursor: string | null } {
  const known = new Set(shown.map(({ taskId }) => taskId));
  return {
    tasks: [...shown, ...older.tasks.filter(({ taskId }) => !known.has(taskId))],
    nextCursor: older.nextCursor,
  };
}
