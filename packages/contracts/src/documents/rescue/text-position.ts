/** Number of characters compared on each side of a position. */
const CONTEXT = 64;
/** Maximum number of characters next to the position that may be missing from the copy because its author had not received them yet. */
const MAX_MISSING = 40;
/**
 * Maximum number of characters between the missing characters and the position. These were typed after the missing ones and have already
 * been restored.
 */
const MAX_KEPT = 8;

export interface TextMatch {
  at: number;
  /** Number of equal characters around the position. */
  score: number;
}

/**
 * Finds the position in `text` that corresponds to a position in an earlier version or a copy, by the surrounding characters.
 * @returns null if both strings have too little in common at any position
 */
export function findPosition(earlier: string, at: number, text: string): TextMatch | null {
  const before = earlier.slice(Math.max(0, at - CONTEXT), at);
  const after = earlier.slice(at, at + CONTEXT);
  let best: TextMatch = { at: Math.min(at, text.length), score: -1 };
  for (let position = 0; position <= text.length; position += 1) {
    const score = countEnd(before, text, position) + countStart(after, text, position);
    const isNearer = score === best.score && Math.abs(position - at) < Math.abs(best.at - at);
    if (score > best.score || isNearer) best = { at: position, score };
  }
  // Half of the maximum score is enough: the copy may have been edited since.
  return best.score * 2 < before.length + after.length ? null : best;
}

/** Like `findPosition`, but for text that lacks the most recently typed characters, next to the position or a few characters before it. */
export function findPositionOfLate(earlier: string, at: number, text: string): TextMatch | null {
  let best: TextMatch | null = null;
  const consider = (match: TextMatch | null): void => {
    if (match !== null && match.score > (best?.score ?? -1)) best = match;
  };
  for (let missing = 1; missing <= MAX_MISSING; missing += 1) {
    for (let dropped = 0; dropped <= MAX_KEPT; dropped += 1) {
      const to = at - dropped;
      if (to >= missing) consider(findPosition(cut(earlier, to - missing, to), at - missing, text));
    }
    if (at + missing <= earlier.length) consider(findPosition(cut(earlier, at, at + missing), at, text));
  }
  return best;
}

const cut = (text: string, from: number, to: number): string => text.slice(0, from) + text.slice(to);

/** Length of the longest suffix of `before` that directly precedes the position. */
function countEnd(before: string, text: string, position: number): number {
  const most = Math.min(before.length, position);
  let count = 0;
  while (count < most && before[before.length - 1 - count] === text[position - 1 - count]) count += 1;
  return count;
}

/** Length of the longest prefix of `after` that directly follows the position. */
function countStart(after: string, text: string, position: number): number {
  const most = Math.min(after.length, text.length - position);
  let count = 0;
  while (count < most && after[count] === text[position + count]) count += 1;
  return count;
}
