import { isCompounding } from './compounds.ts';
import { isParticle, isStoredParticle } from './joins.ts';
import { languagesOf } from './languages.ts';
import { listRoots } from './roots.ts';
import type { Stems } from './stems.ts';
import { tokenize, type Token } from './tokens.ts';
import { partOf, quoteLexeme } from './vector.ts';

/** A query word. */
export interface QueryWord {
  folded: string;
  /** Alternative spellings. */
  also: readonly string[];
  /** Stems of the word in all its possible languages. */
  stems: readonly string[];
  isPrefix: boolean;
  isUnspaced: boolean;
  /** Whether the word is also searched as the last component of compounds. */
  isPart: boolean;
  /** The particle of a verb, such as up in 'set up', without which the verb has another meaning. */
  particle?: string | null;
  /** The word as two words, such as car park for carpark. */
  splits: readonly (readonly [string, string])[];
  /** The individual words of a word with signs, such as e-mail; `folded` is its joined form. */
  parts: readonly QueryWord[];
  /** Any text that contains the word contains at least one of these strings. */
  roots: readonly string[];
}

export interface Query {
  words: readonly QueryWord[];
  /** The query in lower case if it looks like a task key (`HEA-12`). Otherwise null. */
  key: string | null;
  /** Whether the query is a single letter. Only titles are then searched. */
  isShort: boolean;
  /** Whether the team writes in a language with compounds. In other teams, most components of words are chance: sport in transport. */
  hasCompounds: boolean;
}

/** What a `tsquery` searches: titles, texts, or texts and the last components of their compounds. */
type Searched = 'titles' | 'texts' | 'compounds';

/** A query word. The `parts` of a word with signs are its individual words. */
export interface QueryToken {
  token: Token;
  parts: readonly Token[];
  /** The word joined with adjacent words, such as `followup` for follow up, and the phone number that it belongs to. */
  joins: readonly string[];
}

const LETTERS = /^\p{L}[\p{L}\p{M}]*$/u;
const MAX_WORDS = 16;
/** Minimum length for prefix matching in body text because shorter words are prefixes of too many other words. Titles have no minimum. */
const MIN_PREFIX = 3;
/** Minimum length for prefix matching of components of compounds, most of which are syllables without a meaning. */
export const MIN_PART_PREFIX = 5;
const MIN_PART = 3;
/** In compounding languages, words of at least this length match as prefixes at any position in the query. */
const MIN_HEAD = 5;
/** Minimum lengths of words that are also searched as two words, and of these two words. */
const MIN_SPLIT = 6;
const MIN_HALF = 3;
const KEY = /^[\p{L}\p{N}]+-\d+$/u;

/** Splits a query into words, before stemming. */
export function splitQuery(text: string): QueryToken[] {
  const tokens = [...tokenize(text)];
  const joined = tokens.filter(({ isJoined, isSpaced }) => isJoined && !isSpaced);
  // Omit the single last letter of an unspaced run because the preceding pair already covers it.
  const whole = tokens.filter(
    (token, at) =>
      !token.isJoined &&
      (token.script !== 'unspaced' ||
        Array.from(token.word).length > 1 ||
        tokens[at - 1]?.script !== 'unspaced' ||
        tokens[at - 1]?.end !== token.end),
  );
  const queryTokens: Omit<QueryToken, 'joins'>[] = [];
  for (const token of whole) {
    if (queryTokens.some(({ token: { end } }) => end >= token.end)) continue;
    const around = joined.filter(({ start, end }) => start === token.start && end >= token.end);
    const widest = around.toSorted((a, b) => b.end - a.end)[0];
    const parts = whole.filter(
      ({ start, end }) => widest !== undefined && start >= widest.start && end <= widest.end,
    );
    queryTokens.push({ token: widest ?? token, parts });
  }
  return queryTokens
    .slice(0, MAX_WORDS)
    .map((one, at) => ({ ...one, joins: listJoins(text, tokens, queryTokens, at) }));
}

function listJoins(
  text: string,
  tokens: readonly Token[],
  queryTokens: readonly Omit<QueryToken, 'joins'>[],
  at: number,
): string[] {
  const token = queryTokens[at]?.token;
  if (token === undefined) return [];
  const spaced = tokens.filter(
    ({ isSpaced, start, end }) => isSpaced && start <= token.start && end >= token.end,
  );
  const pairs = [at - 1, at].flatMap((first) => {
    const [one, next] = [queryTokens[first]?.token, queryTokens[first + 1]?.token];
    if (one === undefined || next === undefined || text.slice(one.end, next.start).trim() !== '') return [];
    const areWords = [one, next].every(({ folded, script }) => script !== 'unspaced' && LETTERS.test(folded));
    return areWords ? [one.folded + next.folded] : [];
  });
  return [...new Set([...spaced.map(({ folded }) => folded), ...pairs])];
}

function listSplits({ folded, signed }: Token): [string, string][] {
  if (signed !== null || folded.length < MIN_SPLIT || !/^\p{Script=Latin}+$/u.test(folded)) return [];
  return Array.from({ length: folded.length - 2 * MIN_HALF + 1 }, (_, at) => [
    folded.slice(0, at + MIN_HALF),
    folded.slice(at + MIN_HALF),
  ]);
}

