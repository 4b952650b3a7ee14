import type { Clock } from '#platform/clock.ts';

/** Cool-down in ms after the first failure. It doubles with each further failure. */
const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 5 * 60_000;

/** Circuit breaker of this node: only one turn waits for a model that does not respond. */
export class Breaker {
  readonly #clock: Clock;
  #failures = 0;
  #until = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns whether the model may be called. After the cool-down one turn probes the model, while all other turns continue to use the
   * built-in assistant.
   */
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
