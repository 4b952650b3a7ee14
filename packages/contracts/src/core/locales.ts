/** The languages of the product. The first is the one it is written in. */
export const LOCALES = ['en', 'hi', 'es', 'fr', 'ar'] as const;
export type Locale = (typeof LOCALES)[number];

/** Holds the chosen language, so that the prerendered pages come in it too. */
export const LOCALE_COOKIE = 'lang';

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** The writing direction of a language. */
export function readDirection(locale: string): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

/**
 * Negotiates the language: the first of `wanted` (BCP 47 tags, the best first) that the product speaks;
 * English where it speaks none.
 */
export function matchLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const language = tag.trim().toLowerCase().split('-')[0];
    if (isLocale(language)) return language;
  }
  return LOCALES[0];
}
