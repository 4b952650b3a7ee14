import type { Clock } from '#platform/clock.ts';

/** After the first failure the model is left alone for so long, and twice as long after each further one. */
const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 5 * 60_000;

/** Circuit breaker of this node: a model that does not answer is waited for once, not by everybody. */
export class Breaker {
  readonly #clock: Clock;
  #failures = 0;
  #until = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the model may be asked. Once its rest is over one turn may try; the others go on without it meanwhile. */
  tryEnter(): boolean {
    const now = this.#clock.monotonic();
    if (this.#failures === 0) return true;
    if (now < this.#until) return false;
    this.#until = now + FIRST_REST_MS;
    return true;
  }

  noteSuccess(): void {
    this.#failures = 0;
  }

  noteFailure(): void {
    this.#failures += 1;
    const rest = Math.min(FIRST_REST_MS * 2 ** (this.#failures - 1), LONGEST_REST_MS);
    this.#until = this.#clock.monotonic() + rest;
  }
}
