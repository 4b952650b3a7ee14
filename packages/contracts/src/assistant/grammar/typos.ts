/** Damerau-Levenshtein distance: omitted, added, substituted or transposed letters. Distances above `most` are returned as `most + 1`. */
export function countTypos(one: string, other: string, most: number): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [earlier, before] = [[] as number[], b.map((_, at) => at).concat(b.length)];
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= b.length; at += 1) {
      const isSame = a[row - 1] === b[at - 1];
      let cost = Math.min(
        (before[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
        (before[at - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
        cost = Math.min(cost, (earlier[at - 2] ?? 0) + 1);
      now.push(cost);
    }
    [earlier, before] = [before, now];
  }
  return Math.min(before[b.length] ?? 0, most + 1);
}
