import type { Locale } from './locales.ts';

// Apart from the list of languages, which the first page needs.

/** Each language in its own words, as a person looks for it. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  hi: 'हिन्दी',
  es: 'Español',
  fr: 'Français',
  ar: 'العربية',
};
