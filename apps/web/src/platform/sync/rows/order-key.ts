import { generateJitteredKeyBetween } from 'fractional-indexing-jittered';

/** Returns consecutive keys for several rows appended to a list. */
export function keysAtEnd(
  ids: readonly string[],
  count: number,
  rowOf: (id: string) => { position: string } | undefined,
): string[] {
  const keys: string[] = [];
  let last = rowOf(ids.at(-1) ?? '')?.position ?? null;
  for (let n = 0; n < count; n += 1) {
    last = generateJitteredKeyBetween(last, null);
    keys.push(last);
  }
  return keys;
}

/**
 * Returns a key for inserting at `index` in a sorted list of rows. Reads only the adjacent rows. Consecutive rows with the same position,
 * which concurrent users can create, are skipped as a group: no key fits between equal keys.
 */
export function keyAt(
  ids: readonly string[],
  index: number,
  rowOf: (id: string) => { position: string } | undefined,
): string {
  const positionAt = (at: number): string | null => rowOf(ids[at] ?? '')?.position ?? null;
  const lower = positionAt(index - 1);
  let upper: string | null = null;
  for (let at = Math.max(0, index); at < ids.length; at += 1) {
    upper = positionAt(at);
    if (lower === null || upper === null || upper > lower) break;
    upper = null;
  }
  return generateJitteredKeyBetween(lower, upper);
}
