import type { CommandContext } from '#assistant/command-values.ts';
import type { Concept } from './concepts.ts';
import { normalizeWords } from './fold.ts';
import { formsOf, indexNames, NAME_KINDS, type NameEntry, type NameKind } from './names.ts';
import { CONCEPT_INDEX } from './words.ts';
import { findWhens, type When } from './whens.ts';

/** A word of the text, or several words with one meaning. */
export interface Piece {
  /** Offsets in the text. */
  start: number;
  end: number;
  /** The text, without trailing punctuation or enclosing quotes. Several words are joined by spaces. */
  word: string;
  concepts: ReadonlySet<Concept>;
  /** Whether the concepts come from the English table. */
  isEnglish: boolean;
  /** Ids of matching entities by kind. Several if ambiguous. */
  names: Partial<Readonly<Record<NameKind, readonly string[]>>>;
  /** A task key in upper case, such as `WEB-12`. */
  key: string | null;
  when: When | null;
  number: number | null;
  /** Text in quotes, which is never parsed as a command, except for a task key. */
  quoted: string | null;
  kind: 'word' | 'mark' | 'break';
}

/** Number of characters searched for time expressions, far above the length of a command. */
const MAX_READ = 700;
const QUOTES =
  /"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|```[\s\S]*?(?:```|$)|`[^`\n]*`|(?<=^|[\s(])['‘][^'’\n]+['’](?=$|[\s.,;:!?)])|(?<=^|\n)[ \t]*>[^\n]*/gu;
const TOKENS =
  /\n|tl;dr|->|→|[@#+!~]?[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_@'’.+/-]|\u200c|\u200d)*|!{2,3}|[^\s\p{L}\p{N}]/giu;
const KEY = /^[a-z][a-z0-9]{0,9}-\d{1,7}$/i;
const NONE: ReadonlySet<Concept> = new Set();

interface Token {
  start: number;
  end: number;
  word: string;
  folded: string;
  /** `folded` without a possessive ending. */
  bare: string;
  forms: readonly string[];
  kind: 'word' | 'mark' | 'break' | 'quoted';
}

/** Tokenizes text. The longest known phrase at each position wins. */
export function readPieces(text: string, context: CommandContext): Piece[] {
  const tokens = tokenise(text);
  const whens = findWhens(text.slice(0, MAX_READ), context);
  const names = indexNames(context);
  const keys = new Set([
    ...context.projects.map(({ key }) => key.toUpperCase()),
    context.teamKey.toUpperCase(),
  ]);
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length;) {
    const [piece, taken] = readPiece(tokens, at, { whens, names, keys });
    pieces.push(piece);
    at += taken;
  }
  return pieces;
}

interface Recognized {
  whens: readonly { start: number; end: number; when: When }[];
  names: ReadonlyMap<string, readonly NameEntry[]>;
  keys: ReadonlySet<string>;
}

function readPiece(tokens: readonly Token[], at: number, known: Recognized): [Piece, number] {
  const token = tokens[at] as Token;
  const blank = { ...blankOf(token), quoted: token.kind === 'quoted' ? token.word : null };
  if (token.kind === 'mark' || token.kind === 'break') return [{ ...blank, kind: token.kind }, 1];
  if (token.kind === 'quoted') {
    const inside = token.word.trim();
    return [{ ...blank, key: KEY.test(inside) ? inside.toUpperCase() : null }, 1];
  }
  if (KEY.test(token.bare) && (isKnownKey(token.bare, known.keys) || /^[A-Z]{2,6}-\d+$/.test(token.word)))
    return [{ ...blank, key: token.bare.toUpperCase() }, 1];
  const concepts = matchAll(tokens, at, CONCEPT_INDEX.get(token.folded) ?? []);
  const bare = token.bare === token.folded ? [] : matchAll(tokens, at, CONCEPT_INDEX.get(token.bare) ?? []);
  const names = token.forms.flatMap((form) => matchAll(tokens, at, known.names.get(form) ?? []));
  const when = known.whens.find(({ start }) => start === token.start);
  const whenLength = when === undefined ? 0 : countUntil(tokens, at, when.end);
  const found = [...concepts, ...(concepts.length === 0 ? bare : [])];
  const length = Math.max(
    1,
    whenLength,
    ...found.map(({ words }) => words.length),
    ...names.map(({ words }) => words.length),
  );
  const isWhole = ({ words }: { words: readonly string[] }) => words.length === length;
  const own = found.filter(isWhole);
  const last = tokens[at + length - 1] as Token;
  return [
    {
      ...blank,
      end: last.end,
      word:
        length === 1
          ? token.word
          : tokens
              .slice(at, at + length)
              .map(({ word }) => word)
              .join(' '),
      concepts: own.length === 0 ? NONE : new Set(own.map(({ concept }) => concept)),
      isEnglish: own.some(({ isEnglish }) => isEnglish),
      names: gatherNames(names.filter(isWhole)),
      when: whenLength === length ? (when?.when ?? null) : null,
    },
    length,
  ];
}

