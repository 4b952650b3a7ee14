import { LOCALES } from '@hearth/contracts/core/locales';
import { expect, test } from 'vitest';
import { formatWhen } from './format-when.ts';

test('formats days and timestamps in the reader’s language and time zone', () => {
  const at = (when: string) =>
    LOCALES.map((locale) =>
      formatWhen(when, { locale, timeZone: 'Asia/Kolkata' }).replaceAll(/[\u00a0\u202f]/gu, ' '),
    );
  expect(at('2026-12-01')).toEqual([
    '1 Dec 2026',
    '1 दिस॰ 2026',
    '1 dic 2026',
    '1 déc. 2026',
    '1 ديسمبر 2026',
  ]);
  expect(at('2026-12-01T20:00:00.000Z')).toEqual([
    '2 Dec 2026, 1:30 am',
    '2 दिस॰ 2026, 1:30 am',
    '2 dic 2026, 1:30',
    '2 déc. 2026, 01:30',
    '2 ديسمبر 2026، 1:30 ص',
  ]);
});
