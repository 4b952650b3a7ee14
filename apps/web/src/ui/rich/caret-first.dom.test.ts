// @vitest-environment jsdom
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { completeWindow } from '#testing/page-window.ts';
import { CaretFirst } from './caret-first.ts';
import { createSchema } from './rich-schema.ts';

completeWindow();
let editor: Editor;
afterEach(() => editor.destroy());

const names = { person: () => ({ name: 'Ada', isSelf: false }), task: () => null, stepLabel: String };
const line = (text: string): JSONContent => ({ type: 'paragraph', content: [{ type: 'text', text }] });

function open(...lines: JSONContent[]): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'));
  editor = new Editor({
    element,
    injectCSS: false,
    content: { type: 'doc', content: lines },
    extensions: [...createSchema(names), CaretFirst],
  });
  editor.view.focus();
  editor.commands.setTextSelection(1);
  expect(editor.view.hasFocus()).toBe(true);
  return element;
}

test.each(['mouseup', 'keydown'])(
  'reads the caret position on %s before the browser reports a selection change',
  (type) => {
    const element = open(...['First', 'Second'].map(line));
    const second = element.querySelectorAll('p')[1]?.firstChild;
    // Before the selectionchange event, which is dispatched in a later task at the earliest.
    if (second) getSelection()?.collapse(second, 3);
    editor.view.dom.dispatchEvent(new Event(type, { bubbles: true }));
    expect(editor.state.selection.$head.parent.textContent).toBe('Second');
    expect(editor.state.selection.$head.parentOffset).toBe(3);
  },
);

test('places the caret after the first letter of a block even if the browser has not moved the caret', async () => {
  const block = open({ type: 'paragraph' }).querySelector('p');
  // The state in Chromium: the letter is inserted and the caret has not moved.
  block?.prepend('G');
  getSelection()?.collapse(block, 0);
  await Promise.resolve();
  expect(editor.state.doc.textContent).toBe('G');
  expect(editor.state.selection.head).toBe(2);
});

/**
 * Simulates Chromium's report of where it would insert typed text.
 * @returns whether the editor allows the insertion
 */
function type(text: string, node: Node | null | undefined, offset: number): boolean {
  const event = new InputEvent('beforeinput', {
    data: text,
    inputType: 'insertText',
    bubbles: true,
    cancelable: true,
  });
  const at = { startContainer: node, startOffset: offset, endContainer: node, endOffset: offset };
  Object.assign(event, { getTargetRanges: () => [{ ...at, collapsed: true }] });
  return editor.view.dom.dispatchEvent(event);
}

test('inserts text at the caret when the browser would insert it into a neighbouring block', () => {
  const element = open(line('before'), { type: 'paragraph' }, line('after'));
  const [before, empty, after] = element.querySelectorAll('p');
  editor.commands.setTextSelection(9);
  expect(type('[', empty, 0)).toBe(true);
  expect(type('F', after?.firstChild, 0)).toBe(false);
  expect(type('l', before?.firstChild, 6)).toBe(false);
  expect(editor.state.doc.textBetween(0, editor.state.doc.content.size, '/')).toBe('before/Fl/after');
  expect(editor.state.selection.head).toBe(11);
});

test('applies input rules to text that the browser would insert into a neighbouring block', () => {
  const element = open({ type: 'paragraph' }, line('after'));
  const after = element.querySelectorAll('p')[1]?.firstChild;
  for (const letter of '- a') type(letter, after, 0);
  expect(editor.state.doc.firstChild?.type.name).toBe('bulletList');
  expect(editor.state.doc.textContent).toBe('aafter');
});
