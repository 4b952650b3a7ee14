import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimate, lineOf } from './fields.ts';
import { isEstimate } from '#model/task-values.ts';

const sayFaults = (value: number) => estimate.safeParse(value).error?.issues.map(({ message }) => message);

it('accepts only estimates in quarters, also for tiny numbers', () => {
  expect([0, 0.25, 3, 5.75, 999].map(sayFaults)).toEqual(Array.from({ length: 5 }));
  for (const off of [0.3, 1e-81, Number.MIN_VALUE])
    expect(sayFaults(off)).toEqual(['must be a multiple of 0.25']);
  expect(sayFaults(-1)).toEqual(['must be 0 or more']);
  expect(sayFaults(1000)).toEqual(['must be 999 or less']);
  fc.assert(
    fc.property(fc.double(), (value) => {
      expect(estimate.safeParse(value).success).toBe(isEstimate(value));
    }),
  );
});

it.each(['', ' ', '\u200b', '\u3164', '\u2800 \u2060', '\u00ad', '\u200d'])(
  'refuses a line without a visible character: %j',
  (text) => {
    const issues = lineOf(20).safeParse(text).error?.issues;
    expect(issues?.map(({ message }) => message)).toEqual(['can’t be empty']);
  },
);

it.each([
  'Cafe\u0301',
  'Later\u200b',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  '\ud83d\udc69\u200d\ud83d\udcbb',
])('keeps a line as typed: %j', (text) => {
  expect(lineOf(20).parse(text)).toBe(text);
});
