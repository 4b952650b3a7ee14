import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { expect, test } from 'vitest';
import { dropPartialCitation, splitMarks, sanitizeAnswer } from './sanitize-answer.ts';

test('removes links and images from answers but keeps the link text', () => {
  const text =
    '![spy](https://evil.example/p.png) [words](https://evil.example) **bold**\n\n> [!NOTE]\n> kept\n\n| a |\n|---|\n| [b](https://evil.example) |';
  const json = JSON.stringify(sanitizeAnswer(parseMarkdown(text).content));
  expect(json).not.toMatch(/evil|"link"|image/);
  expect(json).toMatch(/words.*bold.*kept.*"b"/);
});

test('hides an incomplete citation mark and splits text at complete citation marks', () => {
  for (const half of ['said [', 'said [^', 'said [^1']) expect(dropPartialCitation(half)).toBe('said ');
  expect(dropPartialCitation('said [^1]')).toBe('said [^1]');
  expect(splitMarks('one [^1], two[^12].')).toEqual([
    { text: 'one ' },
    { source: 1 },
    { text: ', two' },
    { source: 12 },
    { text: '.' },
  ]);
});
