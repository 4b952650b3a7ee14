/**
 * Aligns two lists (patience diff) by their common prefix and suffix, and by items between them that are unique in both. The result is not
 * always the longest common subsequence, but the algorithm is never quadratic.
 */
export function alignPairs(one: readonly string[], other: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) {
    pairs.push([start, start]);
    start += 1;
  }
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  const indexes = findOnce(other, start, other.length - end);
  const between = [...findOnce(one, start, one.length - end)].flatMap(([text, at]): [number, number][] => {
    const index = indexes.get(text);
    return index === undefined ? [] : [[at, index]];
  });
  pairs.push(...findRising(between));
  for (let back = end; back > 0; back -= 1) pairs.push([one.length - back, other.length - back]);
  return pairs;
}

function findOnce(list: readonly string[], from: number, to: number): Map<string, number> {
  const indexes = new Map<string, number>();
  const twice = new Set<string>();
  for (let at = from; at < to; at += 1) {
    const text = list[at] ?? '';
    if (indexes.has(text)) twice.add(text);
    indexes.set(text, at);
  }
  for (const text of twice) indexes.delete(text);
  return indexes;
}

/** Longest increasing subsequence of the pairs. */
function findRising(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before: number[] = [];
  for (const [index, [, position]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = index;
  }
  const row: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) row.push(pair);
  }
  return row.toReversed();
}
