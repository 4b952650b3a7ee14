// @vitest-environment jsdom
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, expect, it } from 'vitest';
import { BlockPortals } from '#features/documents/editor/blocks/block-portals.ts';
import { createDocumentSchema } from '#features/documents/editor/schema/document-schema.ts';
import { completeWindow } from '#testing/page-window.ts';
import {
  canTurn,
  deleteBlock,
  duplicateBlock,
  findSelectedBlock,
  moveBlock,
  nameBlock,
  turnBlock,
} from './block-acts.ts';
import { listHeadings } from './contents.tsx';
import { startFind, endFinding, Find, readFound, replaceAllFound, replaceFound, stepFound } from './find.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';

completeWindow();
let editor: Editor;
afterEach(() => editor.destroy());

const line = (text: string): JSONContent => ({
  type: 'paragraph',
  ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
});
const list = (...items: string[]): JSONContent => ({
  type: 'bulletList',
  content: items.map((text) => ({ type: 'listItem', content: [line(text)] })),
});

function open(...content: JSONContent[]): void {
  editor = new Editor({
    element: document.createElement('div'),
    injectCSS: false,
    content: { type: 'doc', content },
    extensions: [...createDocumentSchema(names, new BlockPortals()), Find],
  });
}

/** Places the caret in the text. */
function go(text: string, offset = 0): void {
  let at = -1;
  editor.state.doc.descendants((node, pos) => {
    if (node.isText && node.text?.includes(text) === true) at = pos + node.text.indexOf(text);
  });
  if (at < 0) throw new Error(`${text} not found`);
  editor.commands.setTextSelection(at + offset);
}

function here() {
  const block = findSelectedBlock(editor);
  if (block === null) throw new Error('no block');
  return block;
}

const lines = () => editor.state.doc.content.content.map((node) => `${node.type.name} ${node.textContent}`);
const ids = () => editor.state.doc.content.content.map((node) => node.attrs['id'] as string | null);

it('moves a block past its neighbour and stops at the first position', () => {
  open(line('one'), list('two'), line('three'));
  go('three', 2);
  expect(moveBlock(editor, here(), -1)).toBe(true);
  expect(lines()).toEqual(['paragraph one', 'paragraph three', 'bulletList two']);
  expect(editor.state.selection.$from.parent.textContent).toBe('three');
  expect(editor.state.selection.$from.parentOffset).toBe(2);
  expect(moveBlock(editor, here(), -1)).toBe(true);
  expect(moveBlock(editor, here(), -1)).toBe(false);
});

it('moves and deletes a list item as a block and removes an emptied list', () => {
  open(list('one', 'two'), line('end'));
  go('two');
  expect(here().node.type.name).toBe('listItem');
  expect(moveBlock(editor, here(), -1)).toBe(true);
  expect(lines()[0]).toBe('bulletList twoone');
  deleteBlock(editor, here());
  expect(lines()).toEqual(['bulletList one', 'paragraph end']);
  go('one');
  deleteBlock(editor, here());
  expect(lines()).toEqual(['paragraph end']);
});

it('duplicates a block with a new id', () => {
  open(line('one'), line('two'));
  go('one');
  const id = nameBlock(editor, here());
  expect(id).toMatch(/^[a-z0-9]{12}$/);
  duplicateBlock(editor, here());
  expect(lines()).toEqual(['paragraph one', 'paragraph one', 'paragraph two']);
  expect(ids()[0]).toBe(id);
  expect(ids()[1]).toMatch(/^[a-z0-9]{12}$/);
  expect(ids()[1]).not.toBe(id);
});

