// @vitest-environment jsdom
import type { Editor, JSONContent } from '@tiptap/core';
import { afterEach, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { completeWindow } from '#testing/page-window.ts';
import { openSharedEditor } from '#testing/shared-editor.ts';
import { MovedBlocks } from './moved-blocks.ts';

completeWindow();
const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

function open(doc: Doc): Editor {
  const editor = openSharedEditor(doc, MovedBlocks);
  editors.push(editor);
  return editor;
}

const line = (text: string): JSONContent => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const list = (...texts: string[]): JSONContent => ({
  type: 'bulletList',
  content: texts.map((text) => ({ type: 'listItem', content: [line(text)] })),
});

/** Opens the content for two users whose changes are not exchanged until `meet`. */
function openApart(...content: JSONContent[]) {
  const [one, other] = [new Doc(), new Doc()];
  const ada = open(one);
  ada.commands.setContent({ type: 'doc', content });
  applyUpdate(other, encodeStateAsUpdate(one));
  const bob = open(other);
  const meet = (): void => {
    const [ofOne, ofOther] = [encodeStateAsUpdate(one), encodeStateAsUpdate(other)];
    applyUpdate(one, ofOther);
    applyUpdate(other, ofOne);
  };
  return { ada, bob, meet };
}

/** Moves the child of the document, or of its only list, to another index. */
function move(editor: Editor, from: number, to: number): void {
  const { doc, tr } = editor.state;
  const isList = doc.childCount === 1;
  const parent = isList ? doc.child(0) : doc;
  const start = isList ? 1 : 0;
  const moved = parent.children.toSpliced(from, 1).toSpliced(to, 0, parent.child(from));
  editor.view.dispatch(tr.replaceWith(start, start + parent.content.size, moved));
}

function typeInto(editor: Editor, word: string): void {
  let at = -1;
  editor.state.doc.descendants((node, pos) => {
    if (node.text === word) at = pos + 2;
  });
  editor.view.dispatch(editor.state.tr.insertText('_', at));
}

const blockTexts = ({ state }: Editor): string[] => {
  const found: string[] = [];
  state.doc.descendants((node) => {
    if (node.isTextblock) found.push(node.textContent);
  });
  return found;
};

it.each([
  ['blocks', ['aaaa', 'bbbb', 'cccc', 'dddd'].map(line)],
  ['list items', [list('aaaa', 'bbbb', 'cccc', 'dddd')]],
])('keeps text typed in %s that are concurrently shifted by a moved sibling', (_, content) => {
  for (const [from, to, order] of [
    [0, 3, ['bb_bb', 'cc_cc', 'dddd', 'aaaa']],
    [3, 0, ['dddd', 'aaaa', 'bb_bb', 'cc_cc']],
  ] as const) {
    const { ada, bob, meet } = openApart(...content);
    move(ada, from, to);
    typeInto(bob, 'bbbb');
    typeInto(bob, 'cccc');
    meet();
    expect(blockTexts(ada)).toEqual(order);
    expect(blockTexts(bob)).toEqual(order);
  }
});

it('merges concurrent changes that move no blocks', () => {
  const { ada, bob, meet } = openApart(line('aaaa'), line('bbbb'));
  ada.view.dispatch(ada.state.tr.insert(0, ada.schema.nodeFromJSON(line('new'))));
  typeInto(bob, 'aaaa');
  meet();
  expect(blockTexts(bob)).toEqual(['new', 'aa_aa', 'bbbb']);
  expect(blockTexts(ada)).toEqual(['new', 'aa_aa', 'bbbb']);
});