/** Lists pairs of language and word whose stems have to be loaded before `parseQuery` is called. */
export function listQueryStems(
  queryTokens: readonly QueryToken[],
  languages: readonly string[],
): Parameters<Stems['load']>[1] {
  return queryTokens
    .flatMap(({ token, parts }) => [token, ...parts])
    .flatMap((token) => languagesOf(token, languages).map((language) => [language, token.word] as const));
}

/** Parses a query. @returns null if it has no searchable word @param languages the languages of the team */
export function parseQuery(
  text: string,
  queryTokens: readonly QueryToken[],
  stems: Stems,
  languages: readonly string[],
): Query | null {
  const hasCompounds = languages.some((language) => isCompounding(language));
  const isShouted = queryTokens.length > 1 && text === text.toUpperCase();
  const stemsOf = (token: Token): (string | null | undefined)[] =>
    languagesOf(token, languages).map((language) => stems.of(language, token.word));
  const readWord = (
    token: Token,
    isLast: boolean,
    { parts, joins, isPart = false }: Omit<QueryToken, 'token'> & { isPart?: boolean },
  ): QueryWord => {
    const isUnspaced = token.script === 'unspaced';
    const length = Array.from(token.word).length;
    const isHead = hasCompounds && token.script === 'latin' && length >= MIN_HEAD;
    const word = {
      folded: token.signed ?? token.folded,
      also: token.signed === null ? [...token.also, ...joins] : [],
      stems:
        token.signed === null ? [...new Set(stemsOf(token).filter((stem) => typeof stem === 'string'))] : [],
      isPrefix: isUnspaced ? isLast && length === 1 : (isLast || isHead) && token.script !== 'emoji',
      isUnspaced,
      isPart:
        !isPart && token.signed === null && length >= MIN_PART && /^\p{Script=Latin}+$/u.test(token.word),
      splits: isPart ? [] : listSplits(token),
      parts: parts.map((part, at) =>
        readWord(part, isLast && at === parts.length - 1, { parts: [], joins: [], isPart: true }),
      ),
    };
    return { ...word, roots: listRoots(word) };
  };
  const read = queryTokens.map(({ token, parts, joins }, at) => {
    const isLast = at === queryTokens.length - 1;
    // Match versions only as a whole because their individual numbers are too common.
    const isVersion = parts.length > 2 && token.folded.includes('.');
    const next = queryTokens[at + 1]?.token.folded ?? '';
    const particle = isStoredParticle(next) && isParticle(token.folded, next) ? next : null;
    const word = { ...readWord(token, isLast, { parts: isVersion ? [] : parts, joins }), particle };
    const isLetter = isLast && word.folded.length === 1 && !word.isUnspaced && token.script !== 'emoji';
    const isStopWord = token.signed === null && stemsOf(token).includes(null);
    return { word, isIdle: isLetter || (isStopWord && (isShouted || !token.isAcronym)) };
  });
  const key = KEY.test(text) ? text.toLowerCase() : null;
  const significant = read.filter(({ isIdle }) => key !== null || !isIdle);
  const words = (significant.length > 0 ? significant : read).map(({ word }) => word);
  const [only] = words;
  if (only === undefined) return null;
  const isShort = words.length === 1 && !only.isUnspaced && /^[\p{L}\p{N}]$/u.test(only.folded);
  return { words, key, isShort, hasCompounds };
}

/**
 * Builds a `tsquery` that matches text with all query words.
 * @param mentions lexemes of mentions by word, each of which counts as the word
 */
export function writeQuery(
  mark: string,
  { words, key }: Query,
  among: Searched,
  mentions: readonly (readonly string[])[] = [],
): string {
  const quote = (lexeme: string): string => quoteLexeme(mark + lexeme);
  const all = words
    .map((word, at) => {
      const own = writeWord(mark, word, among);
      const others = (mentions[at] ?? []).map(quote);
      return others.length === 0 ? own : `(${[own, ...others].join(' | ')})`;
    })
    .join(' & ');
  return key === null ? all : `${quote(key)} | (${all})`;
}

export function writeWord(mark: string, word: QueryWord, among: Searched): string {
  const { folded, also, stems, isPrefix, parts } = word;
  const write = (lexeme: string, isBeginning: boolean): string =>
    `${quoteLexeme(mark + lexeme)}${isBeginning ? ':*' : ''}`;
  const whole = [folded, ...also];
  const others = stems.filter((stem) => !whole.includes(stem));
  const isLong = ({ length }: string, least: number): boolean => isPrefix && length >= least;
  const least = among === 'titles' || word.isUnspaced ? 1 : MIN_PREFIX;
  const options = [
    ...whole.map((one) => write(one, isLong(one, least))),
    ...others.map((stem) => write(stem, false)),
  ];
  if (among === 'compounds' && word.isPart) {
    options.push(
      ...whole.map((one) => write(partOf(one), isLong(one, MIN_PART_PREFIX))),
      ...others.map((stem) => write(partOf(stem), false)),
    );
  }
  options.push(
    ...word.splits.map(
      ([one, next]) => `(${write(one, false)} <-> ${write(next, isLong(next, MIN_PART_PREFIX))})`,
    ),
  );
  if (parts.length > 0) options.push(`(${parts.map((part) => writeWord(mark, part, among)).join(' & ')})`);
  const all = `(${options.join(' | ')})`;
  if (word.particle == null) return all;
  return `(${[...also.map((one) => write(one, false)), `(${all} & ${write(word.particle, false)})`].join(' | ')})`;
}
