// @vitest-environment jsdom
import { getSchema, type Editor, type JSONContent } from '@tiptap/core';
import { prosemirrorToYXmlFragment } from '@tiptap/y-tiptap';
import { array, assert, constantFrom, nat, property, tuple } from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { BlockPortals } from '#features/documents/editor/blocks/block-portals.ts';
import { createDocumentSchema } from '#features/documents/editor/schema/document-schema.ts';
import { deleteBlock, findSelectedBlock, turnBlock } from '#features/documents/editor/tools/block-acts.ts';
import { createBlockKeys } from '#features/documents/editor/tools/block-keys.ts';
import { RedoneItems } from '#features/documents/editor/tools/redone-items.ts';
import { UndoSteps } from '#features/documents/editor/tools/undo-steps.ts';
import { completeWindow } from '#testing/page-window.ts';
import { openSharedEditor } from '#testing/shared-editor.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';
import { EmptyDocument } from './empty-document.ts';
import { KeptCaret } from './kept-caret.ts';
import { MovedBlocks } from './moved-blocks.ts';
import { rescueOwnText } from './rescue.ts';

completeWindow();
let editor: Editor;
afterEach(() => editor.destroy());

const line = (text: string): JSONContent => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const list = (type: string, item: string, ...texts: string[]): JSONContent => ({
  type,
  content: texts.map((text) => ({ type: item, content: [line(text)] })),
});
const START: JSONContent = {
  type: 'doc',
  content: [
    line('Rye'),
    list('bulletList', 'listItem', 'oats', 'corn', 'spelt'),
    list('taskList', 'taskItem', 'mix', 'bake'),
    line('end'),
  ],
};

/** Opens the start document as received from the server. */
function open(): void {
  const [server, doc] = [new Doc(), new Doc()];
  const schema = getSchema(createDocumentSchema(names, new BlockPortals()));
  prosemirrorToYXmlFragment(schema.nodeFromJSON(START), server.getXmlFragment('default'));
  applyUpdate(doc, encodeStateAsUpdate(server));
  rescueOwnText(doc, {
    origin: 'others',
    readUpdate: () => null,
    listUnacknowledged: () => [],
    isOwn: (client) => client === doc.clientID,
  });
  editor = openSharedEditor(
    doc,
    EmptyDocument,
    MovedBlocks,
    KeptCaret,
    UndoSteps,
    RedoneItems,
    createBlockKeys({ onMenu: () => undefined, onFind: () => undefined }),
  );
  editor.commands.setTextSelection(3);
}

function press(key: string, modifiers: KeyboardEventInit = {}): void {
  const event = new KeyboardEvent('keydown', { key, ...modifiers });
  editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event));
}

const KINDS = ['heading1', 'bulletList', 'taskList', 'blockquote', 'orderedList', 'paragraph'];
const ACTIONS = {
  type: (at: number) => editor.view.dispatch(editor.state.tr.insertText(`word${at} `)),
  enter: () => press('Enter'),
  backspace: () => press('Backspace'),
  indent: () => press('Tab'),
  outdent: () => press('Tab', { shiftKey: true }),
  duplicate: () => press('d', { ctrlKey: true }),
  moveUp: () => press('ArrowUp', { ctrlKey: true, shiftKey: true }),
  moveDown: () => press('ArrowDown', { ctrlKey: true, shiftKey: true }),
  remove() {
    const block = findSelectedBlock(editor);
    if (block !== null) deleteBlock(editor, block);
  },
  convert(at: number) {
    const block = findSelectedBlock(editor);
    if (block !== null) turnBlock(editor, block, KINDS[at % KINDS.length] ?? 'paragraph');
  },
  /** Moves the caret to the start or the end of a block. */
  go(at: number) {
    const ends: number[] = [];
    editor.state.doc.descendants((node, pos) => {
      if (node.isTextblock) ends.push(pos + 1 + (at % 2 === 0 ? node.content.size : 0));
    });
    editor.commands.setTextSelection(ends[at % ends.length] ?? 1);
  },
  undo: () => editor.commands.undo(),
  redo: () => editor.commands.redo(),
};

type Action = readonly [name: keyof typeof ACTIONS, at: number];

function takeAll(direction: 'undo' | 'redo'): string {
  while (editor.can()[direction]()) editor.commands[direction]();
  return JSON.stringify(editor.getJSON());
}

function checkUndo(actions: readonly Action[]): void {
  open();
  const original = JSON.stringify(editor.getJSON());
  for (const [name, at] of actions) ACTIONS[name](at);
  const written = takeAll('redo');
  for (let round = 0; round < 2; round += 1) {
    expect(takeAll('undo')).toBe(original);
    expect(takeAll('redo')).toBe(written);
  }
  editor.destroy();
}

it.each<Action[][]>([
  [
    [
      ['duplicate', 0],
      ['moveUp', 0],
    ],
  ],
  [
    [
      ['duplicate', 0],
      ['moveDown', 0],
      ['moveUp', 0],
      ['type', 0],
    ],
  ],
  [
    [
      ['go', 3],
      ['indent', 0],
      ['type', 1],
      ['outdent', 0],
    ],
  ],
  [
    [
      ['go', 3],
      ['indent', 0],
      ['type', 1],
      ['enter', 0],
      ['type', 2],
      ['outdent', 0],
    ],
  ],
])('undoes and redoes %j completely', (actions) => checkUndo(actions));

it('undoes and redoes random changes completely', () => {
  const actionNames = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];
  const action = tuple(constantFrom(...actionNames), nat(11));
  assert(property(array(action, { minLength: 2, maxLength: 14 }), checkUndo), { numRuns: 20 });
});
