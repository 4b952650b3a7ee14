import { foldWord } from '@hearth/contracts/core/fold';
import { listCompoundEnds } from './compounds.ts';
import { isNear } from './gaps.ts';
import { MIN_PART_PREFIX, type QueryWord } from './parse-query.ts';
import { shorten, withoutLinks } from './roots.ts';
import { spellOut, tokenize, withoutArticle, type Token } from './tokens.ts';

/** Start (inclusive) and end (exclusive) of a highlight, in UTF-16 code units. */
type Mark = [start: number, end: number];

interface Excerpt {
  snippet: string;
  marks: Mark[];
  /** Index of the line from which the snippet is taken. Null if no word was found in the text. */
  line: number | null;
}

const LENGTH = 180;
/** Characters of context before the first match. */
const LEAD = 50;
const LONGEST_ENDING = 6;
/** Minimum length of a stem that matches by prefix. Shorter stems match unrelated words. */
const MIN_STEM = 3;

/** Returns the positions of the query words in a text. @param isLoose whether to match words at edit distance 1 as well */
export function markWords(text: string, words: readonly QueryWord[], isLoose = false): Mark[] {
  const all = [...tokenize(text)];
  const found = new Set(words.flatMap((word) => findTokens(all, word, isLoose)));
  return join(all.filter((token) => found.has(token)));
}

/** Returns a snippet of the line with the most matching words, or else the beginning of the text. @param body one line per block */
export function excerpt(body: string, words: readonly QueryWord[]): Excerpt {
  const lines = body.split('\n');
  const roots = [...new Set(words.flatMap((word) => word.roots))];
  // Also match words joined across signs and spaces, such as email for e-mail. Try this last because few texts contain only this form.
  const best = findLine(lines, words, roots, foldWord) ?? findLine(lines, words, roots, foldJoined);
  if (best === null) return { snippet: cutEnd(lines.join(' ')), marks: [], line: null };
  return { ...cutAround(lines[best.line] ?? '', join(best.tokens)), line: best.line };
}

function findLine(
  lines: readonly string[],
  words: readonly QueryWord[],
  roots: readonly string[],
  fold: (text: string) => string,
): { line: number; tokens: Token[] } | null {
  let best: { line: number; tokens: Token[]; count: number } | null = null;
  for (const [line, text] of lines.entries()) {
    const folded = fold(text);
    if (!roots.some((root) => folded.includes(root))) continue;
    const all = [...tokenize(text)];
    const found = words.map((word) => findTokens(all, word, false));
    const count = found.filter((tokens) => tokens.length > 0).length;
    if (count <= (best?.count ?? 0)) continue;
    best = { line, tokens: found.flat(), count };
    if (count === words.length) break;
  }
  return best;
}

function foldJoined(text: string): string {
  return withoutLinks(foldWord(text)).replaceAll(/[\s()+]/g, '');
}

/** Returns the tokens that match a word, or else the compounds that end with it, or else the two words that it consists of. */
function findTokens(tokens: readonly Token[], word: QueryWord, isLoose: boolean): Token[] {
  const whole = tokens.filter((token) => matches(token, word, isLoose));
  if (whole.length > 0) return whole;
  const compounds = tokens.filter((token) => isInCompound(token, word));
  return compounds.length > 0 ? compounds : findSplit(tokens, word);
}

function findSplit(tokens: readonly Token[], { splits, isPrefix }: QueryWord): Token[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1];
    const isFound = splits.some(
      ([one, other]) =>
        token.folded === one &&
        (isPrefix && other.length >= MIN_PART_PREFIX
          ? next?.folded.startsWith(other)
          : next?.folded === other),
    );
    return isFound && next !== undefined ? [token, next] : [];
  });
}

function matches(token: Token, word: QueryWord, isLoose: boolean): boolean {
  const { folded } = token;
  if (isSpelt(folded, word) || token.also.some((one) => isSpelt(one, word))) return true;
  if (token.signed !== null && isSpelt(token.signed, word)) return true;
  if (word.parts.some((part) => matches(token, part, isLoose))) return true;
  if (word.isUnspaced || token.script === 'unspaced') return false;
  if (isLoose && isNear(folded, word.folded)) return true;
  const bare = token.script === 'arabic' ? withoutArticle(folded) : folded;
  return word.stems.some((stem) => isFormOf(bare, stem));
}

function isSpelt(spelling: string, { folded, also, isPrefix }: QueryWord): boolean {
  if (spelling === folded || also.includes(spelling)) return true;
  return isPrefix && (spelling.startsWith(folded) || also.some((one) => spelling.startsWith(one)));
}

function isFormOf(bare: string, stem: string): boolean {
  if (bare === stem) return true;
  return (
    stem.length >= MIN_STEM && bare.length <= stem.length + LONGEST_ENDING && bare.startsWith(shorten(stem))
  );
}

function isInCompound({ word, folded, script, isJoined }: Token, queryWord: QueryWord): boolean {
  if (!queryWord.isPart || script !== 'latin' || isJoined) return false;
  if (!queryWord.roots.some((root) => root.length >= MIN_STEM && folded.includes(root, 1))) return false;
  const isPrefix = queryWord.isPrefix && queryWord.folded.length >= MIN_PART_PREFIX;
  return listCompoundEnds(word, true)
    .flatMap((end) => [foldWord(end), ...spellOut(end, foldWord(end))])
    .some(
      (end) =>
        isSpelt(end, { ...queryWord, isPrefix }) || queryWord.stems.some((stem) => isFormOf(end, stem)),
    );
}

/** Merges adjacent and overlapping marks. */
function join(tokens: readonly Token[]): Mark[] {
  const marks: Mark[] = [];
  for (const { start, end } of tokens.toSorted((a, b) => a.start - b.start)) {
    const last = marks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

function cutEnd(text: string): string {
  return text.length <= LENGTH ? text : `${text.slice(0, backToSpace(text, LENGTH)).trimEnd()}…`;
}

function cutAround(text: string, marks: readonly Mark[]): Pick<Excerpt, 'snippet' | 'marks'> {
  const first = marks[0]?.[0] ?? 0;
  const wanted = Math.max(0, Math.min(first - LEAD, text.length - LENGTH));
  const from = wanted === 0 ? 0 : Math.min(first, onToWord(text, wanted));
  const rest = text.slice(from);
  const shown = rest.length <= LENGTH ? rest : rest.slice(0, backToSpace(rest, LENGTH)).trimEnd();
  const before = from === 0 ? '' : '…';
  const after = shown.length < rest.length ? '…' : '';
  const shift = before.length - from;
  const visibleMarks = marks.filter(([start, end]) => start >= from && end <= from + shown.length);
  return {
    snippet: before + shown + after,
    marks: visibleMarks.map(([start, end]) => [start + shift, end + shift]),
  };
}

/**
 * Returns the position of the last space at or before `at`. Returns `at` itself, adjusted to a character boundary, if the word is too long
 * or the script has no spaces.
 */
function backToSpace(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  return space > at - 30 ? space : at - (isLowSurrogate(text, at) ? 1 : 0);
}

function onToWord(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space >= 0 && space < at + 30 ? space + 1 : at + (isLowSurrogate(text, at) ? 1 : 0);
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
