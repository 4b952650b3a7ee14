import { AppError } from '#platform/errors.ts';

interface TurnBounds {
  /** Maximum number of concurrent turns per user. */
  atOnce: number;
  /** Maximum number of waiting requests per user. */
  waiting: number;
  /** Maximum time that a request waits. */
  waitMs: number;
}

interface Turns {
  taken: number;
  waiting: Set<() => void>;
}

/**
 * Limits the number of concurrent requests per user without affecting other users. A turn lasts until its response has been read: responses
 * to slow clients must not pile up in memory.
 */
export class PersonTurns {
  readonly #bounds: TurnBounds;
  readonly #people = new Map<string, Turns>();

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
  }

  /**
   * @returns a function that ends the turn. The function is idempotent
   * @throws AppError RATE_LIMITED if too many requests are waiting or this one has waited too long
   */
  async take(userId: string): Promise<() => void> {
    const turns = this.#people.get(userId) ?? { taken: 0, waiting: new Set() };
    this.#people.set(userId, turns);
    if (turns.taken >= this.#bounds.atOnce) await this.#wait(turns);
    else turns.taken += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const [next] = turns.waiting;
      // Hand the turn over directly, before a new request can take it.
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
  return new AppError('RATE_LIMITED', 'Too many of your documents are being loaded.', {
    retryAfterSeconds: 5,
  });
}
