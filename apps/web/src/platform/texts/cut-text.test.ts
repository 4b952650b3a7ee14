import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('truncates text without splitting surrogate pairs', () => {
  expect(cutText('paint', 3)).toBe('pai');
  expect(cutText('paint', 9)).toBe('paint');
  expect(cutText('ab🎪c', 3)).toBe('ab');
  expect(cutText('ab🎪c', 4)).toBe('ab🎪');
});
