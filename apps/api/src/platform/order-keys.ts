import { generateJitteredKeyBetween, generateNJitteredKeysBetween } from 'fractional-indexing-jittered';
import { LIMITS } from '@hearth/contracts/core/limits';
import { invalidField } from './errors.ts';

/**
 * Order keys: base 62 strings compared bytewise, with room between any two. Jitter separates keys of two people who
 * insert into the same gap at the same time; if keys are equal nevertheless, the id decides.
 */

/** A column with a longer key is rebalanced in the background. */
export const LONGEST_CALM_KEY = 64;
/** Rebalancing renews keys down to this length (hysteresis). */
export const SHORT_KEY = 24;

/** Whether this is a valid key, between which and any other a third can be generated. */
export function isOrderKey(value: string): boolean {
  if (value === '' || value.length > LIMITS.positionKey) return false;
  try {
    generateJitteredKeyBetween(value, null);
    return true;
  } catch {
    return false;
  }
}

/** @throws AppError INVALID_REQUEST naming `position` if it is given and not an order key */
export function assertPosition(position: string | undefined): void {
  if (position !== undefined && !isOrderKey(position)) throw invalidField('position', 'must be an order key');
}

/** A key after `last`; null = the first key. */
export function makeKeyAfter(last: string | null): string {
  return generateJitteredKeyBetween(last, null);
}

/** `count` keys in ascending order, for filling a list at once. */
export function makeKeys(count: number): string[] {
  return generateNJitteredKeysBetween(null, null, count);
}

export interface Placed {
  id: string;
  position: string;
}

/**
 * New keys for the runs of long keys in a column; the order is preserved. Only these rows change: a run gets keys
 * between its short neighbours.
 * @param column ordered by (position, id)
 */
export function planRebalance(column: readonly Placed[]): Placed[] {
  if (!column.some(({ position }) => position.length > LONGEST_CALM_KEY)) return [];
  const plan: Placed[] = [];
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
