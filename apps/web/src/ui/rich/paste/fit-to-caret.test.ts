import { getSchema } from '@tiptap/core';
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { expect, test } from 'vitest';
import { createSchema } from '#ui/rich/rich-schema.ts';
import { fitToCaret } from './fit-to-caret.ts';
import { makeParagraphs } from './plain-lines.ts';

const schema = getSchema(
  createSchema({
    person: () => ({ name: 'Ada', isSelf: false }),
    task: () => null,
    stepLabel: (text) => text,
  }),
);

/** Pastes Markdown at the sign `|` of a paragraph, and returns the blocks as types with texts. */
function paste(line: string, text: string): string[] | null {
  const [before = '', after = ''] = line.split('|');
  const content = before + after === '' ? [] : [schema.text(before + after)];
  const doc = schema.node('doc', null, [schema.node('paragraph', null, content)]);
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, 1 + before.length) });
  const parsed = new Slice(Fragment.fromJSON(schema, parseMarkdown(text, 'description').content), 0, 0);
  const slice = fitToCaret(parsed, text, state.selection);
  if (slice === null) return null;
  const blocks: string[] = [];
  // ProseMirror opens pasted slices as far as possible.
  state.tr.replaceSelection(Slice.maxOpen(slice.content)).doc.forEach((node: Node) => {
    blocks.push(`${node.type.name}: ${node.textBetween(0, node.content.size, ' / ')}`);
  });
  return blocks;
}

test.each(['1. FC Köln', '- 5 °C', '> 10 people', '# 1 choice', '* plus tax'])(
  'inserts the single line %j within a sentence as text',
  (text) => {
    expect(paste('We play against | on Saturday', text)).toBeNull();
    expect(paste('|', text)).toHaveLength(1);
  },
);

test('keeps inline formatting of a single line within a sentence', () => {
  expect(paste('a | b', '**bold**')).toEqual(['paragraph: a bold b']);
});

test('inserts several blocks after the line of the caret', () => {
  expect(paste('careful|', '- x\n- y')).toEqual(['paragraph: careful', 'bulletList: x / y']);
  expect(paste('left|right', '# Head\n\n- x')).toEqual([
    'paragraph: left',
    'heading: Head',
    'bulletList: x',
    'paragraph: right',
  ]);
});

test('inserts each line as a paragraph if Markdown cannot be parsed', () => {
  const blocks = makeParagraphs('# Head\r\n\n- x\n  - y', schema).content.content;
  expect(blocks.map((node) => node.textContent)).toEqual(['# Head', '- x', '  - y']);
});
