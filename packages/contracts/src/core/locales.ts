/** The languages of the product. The first is the one it is written in. */
export const LOCALES = ['en', 'hi', 'es', 'fr', 'ar'] as const;
export type Locale = (typeof LOCALES)[number];

/**
 * BCP 47, for numbers and dates. English as it is written in India: days before months, and the same grouping of rupees as
 * Hindi. Arabic with the digits 0–9, whatever a browser is used to: they stand beside those that people typed.
 */
export const LOCALE_TAGS: Readonly<Record<Locale, string>> = {
  en: 'en-IN',
  hi: 'hi-IN',
  es: 'es',
  fr: 'fr',
  ar: 'ar-u-nu-latn',
};

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
