import { expect, it } from 'vitest';
import { describeBytes, isShown } from './file-display.ts';

const number = (value: number, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-IN', options).format(value);

it('formats file sizes in the largest suitable unit', () => {
  const formatted = [0, 1, 900, 1024, 1536, 5 * 1024 ** 2, 23.7 * 1024 ** 2, 3 * 1024 ** 3].map((bytes) =>
    describeBytes(bytes, number),
  );
  expect(formatted).toEqual(['0 bytes', '1 byte', '900 bytes', '1 kB', '1.5 kB', '5 MB', '24 MB', '3 GB']);
});

it('previews only small text files and images with known dimensions', () => {
  expect(isShown({ type: 'image/png', bytes: 9, width: 3 })).toBe(true);
  expect(isShown({ type: 'image/png', bytes: 9, width: null })).toBe(false);
  expect(isShown({ type: 'text/plain', bytes: 9, width: null })).toBe(true);
  expect(isShown({ type: 'text/plain', bytes: 9_000_000, width: null })).toBe(false);
  expect(isShown({ type: 'application/pdf', bytes: 9, width: null })).toBe(false);
});
