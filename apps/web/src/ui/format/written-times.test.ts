import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { readTime } from '@hearth/contracts/quick-parser/read-time';
import { formatMoment } from './formats.ts';

afterEach(() => i18n.activate('en'));

test('parses every formatted minute of the day in English and Hindi', () => {
  for (const locale of ['en', 'hi']) {
    i18n.load(locale, {});
    i18n.activate(locale);
    for (let minute = 0; minute < 1440; minute += 1) {
      const at = new Date(minute * 60_000);
      const written = formatMoment(at, { timeZone: 'UTC', timeStyle: 'short' });
      expect([written, readTime(written)]).toEqual([written, at.toISOString().slice(11, 16)]);
    }
  }
});
