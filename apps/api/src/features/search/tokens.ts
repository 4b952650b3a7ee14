import { foldWord } from '@hearth/contracts/core/fold';
import { isLinked, joinChain, type Link } from './chains.ts';
import { isParticle, listNumbers } from './joins.ts';

/** A word, or a pair of letters in a script without spaces. */
export interface Token {
  /** The word in lower case, as required by the dictionaries. */
  word: string;
  /** The folded form that is used for matching. */
  folded: string;
  /** Alternative spellings, such as `baeckerei` for Bäckerei, or the parts around a zero-width non-joiner. */
  also: readonly string[];
  /** The word including its signs, such as `c++`, `c#` or `.net`. */
  signed: string | null;
  script: Script;
  /** Whether the word is an acronym, such as HR or EU. Acronyms are never stop words, even if their lower-case form is. */
  isAcronym: boolean;
  /** Whether the token joins several words, such as `email` for e-mail. It follows the tokens of these words. */
  isJoined: boolean;
  /** Whether a joined token is written with spaces in the text: `followup` for follow up, `1701234567` for 170 123 4567. */
  isSpaced: boolean;
  /** Position in the text, in UTF-16 code units. */
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
  | 'emoji'
  | 'other';

/** Maximum word length. Longer runs of letters are mostly keys and addresses, for which a prefix is sufficient. */
const LONGEST_WORD = 40;
/** A run of letters, marks and numbers, including invisible characters (soft hyphens, joiners), or a run of emoji. */
const RUN =
  /[\p{L}\p{M}\p{N}\p{DI}]+|[\p{Extended_Pictographic}\p{RI}][\p{Extended_Pictographic}\p{RI}\p{EMod}\p{M}\u200d]*/gu;
const EMOJI = /\p{RGI_Emoji}|\p{Extended_Pictographic}\ufe0f?/gv;
const LETTER = /[\p{L}\p{N}]/u;
const INVISIBLE = /\p{DI}/gu;
/** Variation selectors and skin tones, which are ignored. */
const EMOJI_STYLE = /[\p{EMod}\ufe0e\ufe0f]/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々\uff70\uff9e\uff9f]/u;
const HALF_WIDTH = /[\uff65-\uffdc]/;
/** Characters that attach to the preceding letter, including the medial and final letters of decomposed Hangul. */
const TRAILING = /^[\p{M}\p{DI}\u1160-\u11ff]$/u;
const SCRIPTS: readonly [Script, RegExp][] = [
  ['latin', /\p{Script=Latin}/u],
  ['devanagari', /\p{Script=Devanagari}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['tamil', /\p{Script=Tamil}/u],
  ['armenian', /\p{Script=Armenian}/u],
];
const NONE: readonly string[] = [];

/** Splits a text into words. Scripts without spaces are split into pairs of letters to make any substring searchable. */
export function* tokenize(text: string): Generator<Token> {
  let chain: Link[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!isPlainWord(run)) {
      yield* cutOther(run, index, text);
      continue;
    }
    const token = makeWord(run, index, text);
    const last = chain.at(-1);
    const link = { folded: token.folded, start: index, end: index + run.length };
    if (last !== undefined && !isLinked(text, last, link)) {
      yield* joinWords(text, chain);
      chain = [];
    }
    chain.push(link);
    yield token;
    if (last !== undefined && text.slice(last.end, index) === ' ' && isParticle(last.folded, link.folded))
      yield {
        ...makeJoined({ ...link, folded: last.folded + link.folded, start: last.start }),
        isSpaced: true,
      };
  }
  yield* joinWords(text, chain);
  for (const number of listNumbers(text)) yield { ...makeJoined(number), script: 'other', isSpaced: true };
}

function* joinWords(text: string, chain: readonly Link[]): Generator<Token> {
  if (chain.length < 2) return;
  for (const link of joinChain(text, chain)) yield makeJoined(link);
}

function makeJoined({ folded: all, start, end }: Link): Token {
  const folded = all.slice(0, LONGEST_WORD);
  return { ...PLAIN, word: folded, folded, script: scriptOf(folded), isJoined: true, start, end };
}

/** Whether a run is a single word of a spaced script. This fast path covers most words. */
function isPlainWord(run: string): boolean {
  return !/[^ -~]/.test(run) || (!/[\u0e00-\u1dff\u2c00-\uffff]/.test(run) && LETTER.test(run));
}

function* cutOther(run: string, start: number, text: string): Generator<Token> {
  if (!LETTER.test(run)) yield* cutEmoji(run, start);
  else if (UNSPACED.test(run)) yield* cutMixed(run, start, text);
  else yield makeWord(run, start, text);
}

function* cutEmoji(run: string, start: number): Generator<Token> {
  for (const { 0: emoji, index } of run.matchAll(EMOJI)) {
    const word = emoji.replaceAll(EMOJI_STYLE, '');
    const at = start + index;
    yield { ...PLAIN, word, folded: word, script: 'emoji', start: at, end: at + emoji.length };
  }
}

const PLAIN = { also: NONE, signed: null, isAcronym: false, isJoined: false, isSpaced: false } as const;

