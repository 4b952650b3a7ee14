import { expect, test } from 'vitest';
import { truncateText } from './truncate-text.ts';

test('truncates text without splitting surrogate pairs', () => {
  expect(truncateText('paint', 3)).toBe('pai');
  expect(truncateText('paint', 9)).toBe('paint');
  expect(truncateText('ab🎪c', 3)).toBe('ab');
  expect(truncateText('ab🎪c', 4)).toBe('ab🎪');
});
