// @vitest-environment jsdom
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completeWindow } from '#testing/page-window.ts';
import { createSchema } from './rich-schema.ts';

completeWindow();
let editor: Editor;
// Simulates a Trusted Types policy that blocks parsing HTML.
beforeEach(() => {
  vi.spyOn(DOMParser.prototype, 'parseFromString').mockImplementation(() => {
    throw new TypeError('This document requires TrustedHTML assignment.');
  });
});
afterEach(() => {
  editor.destroy();
  vi.restoreAllMocks();
});

const names = { person: () => ({ name: 'Ada', isSelf: false }), task: () => null, stepLabel: String };

function open(...content: JSONContent[]): void {
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    injectCSS: false,
    content: { type: 'doc', content },
    extensions: createSchema(names),
  });
}

const code = (text: string): JSONContent => ({ type: 'codeBlock', content: [{ type: 'text', text }] });
const line = (text: string): JSONContent => ({ type: 'paragraph', content: [{ type: 'text', text }] });

test('indents with Tab in a code block and prevents the default action', () => {
  open(code('a\nb'));
  editor.commands.setTextSelection(3);
  const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
  editor.view.dom.dispatchEvent(tab);
  expect(tab.defaultPrevented).toBe(true);
  expect(editor.state.doc.textContent).toBe('a\n    b');
});

test('inserts a string as plain text', () => {
  open(line('one'));
  expect(editor.commands.insertContentAt(4, ' <b>two</b>')).toBe(true);
  expect(editor.commands.insertContent('0 ')).toBe(true);
  expect(editor.state.doc.textContent).toContain(' <b>two</b>');
  expect(editor.state.doc.textContent).toContain('0 ');
  expect(editor.state.doc.childCount).toBe(1);
});

test('rejects content that does not fit the schema and leaves the document unchanged', () => {
  open(line('one'));
  expect(editor.commands.insertContent({ type: 'futureBlock' })).toBe(false);
  expect(editor.commands.setContent({ type: 'futureBlock' })).toBe(false);
  expect(editor.state.doc.textContent).toBe('one');
});

test('replaces and clears the whole content', () => {
  open(line('one'));
  expect(editor.commands.setContent({ type: 'doc', content: [line('two'), line('three')] })).toBe(true);
  expect(editor.state.doc.textContent).toBe('twothree');
  expect(editor.commands.clearContent()).toBe(true);
  expect(editor.getJSON()).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] });
});
