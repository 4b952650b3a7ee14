import { expect, test } from 'vitest';
import { LOCALE_TAGS, LOCALES } from '#core/locales.ts';
import { addDays } from '#core/days.ts';
import { readDay, readDays } from './read-days.ts';

// A Monday.
const TODAY = '2026-11-30';

test.each([
  ['en', '24 Dec 2026', '2026-12-24'],
  ['en', 'thu, 24 december', '2026-12-24'],
  ['en', 'December 24', '2026-12-24'],
  ['en', '24/12/26', '2026-12-24'],
  ['en', '3.4.2027', '2027-04-03'],
  ['en', '2027/4/3', '2027-04-03'],
  ['en', '2026-12-24', '2026-12-24'],
  ['en', 'tomorrow', '2026-12-01'],
  ['en', 'yesterday', '2026-11-29'],
  ['en', 'in 2 weeks', '2026-12-14'],
  ['en', 'friday', '2026-12-04'],
  ['en', 'next friday', '2026-12-11'],
  ['en', 'end of month', '2026-11-30'],
  ['en-US', '12/24/2026', '2026-12-24'],
  ['en-US', '24/12/2026', '2026-12-24'],
  ['fr', '24 déc. 2026', '2026-12-24'],
  ['fr', 'jeudi 24 Decembre', '2026-12-24'],
  ['fr', '1 févr. 2027', '2027-02-01'],
  ['fr', 'demain', '2026-12-01'],
  ['fr', 'après-demain', '2026-12-02'],
  ['fr', 'dans 2 semaines', '2026-12-14'],
  ['fr', 'vendredi', '2026-12-04'],
  ['es', '24 de diciembre de 2026', '2026-12-24'],
  ['es', 'mañana', '2026-12-01'],
  ['es', 'manana', '2026-12-01'],
  ['es', 'dentro de 3 días', '2026-12-03'],
  ['es', 'miércoles', '2026-12-02'],
  ['ar', '٢٤ ديسمبر ٢٠٢٦', '2026-12-24'],
  ['ar', 'غدًا', '2026-12-01'],
  ['ar', 'الجمعة', '2026-12-04'],
  ['hi', '24 दिसंबर 2026', '2026-12-24'],
  ['hi', 'कल', '2026-12-01'],
  ['hi', 'रविवार', '2026-12-06'],
  ['hi', 'tomorrow', '2026-12-01'],
])('reads a day in %s: %s', (locale, text, day) => {
  expect(readDay(text, TODAY, LOCALE_TAGS[locale as 'en'] ?? locale)).toBe(day);
});

test.each([
  '',
  'may',
  '12',
  'sunday times',
  '31 feb 2027',
  '24 dec 2026 14:30',
  '1 2 3 4',
  '10 dec 202',
  'half of may 3',
])('rejects %j', (text) => expect(readDay(text, TODAY, 'en-IN')).toBeNull());

test.each(LOCALES)('reads each day as it is shown in %s', (locale) => {
  const tag = LOCALE_TAGS[locale];
  for (let at = 0; at < 366; at += 3) {
    const day = addDays(TODAY, at);
    for (const options of [
      { day: 'numeric', month: 'short', year: 'numeric' },
      { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
      { day: 'numeric', month: 'numeric', year: '2-digit' },
    ] as const) {
      const shown = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(day));
      expect(readDay(shown, TODAY, tag), shown).toBe(day);
    }
  }
});

test('reads a range in the words of the language', () => {
  expect(readDays('24 déc. – 31 déc.', TODAY, 'fr')).toBe('2026-12-24..2026-12-31');
});
