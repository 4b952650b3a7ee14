import { isEmoji } from '@hearth/contracts/rich-text/comment-values';
import type { Locale } from '@hearth/contracts/core/locales';
import { foldWord } from '@hearth/contracts/core/fold';
import { SHORT_NAMES } from './short-names.ts';

/** An emoji with its localized name. `names` and `keywords` (synonyms) are folded and cover all loaded languages. */
export interface NamedEmoji {
  emoji: string;
  name: string;
  names: readonly string[];
  keywords: readonly string[];
}

/** Unicode CLDR annotations, as in `cldr-annotations-modern`. */
export interface Annotations {
  annotations: { annotations: Readonly<Record<string, { default?: string[]; tts?: string[] }>> };
}

/** One lazy chunk per language. Loaded on the first search. */
export const ANNOTATIONS: Readonly<Record<Locale, () => Promise<{ default: Annotations }>>> = {
  en: () => import('cldr-annotations-modern/annotations/en/annotations.json'),
  hi: () => import('cldr-annotations-modern/annotations/hi/annotations.json'),
  es: () => import('cldr-annotations-modern/annotations/es/annotations.json'),
  fr: () => import('cldr-annotations-modern/annotations/fr/annotations.json'),
  ar: () => import('cldr-annotations-modern/annotations/ar/annotations.json'),
};

/**
 * Returns the emoji of the first source that this product supports, named in that source's language.
 * @param sources annotations in the user's language, followed by those of further languages to search
 */
export function nameEmoji(sources: readonly Annotations[]): NamedEmoji[] {
  const [own] = sources;
  return Object.entries(own?.annotations.annotations ?? {}).flatMap(([sign, { tts: [name] = [''] }]) => {
    // CLDR omits variation selector 16.
    const emoji = [sign, `${sign}\ufe0f`].find(isEmoji);
    if (emoji === undefined || name === undefined) return [];
    const all = sources.map(({ annotations: { annotations } }) => annotations[sign] ?? {});
    const names = all.flatMap(({ tts = [] }) => tts.flatMap((one) => foldWord(one).split(', ')));
    const keywords = all.flatMap(({ default: more = [] }) => more.map(foldWord));
    return [{ emoji, name, names, keywords }];
  });
}

/**
 * Ranks short names first, then exact matches, prefix matches, and matches of a later word. Within each group, names rank before synonyms.
 */
export function findEmoji(all: readonly NamedEmoji[], typed: string, limit: number): NamedEmoji[] {
  const wanted = foldWord(typed.replaceAll('_', ' ').trim());
  if (wanted === '') return [];
  const short = readShortName(typed.trim());
  const ranked = all.flatMap((one) => {
    if (one.emoji === short) return [{ one, rank: -1 }];
    const ranks = [
      ...one.names.map((name) => rankWord(name, wanted)),
      ...one.keywords.map((word) => rankWord(word, wanted) + 1),
    ];
    const rank = Math.min(...ranks);
    return rank === Infinity ? [] : [{ one, rank }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ one }) => one);
}

/** Returns the emoji with this short name, such as `tada`. */
function readShortName(typed: string): string | undefined {
  const name = typed.toLowerCase();
  return Object.hasOwn(SHORT_NAMES, name) ? SHORT_NAMES[name] : undefined;
}

/** Returns the emoji whose name, in one of the loaded languages, is the typed text. */
export function readEmojiName(all: readonly NamedEmoji[], typed: string): string | undefined {
  const wanted = foldWord(typed.replaceAll('_', ' '));
  return readShortName(typed) ?? all.find(({ names }) => names.includes(wanted))?.emoji;
}

function rankWord(word: string, wanted: string): number {
  if (word === wanted) return 0;
  if (word.startsWith(wanted)) return 2;
  return word.includes(` ${wanted}`) ? 4 : Infinity;
}
