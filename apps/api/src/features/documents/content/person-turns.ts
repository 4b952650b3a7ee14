import { AppError } from '#platform/errors.ts';

interface TurnBounds {
  /** Turns that one person has at the same time. */
  atOnce: number;
  /** Requests of one person that wait. */
  waiting: number;
  /** How long one waits. */
  waitMs: number;
}

interface Turns {
  taken: number;
  waiting: Set<() => void>;
}

/**
 * Limits what one person does at the same time; others do not wait for them. A turn lasts until its answer is read, so that
 * answers do not pile up in memory for somebody who does not read them.
 */
export class PersonTurns {
  readonly #bounds: TurnBounds;
  readonly #people = new Map<string, Turns>();

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
  }

  /**
   * @returns what ends the turn; more than once does nothing
   * @throws AppError RATE_LIMITED when too many wait, or for too long
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
      // Handed on without being free in between.
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
