import { languagesOf } from './languages.ts';
import type { Stems } from './stems.ts';
import { tokenize, type Token } from './tokens.ts';
import { quoteLexeme } from './vector.ts';

/** A word that is looked for. */
export interface AskedWord {
  folded: string;
  /** What the languages that may be meant make of it. */
  stems: readonly string[];
  /** It may go on: it is the last one that was typed. */
  isBeginning: boolean;
  isUnspaced: boolean;
}

export interface Question {
  words: readonly AskedWord[];
  /** `HEA-12`, where the question is one. */
  key: string | null;
  /** Too little to look through all that is said: it is looked for in titles. */
  isShort: boolean;
}

const MOST_WORDS = 16;
const SHORT = 2;
const KEY = /^[\p{L}\p{N}]+-\d+$/u;

/** The words of a question, before anything is known of them. */
export function cutQuestion(text: string): Token[] {
  const tokens = [...tokenize(text)];
  // The last letter of an unspaced run says nothing that its pair does not.
  const whole = tokens.filter(
    (token, at) =>
      token.script !== 'unspaced' ||
      Array.from(token.word).length > 1 ||
      tokens[at - 1]?.script !== 'unspaced' ||
      tokens[at - 1]?.end !== token.end,
  );
  return whole.slice(0, MOST_WORDS);
}

/** Pairs of language and word of which stems have to be known before `readQuestion`. */
export function listAskedStems(
  tokens: readonly Token[],
  languages: readonly string[],
): Parameters<Stems['learn']>[1] {
  return tokens.flatMap((token) =>
    languagesOf(token, languages).map((language) => [language, token.word] as const),
  );
}

/** Null where nothing in it can be looked for. @param languages of the team */
export function readQuestion(
  text: string,
  tokens: readonly Token[],
  stems: Stems,
  languages: readonly string[],
): Question | null {
  const read = tokens.map((token, at) => {
    const found = languagesOf(token, languages).map((language) => stems.of(language, token.word));
    const isUnspaced = token.script === 'unspaced';
    const isLast = at === tokens.length - 1;
    return {
      folded: token.folded,
      stems: [...new Set(found.filter((stem) => typeof stem === 'string'))],
      isBeginning: isLast && (!isUnspaced || Array.from(token.word).length === 1),
      isUnspaced,
      // Texts are kept without them, in the languages in which they say nothing.
      isIdle: found.includes(null) || (isLast && !isUnspaced && token.folded.length === 1),
    };
  });
  const key = KEY.test(text) ? text.toLowerCase() : null;
  const telling = read.filter(({ isIdle }) => key !== null || !isIdle);
  const words = telling.length > 0 ? telling : read;
  const [only] = words;
  if (only === undefined) return null;
  const isShort = words.length === 1 && !only.isUnspaced && Array.from(only.folded).length <= SHORT;
  return { words, key, isShort };
}

/** The text of a `tsquery` for all of these words. */
export function writeQuery(mark: string, { words, key }: Question): string {
  const all = words.map((word) => writeWord(mark, word)).join(' & ');
  return key === null ? all : `${quoteLexeme(mark + key)} | (${all})`;
}

export function writeWord(mark: string, { folded, stems, isBeginning }: AskedWord): string {
  const whole = `${quoteLexeme(mark + folded)}${isBeginning ? ':*' : ''}`;
  const others = stems.filter((stem) => stem !== folded).map((stem) => quoteLexeme(mark + stem));
  return `(${[whole, ...others].join(' | ')})`;
}
