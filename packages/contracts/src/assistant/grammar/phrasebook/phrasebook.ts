import { LOCALES, type Locale } from '#core/locales.ts';
import { splitWords } from '#assistant/grammar/names.ts';
import { BEGINNINGS, MESSAGES } from './phrases.ts';

interface Translated {
  /** The message in English. */
  text: string;
  language: Locale;
}

/** Longer input is never a whole message of the phrasebook. */
const MAX_TEXT = 80;

const normalize = (text: string): string => splitWords(text.replaceAll(/[?؟¿¡!.]/gu, ' ')).join(' ');

function indexPhrases(): Map<string, Translated[]> {
  const index = new Map<string, Translated[]>();
  for (const [text, translations] of MESSAGES)
    for (const language of LOCALES)
      for (const phrase of translations[language]?.split('|') ?? []) {
        const name = normalize(phrase);
        index.set(name, [...(index.get(name) ?? []), { text, language }]);
      }
  return index;
}
const PHRASES: ReadonlyMap<string, readonly Translated[]> = indexPhrases();

const STARTS = BEGINNINGS.flatMap(([english, translations]) =>
  LOCALES.flatMap((language) =>
    (translations[language]?.split('|') ?? []).map((phrase) => ({ english, language, phrase })),
  ),
).toSorted((a, b) => b.phrase.length - a.phrase.length);

/**
 * Translates a message in a language without a grammar to English: the suggestions of the app and similar messages. Returns null for any other
 * message.
 * @param locale the user's language, which is preferred if a phrase is the same in several languages
 */
export function translate(text: string, locale: string): Translated | null {
  const line = text.trim();
  if (line.length <= MAX_TEXT) {
    const found = PHRASES.get(normalize(line)) ?? [];
    const [first] = found;
    if (first !== undefined) return found.find(({ language }) => language === locale) ?? first;
  }
  const lower = line.toLowerCase();
  const start = STARTS.find(({ phrase }) => lower.startsWith(`${phrase} `) || lower.startsWith(`${phrase}:`));
  if (start === undefined) return null;
  return { text: `${start.english}${line.slice(start.phrase.length)}`, language: start.language };
}
