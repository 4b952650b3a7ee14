import { AppError } from '#platform/errors.ts';

/** Maximum number of waiting jobs per user. */
const MAX_WAITING = 10;

interface Job {
  start: () => Promise<void>;
}

/** Runs one job at a time, round robin by user: the next job of a user waits for at most one job of each other user. */
export class FairQueue {
  readonly #waiting = new Map<string, Job[]>();
  #isRunning = false;

  /** @throws AppError RATE_LIMITED if too many jobs of this user are waiting; rethrows errors of the job */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const own = this.#waiting.get(owner) ?? [];
    if (own.length >= MAX_WAITING)
      throw new AppError('RATE_LIMITED', 'Too many of your documents are being processed.', {
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
      // Maps keep insertion order: after a turn, the user moves to the end.
      this.#waiting.delete(owner);
      if (jobs.length > 0) this.#waiting.set(owner, jobs);
      await job?.start();
    }
    this.#isRunning = false;
  }
}
