import type { Locale } from '@hearth/contracts/core/locales';
import { ARABIC } from './arabic.ts';
import { ENGLISH, type Phrases } from './english.ts';
import { FRENCH } from './french.ts';
import { HINDI } from './hindi.ts';
import { SPANISH } from './spanish.ts';

/** Phrases of the built-in assistant. */
export const PHRASES: Readonly<Record<Locale, Phrases>> = {
  en: ENGLISH,
  hi: HINDI,
  es: SPANISH,
  fr: FRENCH,
  ar: ARABIC,
};
