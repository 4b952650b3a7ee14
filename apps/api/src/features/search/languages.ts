import type { Script, Token } from './tokens.ts';

/** Languages with stemming, and the names of their PostgreSQL dictionaries. */
const DICTIONARIES = {
  en: 'english',
  es: 'spanish',
  fr: 'french',
  de: 'german',
  pt: 'portuguese',
  it: 'italian',
  nl: 'dutch',
  hi: 'hindi',
  ar: 'arabic',
  ru: 'russian',
  el: 'greek',
  ta: 'tamil',
  hy: 'armenian',
} as const;
export type Language = keyof typeof DICTIONARIES;

/** Scripts whose words are always stemmed in the same language. */
const BY_SCRIPT: Partial<Record<Script, Language>> = {
  devanagari: 'hi',
  arabic: 'ar',
  cyrillic: 'ru',
  greek: 'el',
  tamil: 'ta',
  armenian: 'hy',
};

/**
 * Frequent short words that distinguish a language from similar ones. Words of several languages are listed for each of them: 'is in' is
 * English as much as Dutch.
 */
const DISTINCTIVE_WORDS = {
  en: new Set(
    'the of and is are was were with this that for not you we have will which they from be it in on to at by our can'.split(
      ' ',
    ),
  ),
  es: new Set(
    'el los las una y es son con para por pero más está del al como muy este esta se lo su que'.split(' '),
  ),
  fr: new Set(
    'le les des et est sont avec pour pas mais dans sur une du au aux ce cette nous vous qui ne'.split(' '),
  ),
  de: new Set(
    'der die das und ist sind mit für nicht ein eine auf den dem des zu wir sie auch wird von im'.split(' '),
  ),
  pt: new Set(
    'o os as uma e são com para não mas em do da dos das ao está você mais muito pelo que'.split(' '),
  ),
  it: new Set(
    'il lo gli una e è sono con per non ma nel del della dei che più anche questo alla di'.split(' '),
  ),
  nl: new Set(
    'de het een en is zijn met voor niet maar op van dat deze wij ook wordt naar bij te'.split(' '),
  ),
} satisfies Partial<Record<Language, ReadonlySet<string>>>;
const LATIN = Object.keys(DISTINCTIVE_WORDS) as (keyof typeof DISTINCTIVE_WORDS)[];
const MIN_DISTINCTIVE = 2;
const ENOUGH_TOKENS = 300;

export function dictionaryOf(language: Language): string {
  return DICTIONARIES[language];
}

/** Returns the language of a word in text of the given language, or null if the word is not stemmed. */
export function languageOf({ script }: Pick<Token, 'script'>, ofText: Language): Language | null {
  return script === 'latin' ? ofText : (BY_SCRIPT[script] ?? null);
}

/** Returns the possible languages of a query word, given the languages of the team. */
export function languagesOf(token: Pick<Token, 'script'>, ofTeam: readonly string[]): Language[] {
  if (token.script !== 'latin') return [BY_SCRIPT[token.script]].filter((one) => one !== undefined);
  return ['en', ...LATIN.filter((one) => one !== 'en' && ofTeam.includes(one))];
}

export interface Detected {
  language: Language;
  /** Whether the language was detected from the text itself. False if the fallback is used. */
  isCertain: boolean;
}

/** Detects the language of a text in Latin script. @param fallback the author's language */
export function detectLatin(tokens: readonly Token[], fallback: string | null): Detected {
  const hits = new Map(LATIN.map((language) => [language, 0]));
  for (const { word, script } of tokens.slice(0, ENOUGH_TOKENS)) {
    if (script !== 'latin' || word.length > 5) continue;
    for (const language of LATIN) {
      if (DISTINCTIVE_WORDS[language].has(word)) hits.set(language, (hits.get(language) ?? 0) + 1);
    }
  }
  const [first, second] = [...hits].toSorted((a, b) => b[1] - a[1]);
  if (first !== undefined && first[1] >= MIN_DISTINCTIVE && first[1] > (second?.[1] ?? 0))
    return { language: first[0], isCertain: true };
  return { language: LATIN.find((language) => language === fallback) ?? 'en', isCertain: false };
}
