import { generateJitteredKeyBetween } from 'fractional-indexing-jittered';

/** Keys for several rows that go one after the other to the end of a list. */
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
 * A key for the place `index` in a list of rows in order, of which only the neighbours are looked at. Neighbours that
 * share a position, as two people can make them, are passed together: nothing fits between equals.
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
