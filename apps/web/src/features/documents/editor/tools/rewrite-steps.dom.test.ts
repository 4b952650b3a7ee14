// @vitest-environment jsdom
import type { Editor } from '@tiptap/core';
import { REWRITES } from '@hearth/contracts/documents/collaboration-values';
import { afterEach, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, XmlElement, XmlText } from 'yjs';
import { completeWindow } from '#testing/page-window.ts';
import { openSharedEditor } from '#testing/shared-editor.ts';
import { createRewriteSteps } from './rewrite-steps.ts';
import { UndoSteps } from './undo-steps.ts';

const SERVER = Symbol('the connection to the server');

completeWindow();
let editor: Editor;
afterEach(() => editor.destroy());

function open(doc: Doc): void {
  editor = openSharedEditor(doc, UndoSteps, createRewriteSteps(SERVER));
  editor.commands.setTextSelection(1);
}

function type(text: string): void {
  for (const letter of text) editor.view.dispatch(editor.state.tr.insertText(letter));
}

const lines = (): string[] => editor.state.doc.content.content.map((node) => node.textContent);

/** Appends a line on another device and applies it in this editor as an update from the server. */
function writeElsewhere(doc: Doc, line: string, isRewrite: boolean): void {
  const other = new Doc();
  applyUpdate(other, encodeStateAsUpdate(doc));
  other.transact(() => {
    const root = other.getXmlFragment('default');
    const paragraph = new XmlElement('paragraph');
    paragraph.insert(0, [new XmlText(line)]);
    if (isRewrite) {
      root.delete(0, root.length);
      other.getMap(REWRITES).set('count', 1);
    }
    root.insert(root.length, [paragraph]);
  });
  applyUpdate(doc, encodeStateAsUpdate(other, encodeStateVector(doc)), SERVER);
}

it('undoes and redoes a programmatic rewrite as a separate step', () => {
  const doc = new Doc();
  open(doc);
  type('Rye loaf');
  writeElsewhere(doc, 'Replaced by a program', true);
  expect(lines()).toEqual(['Replaced by a program']);
  editor.commands.setTextSelection(1);
  type('All ');
  expect(lines()).toEqual(['All Replaced by a program']);

  editor.commands.undo();
  expect(lines()).toEqual(['Replaced by a program']);
  editor.commands.undo();
  expect(lines()).toEqual(['Rye loaf']);
  editor.commands.redo();
  expect(lines()).toEqual(['Replaced by a program']);
});

it('does not undo other users’ changes or rewrites received in the first sync', () => {
  const doc = new Doc();
  const before = new Doc();
  before.getMap(REWRITES).set('count', 1);
  open(doc);
  applyUpdate(doc, encodeStateAsUpdate(before), SERVER);
  type('Rye loaf');
  writeElsewhere(doc, 'Typed by Bob', false);
  editor.commands.undo();
  expect(lines()).toEqual(['Typed by Bob']);
  expect(editor.commands.undo()).toBe(false);
});
