import { expect, test } from 'vitest';
import { isInGap } from './drop-area.ts';

const area = (left: number, right: number) => ({ left, right, top: 100, bottom: 500 });
const [board, own, refusing] = [{ left: 0, right: 900, top: 90, bottom: 510 }, area(20, 300), area(312, 600)];

test.each([
  ['in the gap between two columns', 306, 300, true],
  ['in the margin below the column', 150, 508, true],
  ['over another column, which may accept no tasks', 320, 300, false],
  ['far from the column', 700, 300, false],
  ['above the board', 150, 86, false],
  ['beside the board', -2, 300, false],
])('tells whether a card released %s stays in the column it left', (_, clientX, clientY, expected) => {
  expect(isInGap({ clientX, clientY }, own, board, [own, refusing])).toBe(expected);
});
