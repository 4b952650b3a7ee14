import { AppError } from '#platform/errors.ts';

interface TurnBounds {
  /** Concurrent turns per user. */
  atOnce: number;
  /** Limit of waiting requests per user. */
  waiting: number;
  /** Maximum wait. */
  waitMs: number;
}

interface Turns {
  taken: number;
  waiting: Set<() => void>;
}

/**
 * Per-user concurrency limit; other users are not affected. A turn lasts until its response is read, so that responses do not pile up in
 * memory for clients that do not read them.
 */
export class PersonTurns {
  readonly #bounds: TurnBounds;
  readonly #people = new Map<string, Turns>();

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
  }

  /**
   * @returns a function that ends the turn; idempotent
   * @throws AppError RATE_LIMITED if too many wait, or for too long
   */
  async take(userId: string): Promise<() => void> {
    const turns = this.#people.get(userId) ?? { taken: 0, waiting: new Set() };
    this.#people.set(userId, turns);
    if (turns.taken >= this.#bounds.atOnce) await this.#wait(turns);
    else turns.taken += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const [next] = turns.waiting;
      // Handed over directly, without becoming free in between.
      if (next !== undefined) return next();
      turns.taken -= 1;
      if (turns.taken === 0) this.#people.delete(userId);
    };
  }

  async #wait({ waiting }: Turns): Promise<void> {
    if (waiting.size >= this.#bounds.waiting) throw refuse();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = (): void => {
      waiting.delete(begin);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(refuse());
    }, this.#bounds.waitMs).unref();
    waiting.add(begin);
    await promise;
  }
}

function refuse(): AppError {
  return new AppError('RATE_LIMITED', 'Too many of your documents are being read.', { retryAfterSeconds: 5 });
}
