// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { expect, it } from 'vitest';
import { createDocumentSchema } from '#features/documents/editor/schema/document-schema.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';
import { completeWindow } from '#testing/page-window.ts';
import { BlockPortals } from './block-portals.ts';

completeWindow();

it('moves from the title into the empty content with Enter, and out of the toggle with Enter on an empty line', () => {
  const editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    injectCSS: false,
    extensions: createDocumentSchema(names, new BlockPortals()),
  });
  const { view } = editor;
  const pressEnter = () => {
    const event = new KeyboardEvent('keydown', { key: 'Enter' });
    view.someProp('handleKeyDown', (handle) => handle(view, event));
  };
  editor.chain().setDetails().insertContent('Title').run();
  view.dom.querySelector<HTMLElement>('[data-type="detailsContent"]')?.removeAttribute('hidden');
  pressEnter();
  editor.commands.insertContent('Inside');
  pressEnter();
  pressEnter();
  editor.commands.insertContent('After');
  const texts = editor
    .getJSON()
    .content.map(({ type, content }) => [type, JSON.stringify(content).match(/Title|Inside|After/g)]);
  expect(texts).toEqual([
    ['details', ['Title', 'Inside']],
    ['paragraph', ['After']],
  ]);
  expect(editor.state.doc.firstChild?.lastChild?.childCount).toBe(1);
  editor.destroy();
});
