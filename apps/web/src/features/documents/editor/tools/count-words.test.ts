import { expect, test } from 'vitest';
import { countWords } from './count-words.ts';

test.each([
  ['', 0],
  ['One two, three.', 3],
  ['don’t well-known 3.5', 4],
  ['रसोई में सब मिलकर', 4],
  ['هذا نص عربي', 3],
  ['東京です', 4],
  [' — … ', 0],
])('counts the words of %j as %i', (text, count) => {
  expect(countWords(text)).toBe(count);
});
