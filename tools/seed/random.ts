/** A seeded random generator. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A whole number from 0 (inclusive) to `end` (exclusive). */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
  /** An RFC 9562 UUID of version 7 for this time. */
  uuid(at: Date): string;
}

/**
 * Mulberry32.
 * @param seed any whole number
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  const hex = (length: number): string => Array.from({ length }, () => below(16).toString(16)).join('');
  return {
    next,
    below,
    pick: (list) => {
      const item = list[below(list.length)];
      if (item === undefined) throw new RangeError('Cannot pick from an empty list');
      return item;
    },
    uuid: (at) => {
      const time = at.getTime().toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${(8 + below(4)).toString(16)}${hex(3)}-${hex(12)}`;
    },
  };
}
