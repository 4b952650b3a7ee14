import type { Locale } from './locales.ts';

// Separate from the list of languages, which the first page needs.

/** Each language's own name, as people look for it. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  hi: 'हिन्दी',
  es: 'Español',
  fr: 'Français',
  ar: 'العربية',
};
