import { createHash } from 'node:crypto';
import { listGaps } from './gaps.ts';
import { detectLatin, languageOf, type Language } from './languages.ts';
import type { Stems } from './stems.ts';
import { MOST_SEARCHED, type Thing } from './thing.ts';
import { tokenize, type Token } from './tokens.ts';
import { markOf, VectorDraft, type Weight } from './vector.ts';

/** A row of the index, but for whose it is and of which making. */
export interface Entry {
  thing: Thing;
  digest: string;
  language: Language;
  titleWords: string;
  titleGaps: number[];
  words: string;
  body: string;
  blocks: (string | null)[] | null;
}

/** Limit of the stored text of an entry, in UTF-16 units. */
const MOST_SHOWN = 32_000;
/** Of a title, for slips of the finger. */
const MOST_GAPPED = 12;
/** Between a title and what follows it, so that they are not read as one phrase. */
const GAP = 10;

/** Where this is the same, so are the words. @param version of how they are made */
export function digestOf({ title, key, language, blocks }: Thing, version: string): string {
  const text = JSON.stringify([version, title, key, language, blocks]);
  return createHash('sha1').update(text).digest('base64url');
}

interface Read {
  thing: Thing;
  language: Language;
  title: Token[];
  blocks: { tokens: Token[]; weight: Weight }[];
}

/** The words of a thing, and in which language they are. */
export function readThing(thing: Thing): Read {
  const title = [...tokenize(thing.title)];
  const blocks: Read['blocks'] = [];
  let left = MOST_SEARCHED;
  for (const { text, isHeading } of thing.blocks) {
    if (left <= 0) break;
    blocks.push({ tokens: [...tokenize(text.slice(0, left))], weight: isHeading ? 'B' : 'D' });
    left -= text.length;
  }
  const all = [...title, ...blocks.flatMap(({ tokens }) => tokens)];
  return { thing, language: detectLatin(all, thing.language), title, blocks };
}

/** Words of which stems have to be known before `makeEntry`. */
export function* listStemmed({ language, title, blocks }: Read): Generator<readonly [Language, string]> {
  for (const tokens of [title, ...blocks.map((block) => block.tokens)]) {
    for (const token of tokens) {
      const own = languageOf(token, language);
      if (own !== null) yield [own, token.word];
    }
  }
}

export function makeEntry(teamId: string, read: Read, stems: Stems, version: string): Entry {
  const { thing, language, title, blocks } = read;
  const mark = markOf(teamId);
  const titleWords = new VectorDraft(mark);
  const words = new VectorDraft(mark);
  let place = 1;
  const add = (token: Token, weight: Weight): void => {
    const stem = stems.of(languageOf(token, language), token.word);
    // What says nothing by itself is looked for in titles alone: 'The Who', 'To be'.
    if (stem !== null || weight === 'A') {
      const lexemes = stem === null || stem === undefined ? [token.folded] : [token.folded, stem];
      for (const lexeme of new Set(lexemes)) {
        if (weight === 'A') titleWords.add(lexeme, place, weight);
        words.add(lexeme, place, weight);
      }
    }
    place += 1;
  };
  for (const token of title) add(token, 'A');
  if (thing.key !== null)
    for (const vector of [titleWords, words]) vector.add(thing.key.toLowerCase(), place, 'A');
  for (const block of blocks) {
    place += GAP;
    for (const token of block.tokens) add(token, block.weight);
  }
  const gapped = title.filter(({ script }) => script !== 'unspaced').slice(0, MOST_GAPPED);
  return {
    thing,
    digest: digestOf(thing, version),
    language,
    titleWords: titleWords.toString(),
    titleGaps: [...new Set(gapped.flatMap(({ folded }) => listGaps(mark, folded)))],
    words: words.toString(),
    ...keepShown(thing),
  };
}

/** A line for each block, as far as there is room. */
function keepShown({ blocks }: Thing): Pick<Entry, 'body' | 'blocks'> {
  const lines: string[] = [];
  const ids: (string | null)[] = [];
  let left = MOST_SHOWN;
  for (const { id, text } of blocks) {
    if (left <= 0) break;
    const line = text.slice(0, left).toWellFormed().replaceAll(/\s+/g, ' ').trim();
    if (line === '') continue;
    lines.push(line);
    ids.push(id);
    left -= line.length;
  }
  return { body: lines.join('\n'), blocks: ids.some((id) => id !== null) ? ids : null };
}