it('assigns ids to linked blocks and to blocks created by splitting', () => {
  open(line('old'), line('words'));
  expect(ids()).toEqual([null, null]);
  go('words', 2);
  editor.commands.insertContent({ type: 'text', text: 'x' });
  // Typing assigns no ids.
  expect(ids()).toEqual([null, null]);
  const id = nameBlock(editor, here());
  expect(nameBlock(editor, here())).toBe(id);
  editor.commands.splitBlock();
  expect(lines()).toEqual(['paragraph old', 'paragraph wox', 'paragraph rds']);
  expect(ids()[1]).toBe(id);
  expect(ids()[2]).not.toBe(id);
  // After Enter before the first word, the text keeps the id.
  go('wox');
  editor.commands.splitBlock();
  expect(lines()[2]).toBe('paragraph wox');
  expect(ids()[2]).toBe(id);
  expect(new Set(ids()).size).toBe(ids().length);
});

it.each(['heading2', 'bulletList', 'taskList', 'blockquote', 'codeBlock', 'callout', 'details', 'paragraph'])(
  'converts a paragraph and a list item to %s and keeps their text',
  (id) => {
    open(line('alone'), list('listed', 'rest'));
    for (const text of ['alone', 'listed']) {
      go(text);
      expect(canTurn(here())).toBe(true);
      turnBlock(editor, here(), id);
      editor.state.doc.check();
      expect(editor.state.doc.textContent).toContain(text);
      go(text);
      const { $from } = editor.state.selection;
      const around = Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1).type.name);
      expect(around).toContain(id.replace(/\d$/, ''));
    }
  },
);

it.each(['paragraph', 'heading1', 'orderedList', 'taskList', 'blockquote', 'codeBlock', 'callout'])(
  'converts only the line of an item with sub-items to %s',
  (id) => {
    const sub = { type: 'listItem', content: [line('Rye')] };
    const parent = { type: 'listItem', content: [line('Bread'), { type: 'bulletList', content: [sub] }] };
    const outer = { type: 'listItem', content: [line('Shop'), { type: 'bulletList', content: [parent] }] };
    open({ type: 'bulletList', content: [outer] });
    go('Bread');
    turnBlock(editor, here(), id);
    editor.state.doc.check();
    const typeOf = (text: string): string => {
      go(text);
      const { $from } = editor.state.selection;
      return `${$from.node(1).type.name} ${$from.parent.type.name}`;
    };
    expect(typeOf('Shop')).toBe('bulletList paragraph');
    expect(typeOf('Rye')).toContain('paragraph');
    expect(typeOf('Bread')).toContain(id.replace(/\d$/, ''));
  },
);

it('finds text case-insensitively, steps through matches and replaces them', () => {
  open(line('Soup and soup'), list('no SOUP here'), line('a.b (soup)'));
  go('and');
  startFind(editor, 'soup');
  expect(readFound(editor)).toEqual({ count: 4, current: 1 });
  stepFound(editor, 1);
  stepFound(editor, 1);
  stepFound(editor, 1);
  expect(readFound(editor).current).toBe(0);
  stepFound(editor, -1);
  expect(readFound(editor).current).toBe(3);
  replaceFound(editor, 'soupsoup');
  expect(editor.state.doc.lastChild?.textContent).toBe('a.b (soupsoup)');
  expect(replaceAllFound(editor, 'tea')).toBe(5);
  expect(editor.state.doc.textContent).toBe('tea and teano tea herea.b (teatea)');
  startFind(editor, 'a.b (');
  expect(readFound(editor).count).toBe(1);
  startFind(editor, 'axb');
  expect(readFound(editor).count).toBe(0);
  endFinding(editor, true);
  expect(readFound(editor)).toEqual({ count: 0, current: -1 });
});

it('lists only non-empty headings', () => {
  const heading = (level: number, text: string): JSONContent => ({
    ...line(text),
    type: 'heading',
    attrs: { level },
  });
  open(heading(1, 'One'), heading(2, ''), line('words'), heading(3, ' Three '));
  expect(listHeadings(editor.state.doc)).toEqual([
    { level: 1, text: 'One', at: 0 },
    { level: 3, text: 'Three', at: 2 },
  ]);
});
