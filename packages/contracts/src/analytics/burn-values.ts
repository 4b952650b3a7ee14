/** Input of a burndown. Days are numbered from 0, the first day of the chart. The end of a span is exclusive. */
interface BurnTask {
  /** The task's points, or 1 if tasks are counted. */
  weight: number;
  /** Spans in which the task belonged to the project or cycle. `to` is null if it still does. */
  stays: readonly (readonly [from: number, to: number | null])[];
  /** Spans in each status category, in order. */
  spans: readonly (readonly [category: string, from: number, to: number | null])[];
}

/** Totals at the end of a day, and the scope that was added and removed on that day. */
interface BurnDay {
  scope: number;
  done: number;
  added: number;
  removed: number;
}

/**
 * Computes the totals of each day, independent of later events. Tasks are out of scope while they are cancelled or trashed. A task that is
 * added and removed on the same day counts as neither added nor removed.
 */
export function burnDays(tasks: readonly BurnTask[], days: number): BurnDay[] {
  const rows: BurnDay[] = Array.from({ length: days }, () => ({ scope: 0, done: 0, added: 0, removed: 0 }));
  /** Differences between the totals of consecutive days, summed up at the end. */
  const scope = new Float64Array(days + 1);
  const done = new Float64Array(days + 1);
  const mark = (changes: Float64Array, [from, to]: readonly [number, number], weight: number): void => {
    changes[Math.max(0, from)] = (changes[Math.max(0, from)] ?? 0) + weight;
    if (to < days) changes[Math.max(0, to)] = (changes[Math.max(0, to)] ?? 0) - weight;
  };
  for (const { weight, stays, spans } of tasks) {
    let inScope: [number, number] | null = null;
    const close = (): void => {
      if (inScope === null) return;
      const [from, to] = inScope;
      mark(scope, [from, to], weight);
      const first = rows[from];
      if (from >= 0 && first !== undefined) first.added += weight;
      const last = rows[to];
      if (to >= 0 && last !== undefined) last.removed += weight;
      inScope = null;
    };
    for (const [category, from, to] of cut(spans, stays, days)) {
      if (category === 'cancelled') continue;
      if (category === 'completed') mark(done, [from, to], weight);
      if (inScope !== null && inScope[1] === from) inScope[1] = to;
      else {
        close();
        inScope = [from, to];
      }
    }
    close();
  }
  let [inScope, isDone] = [0, 0];
  for (const [day, row] of rows.entries()) {
    inScope += scope[day] ?? 0;
    isDone += done[day] ?? 0;
    Object.assign(row, { scope: inScope, done: isDone });
  }
  return rows;
}

/** Intersections of spans and stays, in order. Omits intersections that start and end on the same day. */
function* cut(
  spans: BurnTask['spans'],
  stays: BurnTask['stays'],
  days: number,
): Generator<[string, number, number]> {
  const parts: [string, number, number][] = [];
  for (const [category, since, until] of spans) {
    for (const [entered, left] of stays) {
      const from = Math.max(since, entered);
      const to = Math.min(until ?? days, left ?? days);
      if (from < to) parts.push([category, from, to]);
    }
  }
  yield* parts.toSorted((one, other) => one[1] - other[1]);
}

/** The ideal remaining scope at the end of each day, at a constant pace per working day, or per day if the period has no working day. */
export function idealLine(startScope: number, isWorking: readonly boolean[]): number[] {
  const working = isWorking.filter(Boolean).length;
  const all = working || isWorking.length;
  let elapsed = 0;
  return isWorking.map((works) => {
    elapsed += works || working === 0 ? 1 : 0;
    return Math.max(0, startScope * (1 - elapsed / all));
  });
}
