// @vitest-environment jsdom
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, expect, it } from 'vitest';
import { BlockPortals } from '#features/documents/editor/blocks/block-portals.ts';
import { drawCaret } from '#features/documents/editor/live/carets.ts';
import { completeWindow } from '#testing/page-window.ts';
import { createDocumentSchema } from './document-schema.ts';

// The UI and the names in the text are Arabic. The text of a list must determine the side of its checkboxes.

const names = {
  person: () => ({ name: 'ليلى', isSelf: false }),
  face: (id: string) => ({ id, name: 'ليلى', image: null }),
  task: () => null,
  document: () => null,
  stepLabel: (text: string) => `خطوة: ${text}`,
};

completeWindow();
let editor: Editor;
afterEach(() => editor.destroy());

const line = (text: string): JSONContent => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const steps = (text: string, ...more: JSONContent[]): JSONContent => ({
  type: 'taskList',
  content: [{ type: 'taskItem', attrs: { checked: false }, content: [line(text), ...more] }],
});
const list = (type: string, text: string): JSONContent => ({
  type,
  content: [{ type: 'listItem', content: [line(text)] }],
});

function open(...content: JSONContent[]): HTMLElement {
  editor = new Editor({
    element: document.createElement('div'),
    injectCSS: false,
    content: { type: 'doc', content },
    extensions: createDocumentSchema(names, new BlockPortals()),
  });
  return editor.view.dom;
}

/**
 * Computes `dir=auto`, which a DOM without layout does not support: the first strongly directional character, skipping elements with their
 * own `dir`. https://html.spec.whatwg.org/multipage/dom.html#auto-directionality
 */
function readDirection(element: Element): 'ltr' | 'rtl' | null {
  for (const node of element.childNodes) {
    if (node instanceof Element) {
      const inner = node.hasAttribute('dir') ? null : readDirection(node);
      if (inner !== null) return inner;
    } else {
      const [letter] = /\p{L}/u.exec(node.textContent ?? '') ?? [];
      if (letter !== undefined) return /[\u0590-\u08ff]/.test(letter) ? 'rtl' : 'ltr';
    }
  }
  return null;
}

const readAll = (root: HTMLElement, selector: string) =>
  Array.from(root.querySelectorAll(selector), (element) => [
    element.getAttribute('dir'),
    readDirection(element),
  ]);

it('derives the direction of each list from its own text, ignoring checkbox labels', () => {
  const root = open(
    steps('Buy limes', steps('اشتر الليمون')),
    steps('اشتر الليمون'),
    list('bulletList', 'limes'),
    list('orderedList', 'ليمون'),
  );
  expect(readAll(root, 'ul, ol')).toEqual([
    ['auto', 'ltr'],
    ['auto', 'rtl'],
    ['auto', 'rtl'],
    ['auto', 'ltr'],
    ['auto', 'rtl'],
  ]);
  expect(root.querySelectorAll('label')).toHaveLength(3);
  expect(root.querySelector('label')?.textContent).toBe('خطوة: Buy limes');
});

it('ignores the name label of a remote caret when determining the list direction', () => {
  const root = open(list('bulletList', 'limes'));
  root.querySelector('li p')?.prepend(drawCaret('leila', 1, names));
  expect(root.textContent).toBe('ليلىlimes');
  expect(readAll(root, 'ul')).toEqual([['auto', 'ltr']]);
});
