import { expect, test } from 'vitest';
import { COLORS } from '@hearth/contracts/core/colors';
import { pickColor } from './labels.data.ts';

test('prefers unused colors for new labels and never picks gray', () => {
  const labels: { color: (typeof COLORS)[number] }[] = [];
  for (let count = 0; count < COLORS.length - 1; count += 1) labels.push({ color: pickColor(labels) });
  expect(new Set(labels.map(({ color }) => color)).size).toBe(COLORS.length - 1);
  expect(labels.some(({ color }) => color === 'gray')).toBe(false);
  expect(pickColor(labels)).toBe(labels[0]?.color);
});
