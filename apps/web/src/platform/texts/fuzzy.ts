import { foldWord } from '@hearth/contracts/core/fold';

/** The score of a match and the positions of the matched letters. */
interface Match {
  score: number;
  /** Positions of the matched letters in the string, ascending. */
  marks: readonly number[];
}

const WHOLE = 160;
/** A whole word, if the query is too short to be the beginning of a certain word: HR or API. Above a beginning with all bonuses. */
const SHORT_WORD = 140;
const LONGEST_SHORT = 3;
const BEGINNING = 100;
const WORD_START = 80;
const INSIDE = 40;
const SCATTERED = 20;
/** Maximum number of letters skipped within a word. 'nwtsk' matches 'new task', but long sentences do not match every query. */
const MAX_SKIP = 3;

/** Folds case and the accents of Latin letters, letter by letter so that positions are preserved. */
export function fold(text: string): string {
  // Fast path: most titles are ASCII.
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  let folded = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const isLatin = (letter >= '\u00c0' && letter <= '\u024f') || (letter >= '\u1e00' && letter <= '\u1eff');
    const plain = isLatin ? foldWord(letter) : letter.toLowerCase();
    folded += plain.length === 1 ? plain : letter;
  }
  return folded;
}

const UMLAUTS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
  æ: 'ae',
  ß: 'ss',
};

/** Spells umlauts with two letters, as on keyboards without them. Positions are not preserved. */
export function spellUmlauts(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[äöüåøæß]/g, (letter) => UMLAUTS[letter] ?? letter);
}

/** Splits the query into terms, as input for `matchFuzzy`. */
export function splitQuery(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean);
}

/** Matches all terms against `folded` in any order. Returns null if any term is missing. */
export function matchFuzzy(terms: readonly string[], folded: string): Match | null {
  let total = 0;
  const marks = new Set<number>();
  for (const term of terms) {
    const found = findWhole(term, folded) ?? findScattered(term, folded);
    if (found === null) return null;
    total += found.score;
    for (const at of found.marks) marks.add(at);
  }
  if (terms.length === 0) return { score: 0, marks: [] };
  // Among equal matches, prefer the shorter title.
  const score = total / terms.length - Math.min(folded.length, 100) / 10;
  return { score, marks: [...marks].toSorted((a, b) => a - b) };
}

function findWhole(word: string, text: string): Match | null {
  const first = text.indexOf(word);
  if (first < 0) return null;
  if (text.length === word.length) return { score: WHOLE, marks: range(0, word.length) };
  let start = -1;
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordStart(text, at)) continue;
    const isShortWord = word.length > 1 && word.length <= LONGEST_SHORT && isWordEnd(text, at + word.length);
    if (isShortWord) return { score: SHORT_WORD, marks: range(at, word.length) };
    if (start < 0) start = at;
  }
  if (start >= 0) return { score: start === 0 ? BEGINNING : WORD_START, marks: range(start, word.length) };
  // A single letter within a word is only a weak match.
  return { score: word.length === 1 ? 1 : INSIDE, marks: range(first, word.length) };
}

/**
 * Matches the word's letters in order. The match begins at the start of a word. Each letter must be near the previous letter or at the
 * start of a later word.
 */
function findScattered(word: string, text: string): Match | null {
  for (let at = text.indexOf(word.charAt(0)); at >= 0; at = text.indexOf(word.charAt(0), at + 1)) {
    if (!isWordStart(text, at)) continue;
    const marks = follow(word, text, at);
    if (marks === null) continue;
    const jumps = marks.filter((mark, index) => index > 0 && mark !== (marks[index - 1] ?? 0) + 1).length;
    return { score: Math.max(1, SCATTERED - 3 * jumps), marks };
  }
  return null;
}

function follow(word: string, text: string, start: number): number[] | null {
  const marks = [start];
  let last = start;
  for (let index = 1; index < word.length; index += 1) {
    const letter = word.charAt(index);
    let next = text.indexOf(letter, last + 1);
    while (next >= 0 && next - last - 1 > MAX_SKIP && !isWordStart(text, next)) {
      next = text.indexOf(letter, next + 1);
    }
    if (next < 0) return null;
    marks.push(next);
    last = next;
  }
  return marks;
}

function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  // Hot path: ten thousand titles are searched on each keystroke, so regular expressions are avoided.
  if (before < 0x80) return before < 0x30 || (before > 0x39 && before < 0x61) || before > 0x7a;
  return !/[\p{L}\p{M}\p{N}]/u.test(text.charAt(at - 1));
}

function isWordEnd(text: string, at: number): boolean {
  return at >= text.length || !/[\p{L}\p{M}\p{N}]/u.test(text.charAt(at));
}

function range(start: number, length: number): number[] {
  return Array.from({ length }, (_, index) => start + index);
}
