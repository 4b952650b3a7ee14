import { readRichText } from '@hearth/contracts/rich-text/rich-text-check-values';
import type { RichNode } from '@hearth/contracts/rich-text/rich-text-values';
import { expect, test } from 'vitest';
import { isKeepable, tidy } from './description.data.ts';

test('accepts bold text that spans a line break and a task link', () => {
  const marks = [{ type: 'bold' }] as const;
  const textNode = (text: string): RichNode => ({ text, type: 'text', marks });
  const content: RichNode[] = [
    textNode('a'),
    { type: 'hardBreak', marks },
    textNode('b'),
    { type: 'taskLink', attrs: { key: 'WEB-1' }, marks },
  ];
  const doc = tidy({ type: 'doc', content: [{ type: 'paragraph', content }] });
  expect(isKeepable(doc)).toBe(true);
  expect(readRichText(doc)).toMatchObject({
    doc: { content: [{ content: [{ marks }, { type: 'hardBreak' }, { marks }, { type: 'taskLink' }] }] },
  });
});
