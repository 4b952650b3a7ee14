/** Minimum word length for typo tolerance. Shorter words have too many neighbours at edit distance 1. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 24;

/**
 * Returns the deletion variants of a word (SymSpell, distance 1): hashes of the word itself and of the word without each of its letters.
 * Two words share a variant if they differ by an inserted, deleted or replaced letter, or by two transposed adjacent letters.
 * @param mark prefix of the team, which separates the posting lists of teams
 */
export function listGaps(mark: string, word: string): number[] {
  const letters = Array.from(word);
  if (letters.length < MIN_LETTERS || letters.length > MAX_LETTERS) return [];
  const gaps = new Set([hash(mark + word)]);
  for (let at = 0; at < letters.length; at += 1) gaps.add(hash(mark + letters.toSpliced(at, 1).join('')));
  return [...gaps];
}

/** FNV-1a hash over UTF-16 code units, as a signed 32-bit integer. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0;
}

/** Whether the edit distance is at most 1. A transposition of adjacent letters counts as one edit. */
export function isNear(one: string, other: string): boolean {
  const [a, b] = [Array.from(one), Array.from(other)];
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const rest = (letters: readonly string[], from: number): string => letters.slice(from).join('');
  if (a.length > b.length) return rest(a, at + 1) === rest(b, at);
  if (a.length < b.length) return rest(a, at) === rest(b, at + 1);
  if (rest(a, at + 1) === rest(b, at + 1)) return true;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, at + 2) === rest(b, at + 2);
}
