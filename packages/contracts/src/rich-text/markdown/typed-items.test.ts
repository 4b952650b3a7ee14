import { expect, it } from 'vitest';
import type { RichNode } from '#rich-text/rich-text-values.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** Returns the lines as `containers: text`, for example `bulletList orderedList: a`. */
function read(text: string, lineEnds?: 'break'): string[] {
  const list = ({ type, content = [] }: RichNode, around: readonly string[]): string[] => {
    const path = /^(?:paragraph|listItem|taskItem)$/.test(type) ? around : [...around, type];
    if (!/^(?:paragraph|heading|codeBlock)$/.test(type)) return content.flatMap((node) => list(node, path));
    return [`${path.join(' ')}: ${content.map((node) => node.text ?? '\n').join('')}`];
  };
  return parseMarkdown(text, 'document', lineEnds).content.flatMap((node) => list(node, []));
}

it.each([
  ['- 1. Mai', ['bulletList: 1. Mai']],
  ['- 2. Bundesliga\n- 1. FC Köln', ['bulletList: 2. Bundesliga', 'bulletList: 1. FC Köln']],
  ['* 3. **Stock** links', ['bulletList: 3. Stock links']],
  ['1. 1) a\n2. 2. Bundesliga', ['orderedList: 1) a', 'orderedList: 2. Bundesliga']],
  ['- 1. Mai\n  - Feier', ['bulletList: 1. Mai', 'bulletList bulletList: Feier']],
  ['- 3. 2. 1. los', ['bulletList: 3. 2. 1. los']],
  ['- 5.', ['bulletList: 5.']],
  [
    '- > 10 kg\n- # 5 in a row\n- - 5 °C',
    ['bulletList: > 10 kg', 'bulletList: # 5 in a row', 'bulletList: - 5 °C'],
  ],
  ['- 12. Mai\n  3. Juni', ['bulletList: 12. Mai', 'bulletList: 3. Juni']],
  ['> 1. Mai', ['blockquote: 1. Mai']],
  ['> 12. May\n> 3. June', ['blockquote: 12. May', 'blockquote: 3. June']],
  ['> > question\n> answer', ['blockquote blockquote: question', 'blockquote: answer']],
  ['> > a\n> > b\n> ```\n> > c\n> d\n> ```', ['blockquote blockquote: a\nb', 'blockquote codeBlock: > c\nd']],
  ['# Plan\n\n1. Mai\n1. Juni', ['heading: Plan', ': 1. Mai', ': 1. Juni']],
])('keeps the sentences of %j in typed text', (text, blocks) => {
  expect(read(text, 'break')).toEqual(blocks);
});

it.each([
  '- 1. a\n  2. b',
  '- 1. a\n\n  - c\n\n  2. b',
  '-\n  1. a',
  '- a\n  1. b',
  '- 1. [ ] a',
  '- > said',
  '- - said',
  '1. May\n2. June',
  '> # 5 in a row',
])('keeps the blocks of %j in typed text', (text) => {
  expect(read(text, 'break')).toEqual(read(text));
});

it('follows CommonMark in Markdown files', () => {
  expect(read('- 1. May')).toEqual(['bulletList: ', 'bulletList orderedList: May']);
});
