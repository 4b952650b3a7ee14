import { AppError } from '#platform/errors.ts';

/** Maximum number of waiting queries per user, excluding the running one. */
const MAX_WAITING = 4;
const WAIT_MS = 10_000;

/** Runs the heavy queries of a user one at a time to keep one user from blocking others. */
export class HeavyQueryQueue {
  readonly #lines = new Map<string, { waiting: number; last: Promise<unknown> }>();

  async run<T>(person: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(person) ?? { waiting: 0, last: Promise.resolve() };
    if (line.waiting > MAX_WAITING) throw tooMany();
    line.waiting += 1;
    this.#lines.set(person, line);
    const since = performance.now();
    const turn = line.last.then(async () => {
      if (performance.now() - since > WAIT_MS) throw tooMany();
      return await work();
    });
    // The next query waits for this one to settle, even if it fails.
    line.last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) this.#lines.delete(person);
    }
  }
}

function tooMany(): AppError {
  return new AppError(
    'RATE_LIMITED',
    'You have several large lists loading already. Try again in a moment.',
    {
      retryAfterSeconds: 5,
    },
  );
}
