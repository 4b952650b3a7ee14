import { expect, it } from 'vitest';
import { listWorse, type Figure } from './baseline.ts';

const figure = (value: number, unit: string, ratio: number | null = null): Figure => ({
  name: 'x',
  value,
  unit,
  ratio,
});

it.each<[string, Figure, Figure, number, boolean]>([
  ['a time a twentieth longer', figure(100, 'ms'), figure(105, 'ms'), 1, false],
  ['a time a fifth longer', figure(100, 'ms'), figure(120, 'ms'), 1, true],
  ['a time a fifth longer on a machine a fifth slower', figure(100, 'ms'), figure(120, 'ms'), 1.2, false],
  ['a fifth fewer calls a second', figure(100, '/s'), figure(80, '/s'), 1, true],
  ['a fifth more calls a second', figure(100, '/s'), figure(120, '/s'), 1, false],
  ['as many calls a second as a slower machine lets', figure(100, '/s'), figure(50, '/s'), 2, false],
  ['a larger size on a slower machine', figure(100, 'kB'), figure(120, 'kB'), 2, true],
  ['a longer time of the same ratio', figure(100, 'ms', 2), figure(300, 'ms', 2.1), 1, false],
  ['the same time of a worse ratio', figure(100, 'ms', 2), figure(100, 'ms', 2.5), 1, true],
  ['a figure that could not be taken', figure(100, 'ms'), figure(Number.NaN, 'ms'), 1, false],
])('%s is told or not', (_case, before, now, slowness, isTold) => {
  const told = listWorse([now], slowness, { slowness: 1, figures: [before] });
  expect(told.length > 0).toBe(isTold);
});
