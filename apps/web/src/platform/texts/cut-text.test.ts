import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('a text is cut where it may be, and a sign of two halves is left out whole', () => {
  expect(cutText('paint', 3)).toBe('pai');
  expect(cutText('paint', 9)).toBe('paint');
  expect(cutText('ab🎪c', 3)).toBe('ab');
  expect(cutText('ab🎪c', 4)).toBe('ab🎪');
});
