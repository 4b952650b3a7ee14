import { randomBytes as cryptoRandomBytes } from 'node:crypto';

import type { Clock } from './clock.ts';

/** The only source of randomness in the API. Returns `size` unpredictable bytes. */
export type RandomBytes = (size: number) => Uint8Array;

export interface Ids {
  /** Returns a lower-case UUIDv7. Ids increase monotonically, even within one millisecond. */
  uuid(): string;
  /** Returns a secret of `bytes` random bytes in base64url. */
  newToken(bytes?: number): string;
}

export const systemRandom: RandomBytes = (size) => cryptoRandomBytes(size);

const COUNTER_BITS = 12n;
const COUNTER_LIMIT = 1n << COUNTER_BITS;

/**
 * Generates identifiers from a clock and a random source.
 *
 * The 12 bits after the time (RFC 9562, `rand_a`) are a counter that starts at a random value in its lower half. If the
 * clock steps back, the last used millisecond is kept. If the counter overflows, that millisecond is advanced by one.
 */
export function createIds(clock: Clock, random: RandomBytes = systemRandom): Ids {
  let lastTime = -1n;
  let counter = 0n;

  function takeTick(): bigint {
    const time = BigInt(clock.now().getTime());
    if (time > lastTime) {
      lastTime = time;
      const [high = 0, low = 0] = random(2);
      counter = BigInt(((high << 8) | low) & 0x7ff);
    } else {
      counter += 1n;
      if (counter === COUNTER_LIMIT) {
        lastTime += 1n;
        counter = 0n;
      }
    }
    return (lastTime << 16n) | (0x7n << COUNTER_BITS) | counter;
  }

  return {
    uuid() {
      const head = takeTick().toString(16).padStart(16, '0');
      const tail = Buffer.from(random(8));
      tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
      const rest = tail.toString('hex');
      return `${head.slice(0, 8)}-${head.slice(8, 12)}-${head.slice(12)}-${rest.slice(0, 4)}-${rest.slice(4)}`;
    },
    newToken(bytes = 32) {
      return Buffer.from(random(bytes)).toString('base64url');
    },
  };
}
