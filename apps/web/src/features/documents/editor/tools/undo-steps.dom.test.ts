// @vitest-environment jsdom
import type { Editor } from '@tiptap/core';
import { afterEach, expect, it } from 'vitest';
import { Doc } from 'yjs';
import { completeWindow } from '#testing/page-window.ts';
import { openSharedEditor } from '#testing/shared-editor.ts';
import { EmptyDocument } from '#features/documents/editor/live/empty-document.ts';
import { RedoneItems } from './redone-items.ts';
import { UndoSteps } from './undo-steps.ts';

completeWindow();
let editor: Editor;
let now = 0;
afterEach(() => editor.destroy());

function open(): void {
  editor = openSharedEditor(new Doc(), EmptyDocument, UndoSteps.configure({ now: () => now }), RedoneItems);
  editor.commands.setTextSelection(1);
}

function type(text: string): void {
  for (const letter of text) editor.view.dispatch(editor.state.tr.insertText(letter));
}

function deleteBefore(count: number): void {
  for (let at = 0; at < count; at += 1) {
    const { head } = editor.state.selection;
    editor.view.dispatch(editor.state.tr.delete(head - 1, head));
  }
}

const lines = (): string[] => editor.state.doc.content.content.map((node) => node.textContent);
/** The text before the caret in its block. */
const before = (): string => {
  const { $head } = editor.state.selection;
  return $head.parent.textContent.slice(0, $head.parentOffset);
};

it('undoes typing, a deletion and a new block as separate steps', () => {
  open();
  type('Rye loaf');
  deleteBefore(4);
  editor.commands.splitBlock();
  type('Plum');
  editor.commands.undo();
  expect(lines()).toEqual(['Rye ', '']);
  editor.commands.undo();
  expect(lines()).toEqual(['Rye ']);
  editor.commands.undo();
  expect(lines()).toEqual(['Rye loaf']);
  expect(before()).toBe('Rye loaf');
  editor.commands.undo();
  expect(lines()).toEqual(['']);
});

it('starts a new step at a word boundary after two seconds of typing', () => {
  open();
  type('One two ');
  now += 1_999;
  type('three ');
  now += 1;
  type('four');
  editor.commands.undo();
  expect(lines()).toEqual(['One two three ']);
  editor.commands.undo();
  expect(lines()).toEqual(['']);
});

it('starts a new step after the caret has moved', () => {
  open();
  type('loaf');
  editor.commands.setTextSelection(1);
  type('Rye ');
  editor.commands.undo();
  expect(lines()).toEqual(['loaf']);
});

it('places the caret after redone text', () => {
  open();
  type('Rye');
  editor.commands.splitBlock();
  type('Plum');
  editor.commands.undo();
  editor.commands.redo();
  expect(lines()).toEqual(['Rye', 'Plum']);
  expect(before()).toBe('Plum');
});

it('redoes all text and conversions of a new document after undoing everything', () => {
  open();
  type('Plan');
  editor.commands.setHeading({ level: 1 });
  type(' now');
  const written = editor.getJSON();
  for (let step = 0; step < 3; step += 1) editor.commands.undo();
  expect(lines()).toEqual(['']);
  expect(editor.can().undo()).toBe(false);
  // Moving the caret is not a change.
  editor.view.dispatch(editor.state.tr.setSelection(editor.state.selection));
  editor.commands.focus();
  for (let step = 0; step < 3; step += 1) editor.commands.redo();
  expect(editor.getJSON()).toEqual(written);
});
