interface Page<T> {
  tasks: readonly T[];
  nextCursor: string | null;
}

/**
 * The newest page before what was read already. What was pushed off that page stays as long as nothing is missing in between,
 * and what stands on it no more is gone.
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

/** A further page after what is shown by now: a task that has come first meanwhile stands there once. */
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