/** Builds the token of a run in a spaced script. @param text the text that contains the run */
function makeWord(run: string, start: number, text: string): Token {
  const end = start + run.length;
  if (/^[ -~]+$/.test(run)) {
    const word = run.toLowerCase().slice(0, LONGEST_WORD);
    const token = { ...PLAIN, word, folded: word, script: 'latin' } as const;
    const isAcronym = run.length > 1 && run !== word && run === run.toUpperCase() && /[A-Z]{2}/.test(run);
    return { ...token, isAcronym, ...withSigns(word, start, end, text) };
  }
  const seen = run.normalize('NFC');
  const parts = seen.includes('\u200c') ? seen.split('\u200c') : [];
  const bare = seen.replaceAll(INVISIBLE, '');
  const word = bare.toLowerCase().slice(0, LONGEST_WORD);
  const script = scriptOf(word);
  const folded = foldWord(word);
  const also = [...spellOut(word, folded), ...parts.map(foldWord).filter((part) => part.length > 1)];
  const isAcronym = word.length > 1 && bare !== word && bare === bare.toUpperCase();
  const token = { ...PLAIN, folded, also, isAcronym, script, ...withSigns(folded, start, end, text) };
  // The stemmer strips Arabic plural endings only after the article.
  return { ...token, word: script === 'arabic' ? `ال${withoutArticle(folded)}` : word };
}

/** Returns a word with its signs, for names such as `c++`, `c#` and `.net`. */
function withSigns(
  folded: string,
  start: number,
  end: number,
  text: string,
): Pick<Token, 'signed' | 'start' | 'end'> {
  const next = text[end];
  if (next === '+' && text[end + 1] === '+') return { signed: `${folded}++`, start, end: end + 2 };
  if (next === '#' && folded.length <= 2 && !LETTER.test(text[end + 1] ?? ''))
    return { signed: `${folded}#`, start, end: end + 1 };
  if (text[start - 1] === '.' && /^\p{L}/u.test(folded) && !/[\p{L}\p{N}.]/u.test(text[start - 2] ?? ''))
    return { signed: `.${folded}`, start: start - 1, end };
  return { signed: null, start, end };
}

function scriptOf(word: string): Script {
  return SCRIPTS.find(([, letters]) => letters.test(word))?.[0] ?? 'other';
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Returns the spelling with umlauts as two letters, which is common on keyboards without umlaut keys. */
export function spellOut(word: string, folded: string): string[] {
  if (!/[äöüåø]/.test(word)) return [];
  const spelt = foldWord(word.replaceAll(/[äöüåø]/g, (letter) => UMLAUTS[letter] ?? letter));
  return spelt === folded ? [] : [spelt];
}

const ARTICLE = /^(?:و|ف)?(?:ال|بال|كال|لل)(?=.{2})/;

/** Strips the article and the prefixes attached to it from an Arabic word. */
export function withoutArticle(folded: string): string {
  return folded.replace(ARTICLE, '');
}

/** A letter with its attached characters (composed), and its position. */
interface Unit {
  text: string;
  start: number;
  end: number;
}

function listUnits(run: string, start: number): Unit[] {
  const units: Unit[] = [];
  let offset = start;
  for (const letter of run) {
    const last = units.at(-1);
    if (last !== undefined && TRAILING.test(letter)) {
      last.text += letter;
      last.end += letter.length;
    } else units.push({ text: letter, start: offset, end: offset + letter.length });
    offset += letter.length;
  }
  return units
    .map((unit) => ({ ...unit, text: unit.text.normalize('NFC').replaceAll(INVISIBLE, '') }))
    .filter(({ text }) => text !== '');
}

function* cutMixed(run: string, start: number, text: string): Generator<Token> {
  const units = listUnits(run, start);
  let at = 0;
  while (at < units.length) {
    const isUnspaced = UNSPACED.test(units[at]?.text ?? '');
    let end = at + 1;
    while (end < units.length && UNSPACED.test(units[end]?.text ?? '') === isUnspaced) end += 1;
    const part = units.slice(at, end);
    if (isUnspaced) yield* HALF_WIDTH.test(run) ? widen(part) : cutPairs(part);
    else {
      const { start: from, end: to } = spanOf(part);
      yield makeWord(text.slice(from, to), from, text);
    }
    at = end;
  }
}

function spanOf(units: readonly Unit[]): Pick<Token, 'start' | 'end'> {
  return { start: units[0]?.start ?? 0, end: units.at(-1)?.end ?? 0 };
}

/** Converts half-width letters to full width, composes them and splits them into pairs. */
function widen(units: readonly Unit[]): Token[] {
  const whole = listUnits(
    units
      .map(({ text }) => text)
      .join('')
      .normalize('NFKC'),
    0,
  );
  return [...cutPairs(whole)].map((token) => ({ ...token, ...spanOf(units) }));
}

/** Yields all pairs of adjacent letters, and the last letter on its own because it does not begin a pair. */
function* cutPairs(units: readonly Unit[]): Generator<Token> {
  for (let at = 0; at < units.length; at += 1) {
    const pair = units.slice(at, at + 2);
    const word = pair.map(({ text }) => text.toLowerCase()).join('');
    yield { ...PLAIN, word, folded: foldWord(word), script: 'unspaced', ...spanOf(pair) };
  }
}
