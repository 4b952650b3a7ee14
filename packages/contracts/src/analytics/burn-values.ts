/** Days are counted from the first day of the chart, which is 0; a stretch goes up to the day on which it ended, exclusive. */
interface BurnTask {
  /** What it counts: 1, or its points. */
  weight: number;
  /** While it belonged to the project or cycle. null = to this day */
  stays: readonly (readonly [from: number, to: number | null])[];
  /** In which kind of state it was: those of one task in order. */
  spans: readonly (readonly [category: string, from: number, to: number | null])[];
}

/** How things stood when a day ended, and what came into scope and left it on that day. */
interface BurnDay {
  scope: number;
  done: number;
  added: number;
  removed: number;
}

/**
 * Each day by itself: what came later changes none before it. What is cancelled or in the trash is out of scope for that time.
 * Whether something came in or left is judged when the day ends.
 */
export function burnDays(tasks: readonly BurnTask[], days: number): BurnDay[] {
  const rows: BurnDay[] = Array.from({ length: days }, () => ({ scope: 0, done: 0, added: 0, removed: 0 }));
  /** One more than a day before the first. */
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

/** The parts of spans that lie within stays, in order; none that began and ended on one day. */
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

/** What would be left at the end of each day if every working day took the same; in order of the days. */
export function idealLine(startScope: number, isWorking: readonly boolean[]): number[] {
  const all = isWorking.filter(Boolean).length || isWorking.length;
  let gone = 0;
  return isWorking.map((works, at) => {
    gone += works || (at === isWorking.length - 1 && gone === 0) ? 1 : 0;
    return Math.max(0, startScope * (1 - gone / all));
  });
}
