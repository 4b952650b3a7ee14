import { expect, test } from 'vitest';
import { isLocale, matchLocale } from './locales.ts';

test('the first language that the product speaks is taken, whatever its region', () => {
  expect(matchLocale(['hi-IN', 'en-IN'])).toBe('hi');
  expect(matchLocale(['de-DE', ' HI ', 'en'])).toBe('hi');
  expect(matchLocale(['en-US', 'hi'])).toBe('en');
});

test('a person whose languages it does not speak reads English', () => {
  expect(matchLocale([])).toBe('en');
  expect(matchLocale(['de', 'fr-CA', ''])).toBe('en');
});

test('only its own languages are locales', () => {
  expect(isLocale('hi')).toBe(true);
  expect(isLocale('hi-IN')).toBe(false);
  expect(isLocale(undefined)).toBe(false);
});
