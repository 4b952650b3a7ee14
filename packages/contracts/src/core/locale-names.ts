import type { Locale } from './locales.ts';

// Kept out of locales.ts, which the first page loads.

/** The name of each language in the language itself. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  hi: 'हिन्दी',
  es: 'Español',
  fr: 'Français',
  ar: 'العربية',
};
