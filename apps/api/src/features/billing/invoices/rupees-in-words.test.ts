import { expect, it } from 'vitest';
import { writeRupees } from './rupees-in-words.ts';

it.each([
  [0, 'Rupees zero only'],
  [69_900, 'Rupees six hundred ninety-nine only'],
  [100, 'Rupees one only'],
  [1_901, 'Rupees nineteen and paise one only'],
  [2_000, 'Rupees twenty only'],
  [119_950, 'Rupees one thousand one hundred ninety-nine and paise fifty only'],
  [10_000_000, 'Rupees one lakh only'],
  [
    123_456_789,
    'Rupees twelve lakh thirty-four thousand five hundred sixty-seven and paise eighty-nine only',
  ],
  [2_100_000_000, 'Rupees two crore ten lakh only'],
])('writes %i paise in words', (paise, words) => {
  expect(writeRupees(paise)).toBe(words);
});
