import type { SearchKind } from '@hearth/contracts/search/search-values';
import type { ToolRequest } from '#features/assistant/models/built-in-model.ts';
import type { ToolResult } from '#features/assistant/tools/tool.ts';
import type { Scene } from './converse.ts';
import { extractKeywords, pickSentence } from './keywords.ts';
import { dataOf, mark, quote } from './show.ts';

type ToolScript<T> = AsyncGenerator<readonly ToolRequest[], T, readonly ToolResult[]>;

interface Hit {
  kind: SearchKind;
  id: string;
  title: string;
  snippet: string;
  handle: string;
}
interface Block {
  kind: string;
  text: string;
  handle: string;
}

const MAX_FOUND = 8;
const MAX_SHOWN = 3;
/** Maximum number of words searched for separately when no result contains all of them. */
const MAX_WORDS = 6;

/**
 * Answers a question from the team's own content: the best matching sentence of each document and the snippet of each other hit, quoted and
 * cited. Returns null without a hit. Takes at most three steps because the steps of a turn are limited.
 */
export async function* answerQuestion({ phrases }: Scene, question: string): ToolScript<string | null> {
  const keywords = extractKeywords(question);
  const hits = (yield* findHits(question, keywords)).slice(0, MAX_SHOWN);
  if (hits.length === 0) return null;
  const sentences = yield* readSentences(hits, keywords);
  const lines = hits.map((hit) => {
    const { text, of } = sentences.get(hit.id) ?? { text: hit.snippet, of: hit.handle };
    const tail = text === '' ? '' : ` — “${quote(text)}”`;
    return `- **${quote(hit.title)}**${tail}${mark(of)}`;
  });
  return [phrases.found(quote(question)), '', ...lines].join('\n');
}

/** Returns hits for all words, or else hits for at least half of them, best first: a single common word is not enough. */
async function* findHits(question: string, keywords: readonly string[]): ToolScript<Hit[]> {
  const [whole = []] = yield* search([keywords.length === 0 ? question : keywords.join(' ')]);
  if (whole.length > 0 || keywords.length < 2) return whole;
  const searched = keywords.slice(0, MAX_WORDS);
  const counted = new Map<string, { hit: Hit; count: number }>();
  for (const hits of yield* search(searched)) {
    for (const hit of hits) counted.set(hit.id, { hit, count: (counted.get(hit.id)?.count ?? 0) + 1 });
  }
  return [...counted.values()]
    .filter(({ count }) => count * 2 >= searched.length)
    .toSorted((one, other) => other.count - one.count)
    .map(({ hit }) => hit);
}

/** Returns the results of each query, deduplicated. */
async function* search(queries: readonly string[]): ToolScript<Hit[][]> {
  const found = yield queries.map((query) => ({
    tool: 'search',
    input: { query: query.slice(0, 200), limit: MAX_FOUND },
  }));
  return found.map((one) => {
    const { results = [] } = dataOf<{ results: Hit[] }>(one);
    return results.filter(({ id }, at) => results.findIndex((other) => other.id === id) === at);
  });
}

async function* readSentences(
  hits: readonly Hit[],
  keywords: readonly string[],
): ToolScript<Map<string, { text: string; of: string }>> {
  const documents = hits.filter(({ kind }) => kind === 'document');
  const sentences = new Map<string, { text: string; of: string }>();
  if (documents.length === 0) return sentences;
  const read = yield documents.map(({ id }) => ({ tool: 'readDocument', input: { documentId: id } }));
  for (const [at, { id }] of documents.entries()) {
    const blocks = dataOf<{ document: { blocks: Block[] } }>(read[at]).document?.blocks ?? [];
    const texts = blocks.filter(({ kind }) => kind !== 'heading');
    const sentence = pickSentence(
      texts.map(({ text, handle }) => ({ text, of: handle })),
      keywords,
    );
    if (sentence !== null) sentences.set(id, sentence);
  }
  return sentences;
}
