import { AppError } from '#platform/errors.ts';

/** Jobs of one person that wait at the same time. */
const MOST_WAITING = 10;

interface Job {
  start: () => Promise<void>;
}

/**
 * Runs one job at a time, the people who have jobs taking turns (round robin): whoever sends many waits for themselves, and
 * others wait for one job of each person at most.
 */
export class FairQueue {
  readonly #waiting = new Map<string, Job[]>();
  #isRunning = false;

  /** @throws AppError RATE_LIMITED when too many of this person's jobs wait; whatever the job throws */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const own = this.#waiting.get(owner) ?? [];
    if (own.length >= MOST_WAITING)
      throw new AppError('RATE_LIMITED', 'Too many of your documents are being worked on.', {
        retryAfterSeconds: 5,
      });
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    own.push({ start: async () => await work().then(resolve, reject) });
    this.#waiting.set(owner, own);
    void this.#runAll();
    return await promise;
  }

  async #runAll(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (;;) {
      const [turn] = this.#waiting;
      if (turn === undefined) break;
      const [owner, jobs] = turn;
      const job = jobs.shift();
      // A map keeps the order of insertion: who had a turn goes to the end.
      this.#waiting.delete(owner);
      if (jobs.length > 0) this.#waiting.set(owner, jobs);
      await job?.start();
    }
    this.#isRunning = false;
  }
}
