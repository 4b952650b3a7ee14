/** The languages of the product. The first is the source language. */
export const LOCALES = ['en', 'hi', 'es', 'fr', 'ar'] as const;
export type Locale = (typeof LOCALES)[number];

/**
 * BCP 47 tags for the format of numbers and dates. English is Indian English: days before months, and the same digit grouping of rupees as
 * in Hindi. Arabic uses the digits 0–9 regardless of the browser's default, because they appear next to typed digits.
 */
export const LOCALE_TAGS: Readonly<Record<Locale, string>> = {
  en: 'en-IN',
  hi: 'hi-IN',
  es: 'es',
  fr: 'fr',
  ar: 'ar-u-nu-latn',
};

/** Name of the cookie with the chosen language, also used by prerendered pages. */
export const LOCALE_COOKIE = 'lang';

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** Returns the writing direction of a language. */
export function readDirection(locale: string): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

/** Negotiates the language: the first of `wanted` (BCP 47 tags, best first) that the product supports, or English if it supports none. */
export function matchLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const language = tag.trim().toLowerCase().split('-')[0];
    if (isLocale(language)) return language;
  }
  return LOCALES[0];
}
