// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { completeWindow } from '#testing/page-window.ts';
import { createSchema } from './rich-schema.ts';

completeWindow();
let editor: Editor;
afterEach(() => editor.destroy());

const names = { person: () => ({ name: 'Ada', isSelf: false }), task: () => null, stepLabel: String };

/** Opens an editor and types the text letter by letter, as the browser reports it. */
function type(text: string): void {
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    injectCSS: false,
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    extensions: createSchema(names),
  });
  for (const letter of text) {
    const { from, to } = editor.state.selection;
    const insert = () => editor.state.tr.insertText(letter, from, to);
    const isTaken = editor.view.someProp('handleTextInput', (take) =>
      take(editor.view, from, to, letter, insert),
    );
    if (isTaken !== true) editor.view.dispatch(insert());
  }
}

test('turns typed Markdown links into links', () => {
  type('See [the (new) plan](https://a.example/b_(c)) now');
  expect(editor.getJSON().content[0]).toEqual({
    type: 'paragraph',
    content: [
      { type: 'text', text: 'See ' },
      {
        type: 'text',
        text: 'the (new) plan',
        marks: [{ type: 'link', attrs: { href: 'https://a.example/b_(c)' } }],
      },
      { type: 'text', text: ' now' },
    ],
  });
});

test.each([
  ['[x](www.example.com)', 'x', 'https://www.example.com'],
  ['[x](http://example.com)', 'x', 'http://example.com'],
  ['www.example.com/a ', 'www.example.com/a', 'https://www.example.com/a'],
  ['(https://example.com) ', 'https://example.com', 'https://example.com'],
  ['see https://example.com/a, then', 'https://example.com/a', 'https://example.com/a'],
  ['www.example.com/a_(b)!? Yes', 'www.example.com/a_(b)', 'https://www.example.com/a_(b)'],
])('turns typed %j into a link', (text, shown, href) => {
  type(text);
  const links: unknown[] = [];
  editor.state.doc.descendants((node) => {
    for (const mark of node.marks) links.push([node.text, mark.attrs['href']]);
  });
  expect(links).toEqual([[shown, href]]);
  expect(editor.getText()).toBe(text.replace(/^\[x\].*/, 'x'));
});

test('turns an address into a link when Enter is pressed', () => {
  type('see https://example.com/a');
  editor.commands.splitBlock();
  expect(editor.state.doc.firstChild?.lastChild?.marks[0]?.attrs['href']).toBe('https://example.com/a');
});

test.each([
  'file.ts ',
  'README.md ',
  'main.rs ',
  'e.g. this ',
  'z.B. ',
  'ada@example.com ',
  'www. ',
  '1.2.3.4 ',
  'example.com ',
])('does not turn typed %j into a link', (text) => {
  type(text);
  expect(JSON.stringify(editor.getJSON())).not.toContain('marks');
});

test.each([
  ['**a** b', 'bold'],
  ['__a__ b', 'bold'],
  ['*a* b', 'italic'],
  ['_a b_ b', 'italic'],
  ['~~a~~ b', 'strike'],
])('formats typed %s', (text, mark) => {
  type(text);
  expect(editor.state.doc.firstChild?.firstChild?.marks.map((one) => one.type.name)).toEqual([mark]);
});

test.each(['5 * 3 * 2', '2*3*4', '__init__ is called', 'a ** b ** c', 'x _ y _ z', 'a ~~ b ~~'])(
  'does not format typed %s',
  (text) => {
    type(text);
    expect(editor.state.doc.firstChild?.textContent).toBe(text);
  },
);

test.each(['[a](javascript:b)', '[a](b.md)', '![a](https://a.example/b.png)', '`[a](https://a.example/)'])(
  'keeps %s as text',
  (text) => {
    type(text);
    expect(editor.getText()).toBe(text);
  },
);

test('redoes with caps lock, and does not undo if there is nothing to redo', () => {
  type('ab');
  const press = (key: string, shiftKey: boolean): void => {
    const event = new KeyboardEvent('keydown', { key, keyCode: 90, ctrlKey: true, shiftKey });
    editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event));
  };
  press('Z', false);
  expect(editor.getText()).toBe('');
  press('z', true);
  expect(editor.getText()).toBe('ab');
  press('z', true);
  expect(editor.getText()).toBe('ab');
});
