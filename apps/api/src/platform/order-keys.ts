import { generateJitteredKeyBetween, generateNJitteredKeysBetween } from 'fractional-indexing-jittered';
import { LIMITS } from '@hearth/contracts/core/limits';
import { invalidField } from './errors.ts';

/**
 * Order keys are base 62 strings that are compared bytewise. Another key fits between any two keys. Jitter separates the keys of two users
 * who insert at the same position at the same time. If two keys are nevertheless equal, the id decides.
 */

/** A column that contains a longer key is rebalanced in the background. */
export const LONGEST_CALM_KEY = 64;
/** Rebalancing replaces keys longer than this. The difference to `LONGEST_CALM_KEY` provides hysteresis. */
export const SHORT_KEY = 24;

/** Whether the value is a key from which further keys can be generated, before and after it. */
export function isOrderKey(value: string): boolean {
  // The library only checks the length of the integer part.
  if (!/^[0-9A-Za-z]+$/.test(value) || value.length > LIMITS.positionKey) return false;
  // No key fits between `a0V` and `a0V0`, just as no digits fit between 0.5 and 0.50.
  if (value.endsWith('0') && value.length > integerLength(value)) return false;
  try {
    generateJitteredKeyBetween(value, null);
    return true;
  } catch {
    return false;
  }
}

/** Length of the integer part of a key, which its first letter encodes: 2 for `a` and `Z`, 3 for `b` and `Y`. */
function integerLength(key: string): number {
  const code = key.charCodeAt(0);
  return 2 + (key >= 'a' ? code - 'a'.charCodeAt(0) : 'Z'.charCodeAt(0) - code);
}

/** @throws AppError INVALID_REQUEST naming `position` if it is given but not an order key */
export function assertPosition(position: string | undefined): void {
  if (position !== undefined && !isOrderKey(position)) throw invalidField('position', 'must be an order key');
}

/** Returns a key after `last`. If `last` is null, returns a key for an empty list. */
export function makeKeyAfter(last: string | null): string {
  return generateJitteredKeyBetween(last, null);
}

/** Returns `count` keys in ascending order, to fill an empty list. */
export function makeKeys(count: number): string[] {
  return generateNJitteredKeysBetween(null, null, count);
}

export interface Positioned {
  id: string;
  position: string;
}

/**
 * Plans new keys for each run of long keys in a column, without changing the order. Only rows in these runs change: they get
 * keys between the short keys next to the run.
 * @param column ordered by (position, id)
 */
export function planRebalance(column: readonly Positioned[]): Positioned[] {
  if (!column.some(({ position }) => position.length > LONGEST_CALM_KEY)) return [];
  const plan: Positioned[] = [];
  let lower: string | null = null;
  for (let start = 0; start < column.length;) {
    let end = start;
    while ((column[end]?.position.length ?? 0) > SHORT_KEY) end += 1;
    if (end === start) {
      lower = column[start]?.position ?? null;
      start += 1;
      continue;
    }
    const run = column.slice(start, end);
    const keys: string[] = generateNJitteredKeysBetween(lower, column[end]?.position ?? null, run.length);
    for (const [index, { id }] of run.entries()) plan.push({ id, position: keys[index] ?? '' });
    lower = keys.at(-1) ?? lower;
    start = end;
  }
  return plan;
}
