/** Returns a random number in [0, 1). */
type Random = () => number;

const SYNC_KINDS = new Set([0, 4]);
const UPDATE = 2;

/**
 * An unreliable network between a browser and the server: loses, duplicates and reorders updates in both directions. Only a new handshake
 * recovers lost updates, so a test must end by setting `isCalm` and cutting the connection once.
 */
export class RoughNetwork {
  readonly #random: Random;
  readonly #delayed = new Map<string, () => void>();
  isCalm = false;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Forwards, drops, duplicates or delays a frame. */
  pass(direction: 'up' | 'down', frame: Uint8Array, hand: () => void): void {
    if (this.isCalm || !isUpdate(frame)) {
      hand();
      return;
    }
    const chance = this.#random();
    const delayed = this.#delayed.get(direction);
    this.#delayed.delete(direction);
    if (chance < 0.15 && delayed === undefined) this.#delayed.set(direction, hand);
    else if (chance >= 0.3) hand();
    if (chance > 0.85) hand();
    delayed?.();
  }
}

/** Whether a frame contains an update. Frame layout: document name (shorter than 128 bytes), message type, sync message type. */
function isUpdate(frame: Uint8Array): boolean {
  const at = 1 + (frame[0] ?? 0);
  return SYNC_KINDS.has(frame[at] ?? -1) && frame[at + 1] === UPDATE;
}
