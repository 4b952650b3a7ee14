import { createHash } from 'node:crypto';
import { foldWord } from '@hearth/contracts/core/fold';
import { isCompounding, listCompoundEnds } from './compounds.ts';
import { listGaps } from './gaps.ts';
import { isStoredParticle } from './joins.ts';
import { detectLatin, languageOf, type Detected, type Language } from './languages.ts';
import { listMentions, withoutMentions } from './mentions.ts';
import type { Stems } from './stems.ts';
import { MAX_SEARCHED, type Searchable } from './searchable.ts';
import { spellOut, tokenize, type Token } from './tokens.ts';
import { markOf, partOf, VectorDraft, type Weight } from './vector.ts';

/** An index row, without team and run. */
export interface Entry {
  searchable: Searchable;
  digest: string;
  language: Language;
  titleWords: string;
  titleGaps: number[];
  words: string;
  body: string;
  blocks: (string | null)[] | null;
}

/** Maximum length of the stored text of an entry, in UTF-16 code units. */
const MAX_SHOWN = 32_000;
/** Text of up to this many tokens counts as short: language detection is unreliable. */
const FEW_TOKENS = 80;
/** Maximum number of words per title with typo tolerance. */
const MAX_GAPPED = 12;
/** Position gap before each block, to keep phrases from matching across blocks. */
const GAP = 10;

/** Hashes everything that determines the words of an entry. @param version the version of the text analysis */
export function digestOf({ title, key, language, blocks }: Searchable, version: string): string {
  const text = JSON.stringify([version, title, key, language, blocks]);
  return createHash('sha1').update(text).digest('base64url');
}

interface TokenizedText extends Detected {
  searchable: Searchable;
  isShort: boolean;
  title: Token[];
  blocks: { mentions: string[]; tokens: Token[]; weight: Weight }[];
}

/** Tokenizes an object and detects its language. */
export function tokenizeSearchable(searchable: Searchable): TokenizedText {
  const title = [...tokenize(searchable.title)];
  const blocks: TokenizedText['blocks'] = [];
  let remaining = MAX_SEARCHED;
  for (const { text, isHeading } of searchable.blocks) {
    if (remaining <= 0) break;
    const part = text.slice(0, remaining);
    blocks.push({
      tokens: [...tokenize(withoutMentions(part))],
      mentions: listMentions(part),
      weight: isHeading ? 'B' : 'D',
    });
    remaining -= text.length;
  }
  const all = [...title, ...blocks.flatMap(({ tokens }) => tokens)];
  return {
    searchable,
    ...detectLatin(all, searchable.language),
    isShort: all.length <= FEW_TOKENS,
    title,
    blocks,
  };
}

/** Lists words whose stems have to be loaded before `makeEntry` is called. */
export function* listStemmed(read: TokenizedText): Generator<readonly [Language, string]> {
  for (const tokens of [read.title, ...read.blocks.map((block) => block.tokens)]) {
    for (const token of tokens) {
      const own = languageOf(token, read.language);
      if (own === null) continue;
      yield [own, token.word];
      for (const end of listEnds(read, token)) yield [own, end];
    }
  }
}

/** Lists the suffixes of a compound if the text is in a compounding language, or if it is short and its language is uncertain. */
function listEnds({ language, isCertain, isShort }: TokenizedText, token: Token): string[] {
  if (token.script !== 'latin' || token.isJoined) return [];
  if (isCompounding(language)) return listCompoundEnds(token.word, true);
  return !isCertain && isShort ? listCompoundEnds(token.word, false) : [];
}

export function makeEntry(teamId: string, read: TokenizedText, stems: Stems, version: string): Entry {
  const { searchable, language, title, blocks } = read;
  const mark = markOf(teamId);
  const titleWords = new VectorDraft(mark);
  const words = new VectorDraft(mark);
  let position = 1;
  const add = (token: Token, weight: Weight): void => {
    const own = languageOf(token, language);
    const stem = stems.of(own, token.word);
    const at = token.isJoined ? position - 1 : position;
    // Other stop words are indexed only in titles, such as 'The Who' or 'To be'.
    if (stem !== null || weight === 'A' || token.isAcronym || isStoredParticle(token.folded)) {
      for (const lexeme of listLexemes(token, stem)) {
        if (weight === 'A') titleWords.add(lexeme, at, weight);
        words.add(lexeme, at, weight);
      }
      for (const end of listEnds(read, token)) {
        const folded = foldWord(end);
        for (const lexeme of [stems.of(own, end) ?? folded, ...spellOut(end, folded)])
          words.add(partOf(lexeme), at, 'C');
      }
    }
    if (!token.isJoined) position += 1;
  };
  for (const token of title) add(token, 'A');
  if (searchable.key !== null)
    for (const vector of [titleWords, words]) vector.add(searchable.key.toLowerCase(), position, 'A');
  for (const block of blocks) {
    position += GAP;
    for (const token of block.tokens) add(token, block.weight);
    for (const lexeme of block.mentions) words.add(lexeme, position, 'D');
  }
  const gapped = title
    .filter(({ script, isSpaced }) => script !== 'unspaced' && script !== 'emoji' && !isSpaced)
    .slice(0, MAX_GAPPED);
  return {
    searchable,
    digest: digestOf(searchable, version),
    language,
    titleWords: titleWords.toString(),
    titleGaps: [...new Set(gapped.flatMap(({ folded }) => listGaps(mark, folded)))],
    words: words.toString(),
    ...toStoredText(searchable),
  };
}

function listLexemes({ folded, also, signed }: Token, stem: string | null | undefined): Set<string> {
  const lexemes = new Set([folded, ...also]);
  if (typeof stem === 'string') lexemes.add(stem);
  if (signed !== null) lexemes.add(signed);
  return lexemes;
}

/** Returns the stored text with one line per block, up to the size limit. */
function toStoredText({ blocks }: Searchable): Pick<Entry, 'body' | 'blocks'> {
  const lines: string[] = [];
  const ids: (string | null)[] = [];
  let remaining = MAX_SHOWN;
  for (const { id, text } of blocks) {
    if (remaining <= 0) break;
    const line = text.slice(0, remaining).toWellFormed().replaceAll(/\s+/g, ' ').trim();
    if (line === '') continue;
    lines.push(line);
    ids.push(id);
    remaining -= line.length;
  }
  return { body: lines.join('\n'), blocks: ids.some((id) => id !== null) ? ids : null };
}