function blankOf({ start, end, word }: Token): Piece {
  const number = /^[~]?[0-9०-९]+(?:\.[0-9]+)?$/u.test(word)
    ? Number(word.replace('~', '').replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966)))
    : null;
  return {
    start,
    end,
    word,
    concepts: NONE,
    isEnglish: false,
    names: {},
    key: null,
    when: null,
    number,
    quoted: null,
    kind: 'word',
  };
}

function isKnownKey(word: string, keys: ReadonlySet<string>): boolean {
  return keys.has(word.slice(0, word.lastIndexOf('-')).toUpperCase());
}

/** The entries with words that all match at this position. */
function matchAll<T extends { words: readonly string[] }>(
  tokens: readonly Token[],
  at: number,
  entries: readonly T[],
): T[] {
  return entries.filter(({ words }) =>
    words.every((word, ahead) => {
      const token = tokens[at + ahead];
      if (token === undefined || token.kind !== 'word') return false;
      if (token.folded === word || token.forms.includes(word)) return true;
      // Only the last word of a name can be possessive.
      return ahead === words.length - 1 && token.bare === word;
    }),
  );
}

function countUntil(tokens: readonly Token[], at: number, end: number): number {
  let count = 0;
  while ((tokens[at + count]?.end ?? Infinity) <= end) count += 1;
  return count;
}

/** The best matches of each kind: full names before first words before other words. */
function gatherNames(entries: readonly NameEntry[]): Piece['names'] {
  const names: Partial<Record<NameKind, string[]>> = {};
  for (const kind of NAME_KINDS) {
    const those = entries.filter((one) => one.kind === kind);
    if (those.length === 0) continue;
    const best = Math.min(...those.map(({ rank }) => rank));
    names[kind] = [...new Set(those.filter(({ rank }) => rank === best).map(({ id }) => id))];
  }
  return names;
}

function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  const known = new Map<string, Spelling>();
  let from = 0;
  const addPlain = (to: number) => {
    for (const match of text.slice(from, to).matchAll(TOKENS))
      tokens.push(makeToken(match[0], from + match.index, known));
  };
  for (const { index, 0: whole } of text.matchAll(QUOTES)) {
    addPlain(index);
    const inside = whole.trim().replace(/^(?:```|["“«`'‘>])\s?|(?:```|["”»`'’])$/gu, '');
    tokens.push({
      start: index,
      end: index + whole.length,
      word: inside,
      folded: '',
      bare: '',
      forms: [],
      kind: 'quoted',
    });
    from = index + whole.length;
  }
  addPlain(text.length);
  return tokens;
}

/** Normalized forms of a word for comparison. Cached because input repeats words. */
type Spelling = Pick<Token, 'folded' | 'bare' | 'forms' | 'kind'>;

function spellingOf(word: string): Spelling {
  const isWord = /[\p{L}\p{N}?→]/u.test(word) || word === '->';
  const folded = normalizeWords(word).replace(/^[@#](?=.)/, '');
  const bare = folded.replace(/'s$|(?<=s)'$/u, '');
  const forms = isWord ? [...new Set([folded, bare].flatMap(formsOf))] : [];
  return { folded, bare, forms, kind: isWord && word !== '?' ? 'word' : 'mark' };
}

function makeToken(raw: string, start: number, known: Map<string, Spelling>): Token {
  if (raw === '\n')
    return { start, end: start + 1, word: raw, folded: raw, bare: raw, forms: [], kind: 'break' };
  const word = /^[\p{L}\p{N}@#+!~]/u.test(raw) ? raw.replace(/[.'’/+-]+$/u, '') : raw;
  let spelling = known.get(word);
  if (spelling === undefined) {
    spelling = spellingOf(word);
    known.set(word, spelling);
  }
  return { start, end: start + word.length, word, ...spelling };
}
