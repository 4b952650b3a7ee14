import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { writeMarkdown } from '@hearth/contracts/rich-text/markdown/write-markdown';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeContent, mergeRewrite, readContent, toYDoc } from './content.ts';

const names = { person: () => null, document: () => null };
const toText = (content: RichText): string => writeMarkdown(content, names).trim();

/** Merges `mine`, written from `base`, into a document that changed from `base` to `theirs`. */
function merge(base: string, theirs: string, mine: string): string | null {
  const doc = toYDoc(parseMarkdown(base));
  const before = readContent(doc);
  mergeContent(doc, parseMarkdown(theirs));
  const merged = mergeRewrite(before, readContent(doc), parseMarkdown(mine));
  if (merged === null) return null;
  mergeContent(doc, merged);
  return toText(readContent(doc));
}

const LIST = '- a\n- b\n- c';

test.each([
  [
    'both sides add at the end',
    'One\n\nTwo',
    'One\n\nTwo\n\nThree',
    'One\n\nTwo\n\nFour',
    'One\n\nTwo\n\nThree\n\nFour',
  ],
  ['both sides add at the start', 'One', 'Zero\n\nOne', 'Nought\n\nOne', 'Zero\n\nNought\n\nOne'],
  ['the sides change different blocks', 'One\n\nTwo', 'One!\n\nTwo', 'One\n\nTwo?', 'One!\n\nTwo?'],
  [
    'one side deletes and the other changes a different block',
    'One\n\nTwo\n\nThree',
    'One\n\nThree',
    'One!\n\nTwo\n\nThree',
    'One!\n\nThree',
  ],
  [
    'my side deletes a block that theirs left unchanged',
    'One\n\nTwo\n\nThree',
    'One\n\nTwo\n\nThree!',
    'One\n\nThree',
    'One\n\nThree!',
  ],
  ['both sides make the same change', 'One\n\nTwo', 'One!\n\nTwo', 'One!\n\nTwo', 'One!\n\nTwo'],
  ['the sides change different list items', LIST, '- a!\n- b\n- c', '- a\n- b\n- c?', '- a!\n- b\n- c?'],
  ['both sides add list items', LIST, `${LIST}\n- d`, `${LIST}\n- e`, `${LIST}\n- d\n- e`],
  [
    'my side replaces a block next to their addition',
    'One\n\nTwo',
    'One\n\nMore\n\nTwo',
    'One\n\n# New',
    'One\n\nMore\n\n# New',
  ],
  ['both sides write into an empty document', '', 'Theirs', 'Mine', 'Theirs\n\nMine'],
])('merges when %s', (_what, base, theirs, mine, merged) => {
  expect(merge(base, theirs, mine)).toBe(merged);
});

test.each([
  ['different changes to the same paragraph', 'One\n\nTwo', 'One!\n\nTwo', 'One?\n\nTwo'],
  ['a block that theirs changed and mine deleted', 'One\n\nTwo', 'One!\n\nTwo', 'Two'],
  ['a block that theirs deleted and mine changed', 'One\n\nTwo', 'Two', 'One!\n\nTwo'],
  ['different changes to the same list item', LIST, '- a\n- b!\n- c', '- a\n- b?\n- c'],
  [
    'an added row and an added column of the same table',
    '| a |\n| - |\n| b |',
    '| a |\n| - |\n| b |\n| c |',
    '| a | x |\n| - | - |\n| b | y |',
  ],
])('rejects %s', (_what, base, theirs, mine) => {
  expect(merge(base, theirs, mine)).toBeNull();
});

test('keeps every block that only one side changed', () => {
  const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{6}$/), { minLength: 1, maxLength: 8 });
  const edit = fc.array(fc.constantFrom('keep', 'keep', 'change', 'delete', 'add'), {
    minLength: 8,
    maxLength: 8,
  });
  fc.assert(
    fc.property(words, edit, edit, (base, one, other) => {
      const apply = (how: string[], mark: string): string[] =>
        base.flatMap((word, at) => {
          if (how[at] === 'delete') return [];
          if (how[at] === 'change') return [`${word} ${mark}`];
          return how[at] === 'add' ? [word, `${mark} after ${word}`] : [word];
        });
      const [theirs, mine] = [apply(one, 'theirs'), apply(other, 'mine')];
      const merged = merge(base.join('\n\n'), theirs.join('\n\n'), mine.join('\n\n'));
      const isTouched = (how: string[], at: number) => how[at] === 'change' || how[at] === 'delete';
      const isConflict = base.some((_word, at) => isTouched(one, at) && isTouched(other, at));
      if (merged === null) return;
      const lines = merged.split('\n\n').filter(Boolean);
      if (isConflict) return;
      for (const line of [...theirs, ...mine]) {
        const at = base.indexOf(line);
        if (at === -1 || (one[at] !== 'change' && one[at] !== 'delete' && !isTouched(other, at)))
          expect(lines, `${base.join()} ${one.join()} ${other.join()}`).toContain(line);
      }
      expect(new Set(lines).size).toBe(lines.length);
    }),
  );
});
