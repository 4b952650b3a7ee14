// @vitest-environment jsdom
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, expect, it, vi } from 'vitest';
import { createDocumentSchema } from '#features/documents/editor/schema/document-schema.ts';
import { completeWindow } from '#testing/page-window.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';
import { BlockPortals } from './block-portals.ts';

completeWindow();
let editor: Editor;
afterEach(() => editor.destroy());

const line = (text: string): JSONContent => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const row = (...texts: string[]): JSONContent => ({
  type: 'tableRow',
  content: texts.map((text) => ({ type: 'tableCell', content: [line(text)] })),
});
const table: JSONContent = { type: 'table', content: [row('a', 'b'), row('c', 'd')] };

/** Opens the document with the caret before the text of a cell. */
function open(content: JSONContent[], text: string): void {
  editor = new Editor({
    element: document.createElement('div'),
    injectCSS: false,
    content: { type: 'doc', content },
    extensions: createDocumentSchema(names, new BlockPortals()),
  });
  editor.state.doc.descendants((node, pos) => {
    if (node.text === text) editor.commands.setTextSelection(pos);
  });
}

function press(key: string): void {
  const event = new KeyboardEvent('keydown', { key });
  editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event));
}

const blocks = (): string[] => editor.state.doc.children.map((node) => node.type.name);

it('inserts a line above a table at the start of the document', () => {
  open([table], 'a');
  press('Enter');
  editor.view.dispatch(editor.state.tr.insertText('above'));
  expect(blocks()).toEqual(['paragraph', 'table']);
  expect(editor.state.doc.firstChild?.textContent).toBe('above');
});

it.each([
  ['b', [table]],
  ['c', [table]],
  ['a', [line('above'), table]],
])('splits the line in the cell %s otherwise', (text, content) => {
  open(content, text);
  const before = blocks();
  press('Enter');
  expect(blocks()).toEqual(before);
  expect(editor.state.selection.$from.node(-1).childCount).toBe(2);
});

it('moves the caret above a table at the start of the document, where text can be typed', () => {
  open([table], 'b');
  vi.spyOn(editor.view, 'endOfTextblock').mockReturnValue(true);
  press('ArrowUp');
  editor.view.dispatch(editor.state.tr.insertText('above'));
  expect(blocks()).toEqual(['paragraph', 'table']);
});
