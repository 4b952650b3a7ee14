import { expect, it } from 'vitest';
import { findPosition, findPositionOfLate } from './text-position.ts';

const positionOf = (earlier: string, text: string) =>
  findPosition(earlier.replace('|', ''), earlier.indexOf('|'), text)?.at;

it.each([
  ['Rye |loaf', 'Rye loaf', 4],
  ['Rye loaf|', 'Rye loaf', 8],
  ['|Rye loaf', 'Rye loaf', 0],
  ['Rye |loaf', 'Corn and Rye loaf', 13],
  ['Rye |loaf of the baker', 'loaf of the baker', 0],
  ['Rye |loaf', 'Rye loaf and Rye loaf', 4],
  ['one two |three', 'one two 3 three', 8],
])('maps the caret in %s to %s at offset %i', (earlier, text, at) => {
  expect(positionOf(earlier, text)).toBe(at);
});

it('returns no position if the strings have little in common', () => {
  expect(positionOf('Rye |loaf', 'Corn')).toBeUndefined();
});

it('maps a position to a string that lacks the most recently typed characters', () => {
  expect(findPositionOfLate('Rye fresh loaf', 9, 'Rye loaf')?.at).toBe(3);
  expect(findPositionOfLate('Rye loaf for two', 16, 'Rye loaf')?.at).toBe(8);
  expect(findPositionOfLate('A Rye loaf', 0, 'Rye loaf')?.at).toBe(0);
});
