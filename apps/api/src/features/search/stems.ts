import { foldWord } from '@hearth/contracts/core/fold';
import type { AnyTx } from '#platform/db/index.ts';
import { dictionaryOf, type Language } from './languages.ts';
import { stemWords } from './stems.queries.ts';

const MAX_KEPT = 100_000;
/** Batch size, limited because statements have a timeout. */
const AT_ONCE = 5_000;

type StemRequest = readonly [language: Language, word: string];

/** Caches word stems from the database's dictionaries. */
export class Stems {
  /** Stems by language and word. Null for stop words. */
  readonly #known = new Map<string, string | null>();

  hasAll(requests: readonly StemRequest[]): boolean {
    return requests.every(([language, word]) => this.#known.has(`${language} ${word}`));
  }

  /** Loads missing stems. */
  async load(tx: AnyTx, requests: readonly StemRequest[]): Promise<void> {
    if (this.#known.size > MAX_KEPT) this.#known.clear();
    const missing = new Map(
      requests
        .map(([language, word]) => [`${language} ${word}`, { language, word }] as const)
        .filter(([key]) => !this.#known.has(key)),
    );
    const list = [...missing];
    for (let at = 0; at < list.length; at += AT_ONCE) {
      const part = list.slice(at, at + AT_ONCE);
      const stems = await stemWords(
        tx,
        part.map(([, { language, word }]) => ({ dictionary: dictionaryOf(language), word })),
      );
      for (const [index, [key]] of part.entries()) {
        const stem = stems[index] ?? null;
        this.#known.set(key, stem === null ? null : foldWord(stem));
      }
    }
  }

  /** Returns the folded stem. Returns null for stop words, and undefined if there is no language or the stem has not been loaded. */
  of(language: Language | null, word: string): string | null | undefined {
    return language === null ? undefined : this.#known.get(`${language} ${word}`);
  }
}
