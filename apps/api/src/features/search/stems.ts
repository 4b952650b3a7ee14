import { foldWord } from '@hearth/contracts/core/fold';
import type { AnyTx } from '#platform/db/index.ts';
import { dictionaryOf, type Language } from './languages.ts';
import { stemWords } from './stems.queries.ts';

const MOST_KEPT = 100_000;
/** A statement has a deadline. */
const AT_ONCE = 5_000;

type StemRequest = readonly [language: Language, word: string];

/** Stems of words, as the database's dictionaries know them; kept, since the same words come again and again. */
export class Stems {
  /** null = the word says nothing by itself. */
  readonly #known = new Map<string, string | null>();

  knows(asked: readonly StemRequest[]): boolean {
    return asked.every(([language, word]) => this.#known.has(`${language} ${word}`));
  }

  /** Learns those that are not known yet. */
  async learn(tx: AnyTx, asked: readonly StemRequest[]): Promise<void> {
    if (this.#known.size > MOST_KEPT) this.#known.clear();
    const missing = new Map(
      asked
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

  /** Folded; null for a word that says nothing by itself, undefined where there is no dictionary. */
  of(language: Language | null, word: string): string | null | undefined {
    return language === null ? undefined : this.#known.get(`${language} ${word}`);
  }
}
