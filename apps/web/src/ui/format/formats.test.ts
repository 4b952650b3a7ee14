import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import {
  compareNames,
  formatCalendarDay,
  formatChoice,
  formatList,
  formatMoment,
  formatNearDay,
  formatNumber,
  formatPair,
  formatParts,
  formatRupees,
  listWeekdays,
  readFirstWeekday,
} from './formats.ts';
import { messages as arabic } from '#locales/ar.po';
import { messages as english } from '#locales/en.po';
import { messages as french } from '#locales/fr.po';
import { setTimeZone } from './reader.ts';

function read(locale: string): void {
  i18n.loadAndActivate({ locale, messages: {} });
}

afterEach(() => setTimeZone(undefined));

test('formats an instant in the user’s time zone', () => {
  read('en');
  setTimeZone('Asia/Kolkata');
  expect(formatMoment('2026-11-20T20:00:00Z', { dateStyle: 'medium' })).toBe('21 Nov 2026');
  setTimeZone('America/New_York');
  expect(formatMoment('2026-11-20T20:00:00Z', { dateStyle: 'medium' })).toBe('20 Nov 2026');
});

test('omits the comma before the year in a date with a weekday in Indian English', () => {
  read('en');
  const all = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  expect(formatCalendarDay('2026-12-31', all)).toBe('Thu, 31 Dec 2026');
  expect(formatCalendarDay('2026-12-31', { ...all, weekday: 'long', month: 'long' })).toBe(
    'Thursday, 31 December 2026',
  );
});

test('lists the weekdays from the first day of the week', () => {
  expect(listWeekdays(7)).toEqual([7, 1, 2, 3, 4, 5, 6]);
  expect(listWeekdays(1)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('formats a calendar day independently of the time zone', () => {
  read('en');
  setTimeZone('America/New_York');
  expect(formatCalendarDay('2026-11-20')).toBe('20 Nov 2026');
  read('hi');
  expect(formatCalendarDay('2026-11-20')).toBe('20 नव॰ 2026');
});

test('groups digits of rupees and numbers as in India', () => {
  for (const locale of ['en', 'hi']) {
    read(locale);
    expect(formatRupees(1199)).toBe('₹1,199');
    expect(formatNumber(1_234_567)).toBe('12,34,567');
  }
});

test('formats days, numbers and money according to the language, with Latin digits', () => {
  const formatted = ['es', 'fr', 'ar'].map((locale) => {
    read(locale);
    const texts = [formatCalendarDay('2026-11-20'), formatNumber(1_234_567), formatRupees(1199)];
    // Normalizes non-breaking spaces. Removes the invisible mark that keeps a sign next to its number.
    return texts.map((text) => text.replaceAll(/\s/g, ' ').replaceAll('\u{200F}', ''));
  });
  expect(formatted).toEqual([
    ['20 nov 2026', '1.234.567', '1199 ₹'],
    ['20 nov. 2026', '1 234 567', '1 199 ₹'],
    ['20 نوفمبر 2026', '1,234,567', '1,199 ₹'],
  ]);
});

test('starts weeks on Monday in Spain and France and on Saturday in Egypt', () => {
  // Monday is acceptable if the engine does not support week information.
  const isKnown = 'getWeekInfo' in Intl.Locale.prototype || 'weekInfo' in Intl.Locale.prototype;
  const first = ['es', 'fr', 'ar'].map((locale) => {
    read(locale);
    return readFirstWeekday();
  });
  expect(first).toEqual([1, 1, isKnown ? 6 : 1]);
});

test('formats lists and sorts names according to the language', () => {
  read('en');
  expect(formatList(['Ada', 'Bo', 'Cy'])).toBe('Ada, Bo and Cy');
  expect(formatChoice(['Ada', 'Bo', 'Cy'])).toBe('Ada, Bo or Cy');
  expect(['task 10', 'Émile', 'task 9', 'Eva'].toSorted(compareNames)).toEqual([
    'Émile',
    'Eva',
    'task 9',
    'task 10',
  ]);
  read('hi');
  expect(formatList(['Ada', 'Bo', 'Cy'])).toBe('Ada, Bo, और Cy');
  read('fr');
  expect(formatChoice(['Ada', 'Bo'])).toBe('Ada ou Bo');
  expect(['zèle', 'Étude', 'etudes'].toSorted(compareNames)).toEqual(['Étude', 'etudes', 'zèle']);
  read('es');
  expect(['nube', 'ñame', 'oca'].toSorted(compareNames)).toEqual(['nube', 'ñame', 'oca']);
  read('ar');
  expect(['يد', 'باب', 'أمر'].toSorted(compareNames)).toEqual(['أمر', 'باب', 'يد']);
});

test('formats yesterday, today and tomorrow as words and other days as dates', () => {
  read('en');
  const today = '2026-11-20';
  expect(['2026-11-19', today, '2026-11-21'].map((day) => formatNearDay(day, today))).toEqual([
    'Yesterday',
    'Today',
    'Tomorrow',
  ]);
  expect(formatNearDay('2026-12-03', today)).toBe('3 Dec');
  expect(formatNearDay('2027-01-03', today)).toBe('3 Jan 2027');
  read('hi');
  expect(formatNearDay('2026-12-03', today)).toBe('3 दिस॰');
});

test.each([
  ['en', english, 'Lamp, High, 20 Nov', 'Save: Name'],
  ['ar', arabic, 'Lamp، High، 20 Nov', 'Save: Name'],
  ['fr', french, 'Lamp, High, 20 Nov', 'Save\u00a0: Name'],
])('joins facts and names with the punctuation of the language: %s', (locale, messages, parts, pair) => {
  i18n.loadAndActivate({ locale, messages });
  expect(formatParts(['Lamp', '', 'High', '20 Nov'])).toBe(parts);
  expect(formatParts([])).toBe('');
  expect(formatPair('Save', 'Name')).toBe(pair);
});
