import type { Clock } from '#platform/clock.ts';

/** Coalesces calls with the same key within `sharedMs` (single flight). A failure rejects all waiting calls. Later calls retry. */
export function singleFlight<T>(
  clock: Pick<Clock, 'monotonic'>,
  sharedMs: number,
): (key: string, ask: () => Promise<T>) => Promise<T> {
  const answers = new Map<string, { answer: Promise<T>; until: number }>();
  return async (key, ask) => {
    const now = clock.monotonic();
    for (const [old, { until }] of answers) if (until <= now) answers.delete(old);
    const known = answers.get(key);
    if (known !== undefined) return await known.answer;
    const answer = ask();
    answers.set(key, { answer, until: now + sharedMs });
    try {
      return await answer;
    } catch (error) {
      // A call that started after `sharedMs` has replaced this one.
      if (answers.get(key)?.answer === answer) answers.delete(key);
      throw error;
    }
  };
}
