import { expect, it } from 'vitest';
import { lineOf } from './fields.ts';

it.each([
  '',
  ' ',
  '\u200b',
  '\u3164',
  '\u2800 \u2060',
  '\u00ad',
  '\u200d',
  '\u0301',
  ' \u0301\u200b',
  '\u093f',
])('rejects a line without a visible character: %j', (text) => {
  const issues = lineOf(20).safeParse(text).error?.issues;
  expect(issues?.map(({ message }) => message)).toEqual(['can’t be empty']);
});

it.each([
  'Cafe\u0301',
  'Later\u200b',
  '\u2764\ufe0f',
  '1\ufe0f\u20e3',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  '\ud83d\udc69\u200d\ud83d\udcbb',
])('keeps the characters of a line unchanged: %j', (text) => {
  expect(lineOf(20).parse(text)).toBe(text);
});
