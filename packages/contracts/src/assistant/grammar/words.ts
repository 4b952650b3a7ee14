import { listWords, type Concept, type LanguageTable } from './concepts.ts';
import { ENGLISH } from './english.ts';
import { normalizeWords } from './fold.ts';
import { HINDI } from './hindi.ts';
import { splitWords } from './names.ts';

/** All tables are always active: users mix languages in one sentence. */
export const TABLES: readonly LanguageTable[] = [ENGLISH, HINDI];

interface ConceptEntry {
  words: readonly string[];
  concept: Concept;
  isEnglish: boolean;
}

/** Concepts by the first word of each phrase. */
export const CONCEPT_INDEX: ReadonlyMap<string, readonly ConceptEntry[]> = indexConcepts();

function indexConcepts(): Map<string, ConceptEntry[]> {
  const index = new Map<string, ConceptEntry[]>();
  for (const table of TABLES) {
    for (const [concept, phrases] of Object.entries(table.concepts) as [Concept, string][]) {
      for (const phrase of listWords(phrases)) {
        const words = phrase === 'tl;dr' || phrase === '->' || phrase === '→' ? [phrase] : splitWords(phrase);
        const entry = { words, concept, isEnglish: table === ENGLISH };
        const first = words[0] ?? '';
        const entries = index.get(first);
        if (entries === undefined) index.set(first, [entry]);
        else entries.push(entry);
      }
    }
  }
  return index;
}

/** Number words of all languages. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  TABLES.flatMap(({ numbers }) =>
    Object.entries(numbers).map(([word, count]) => [normalizeWords(word), count] as const),
  ),
);
