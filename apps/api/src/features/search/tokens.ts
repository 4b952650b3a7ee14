import { foldWord } from '@hearth/contracts/core/fold';

/** A word of a text, or two letters of one that is written without spaces. */
export interface Token {
  /** Lower case, as dictionaries want it. */
  word: string;
  /** As it is looked for. */
  folded: string;
  script: Script;
  /** Where it stands in the text, in UTF-16 units. */
  start: number;
  end: number;
}

export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'arabic'
  | 'devanagari'
  | 'tamil'
  | 'armenian'
  | 'unspaced'
  | 'other';

/** Longer runs of letters are keys and addresses: their beginning is enough to find them by. */
const LONGEST_WORD = 40;
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々\uff70\uff9e\uff9f]/u;
const HALF_WIDTH = /[\uff65-\uffdc]/;
const SCRIPTS: readonly [Script, RegExp][] = [
  ['latin', /\p{Script=Latin}/u],
  ['devanagari', /\p{Script=Devanagari}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['tamil', /\p{Script=Tamil}/u],
  ['armenian', /\p{Script=Armenian}/u],
];

/** Cuts a text into words; scripts without spaces into pairs of letters, so that any part of theirs is found. */
export function* tokenize(text: string): Generator<Token> {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    // The fast path: most texts have none of these.
    if (!/[\u0e00-\uffff]/.test(run) || !UNSPACED.test(run)) yield makeWord(run, index);
    else yield* cutMixed(run, index);
  }
}

function makeWord(run: string, start: number): Token {
  const end = start + run.length;
  if (/^[ -~]+$/.test(run)) {
    const word = run.toLowerCase().slice(0, LONGEST_WORD);
    return { word, folded: word, script: 'latin', start, end };
  }
  const word = run.toLowerCase().normalize('NFC').slice(0, LONGEST_WORD);
  const script = SCRIPTS.find(([, letters]) => letters.test(word))?.[0] ?? 'other';
  const folded = foldWord(word);
  if (script !== 'arabic') return { word, folded, script, start, end };
  // Plurals lose their endings only behind the article.
  return { word: `ال${withoutArticle(folded)}`, folded, script, start, end };
}

const ARTICLE = /^(?:و|ف)?(?:ال|بال|كال|لل)(?=.{2})/;

/** An Arabic word without the article and what is written together with it. */
export function withoutArticle(folded: string): string {
  return folded.replace(ARTICLE, '');
}

function* cutMixed(run: string, start: number): Generator<Token> {
  const letters = Array.from(run);
  let at = 0;
  let offset = start;
  while (at < letters.length) {
    const isUnspaced = UNSPACED.test(letters[at] ?? '');
    let end = at + 1;
    // Marks go with the letter before them.
    while (end < letters.length && (isMark(letters[end]) || UNSPACED.test(letters[end] ?? '') === isUnspaced))
      end += 1;
    const part = letters.slice(at, end);
    if (isUnspaced) yield* HALF_WIDTH.test(run) ? widen(part, offset) : cutPairs(part, offset);
    else yield makeWord(part.join(''), offset);
    offset += part.join('').length;
    at = end;
  }
}

function isMark(letter: string | undefined): boolean {
  return letter !== undefined && /^\p{M}$/u.test(letter);
}

/** Half-width letters become whole ones, and what stood apart stands together. */
function widen(letters: readonly string[], start: number): Token[] {
  const whole = Array.from(letters.join('').normalize('NFKC'));
  const end = start + letters.join('').length;
  return [...cutPairs(whole, 0)].map((token) => ({ ...token, start, end }));
}

/** Each two letters that stand beside each other, and the last one alone, which is the beginning of no pair. */
function* cutPairs(letters: readonly string[], start: number): Generator<Token> {
  let offset = start;
  for (let at = 0; at < letters.length; at += 1) {
    const pair = letters.slice(at, at + 2).join('');
    const word = pair.toLowerCase();
    yield { word, folded: foldWord(word), script: 'unspaced', start: offset, end: offset + pair.length };
    offset += letters[at]?.length ?? 0;
  }
}
