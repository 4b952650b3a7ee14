import { expect, test } from 'vitest';
import { isLocale, LOCALES, matchLocale, readDirection } from './locales.ts';

test('matches the first supported language, regardless of region', () => {
  expect(matchLocale(['hi-IN', 'en-IN'])).toBe('hi');
  expect(matchLocale(['de-DE', ' HI ', 'en'])).toBe('hi');
  expect(matchLocale(['en-US', 'hi'])).toBe('en');
  expect(matchLocale(['de', 'es-419', 'fr'])).toBe('es');
  expect(matchLocale(['fr-CA', 'en-CA'])).toBe('fr');
  expect(matchLocale(['ar-SA', 'en'])).toBe('ar');
});

test('falls back to English if no language is supported', () => {
  expect(matchLocale([])).toBe('en');
  expect(matchLocale(['de', 'arn', ''])).toBe('en');
});

test('accepts only supported locales', () => {
  expect(isLocale('hi')).toBe(true);
  expect(isLocale('hi-IN')).toBe(false);
  expect(isLocale(undefined)).toBe(false);
});

test('returns the writing direction of each language', () => {
  for (const locale of LOCALES) {
    const script = new Intl.Locale(locale).maximize().script;
    expect([locale, readDirection(locale)]).toEqual([locale, script === 'Arab' ? 'rtl' : 'ltr']);
  }
});
