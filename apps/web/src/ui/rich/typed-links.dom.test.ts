// @vitest-environment jsdom
import { Editor, type EditorOptions } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { completeWindow } from '#testing/page-window.ts';
import { createSchema } from './rich-schema.ts';

completeWindow();
Object.assign(window, { ClipboardEvent: Event });
let editor: Editor;
afterEach(() => editor.destroy());

const names = { person: () => ({ name: 'Ada', isSelf: false }), task: () => null, stepLabel: String };

function open(options: Partial<EditorOptions> = {}): void {
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    injectCSS: false,
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    extensions: createSchema(names),
    ...options,
  });
}

function press(key: string, keyCode: number, options: KeyboardEventInit = {}): void {
  const event = new KeyboardEvent('keydown', { key, keyCode, ...options });
  editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event));
}

/** Opens an editor and types the text letter by letter, as the browser reports it. */
function type(text: string): void {
  open();
  insert(...text.split(''));
}

function insert(...parts: string[]): void {
  for (const letter of parts) {
    const { from, to } = editor.state.selection;
    const makeDefault = () => editor.state.tr.insertText(letter, from, to);
    const isTaken = editor.view.someProp('handleTextInput', (take) =>
      take(editor.view, from, to, letter, makeDefault),
    );
    if (isTaken !== true) editor.view.dispatch(makeDefault());
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
  ['(https://example.com), then', 'https://example.com', 'https://example.com'],
  ['mail zoe@example.com ', 'zoe@example.com', 'mailto:zoe@example.com'],
  ['<zoe+x@sub.example.co.uk>, or', 'zoe+x@sub.example.co.uk', 'mailto:zoe+x@sub.example.co.uk'],
  ['zoe@example.com: yes', 'zoe@example.com', 'mailto:zoe@example.com'],
  ['[x](zoe@example.com)', 'x', 'mailto:zoe@example.com'],
])('turns typed %j into a link', (text, shown, href) => {
  type(text);
  const links: unknown[] = [];
  editor.state.doc.descendants((node) => {
    for (const mark of node.marks) links.push([node.text, mark.attrs['href']]);
  });
  expect(links).toEqual([[shown, href]]);
  expect(editor.getText()).toBe(text.replace(/^\[x\].*/, 'x'));
});

test.each([
  ['https://example.com/a', ''],
  ['https://example.com/a', '.'],
  ['zoe@example.com', '.'],
])('turns %s%s into a link when Enter is pressed', (address, after) => {
  type(`see ${address}${after}`);
  press('Enter', 13);
  expect(editor.state.doc.childCount).toBe(2);
  const texts = editor.state.doc.firstChild?.content.content.map(({ text, marks }) => [text, marks.length]);
  expect(texts).toEqual([['see ', 0], [address, 1], ...(after === '' ? [] : [[after, 0]])]);
});

test('turns dictated addresses into links', () => {
  open();
  insert('write to zoe@example.com, ', 'or see www.ex', 'ample.com ', 'or call');
  expect(editor.getText()).toBe('write to zoe@example.com, or see www.example.com or call');
  expect(editor.getHTML().match(/href="[^"]*"/g)).toEqual([
    'href="mailto:zoe@example.com"',
    'href="https://www.example.com"',
  ]);
});

test('replaces selected text after an address', () => {
  type('zoe@example.com/a');
  editor.commands.setTextSelection({ from: 16, to: 18 });
  insert(' ', 'b');
  expect(editor.getText()).toBe('zoe@example.com b');
});

test.each(['see https://example.com/a', 'see zoe@example.com', 'see zoe@example.com,'])(
  'takes back only the link of %j with undo, and with Backspace',
  (text) => {
    for (const takeBack of [() => editor.commands.undo(), () => press('Backspace', 8)]) {
      type(`${text} `);
      expect(JSON.stringify(editor.getJSON())).toContain('marks');
      takeBack();
      expect(JSON.stringify(editor.getJSON())).not.toContain('marks');
      expect(editor.getText().trimEnd()).toBe(text);
      editor.destroy();
    }
  },
);

test.each([
  ['zoe@example.com, <ada@example.com>', ['zoe@example.com', 'ada@example.com']],
  ['Mail: zoe@example.com\nssh user@example.com', ['zoe@example.com', 'user@example.com']],
  ['scp user@host.example.com:path and git@github.com:a/b.git', []],
  ['user:secret@example.com root@localhost react@18.2.0 @zoe zoe@example.com/a', []],
])('links the email addresses in pasted %j', (text, expected) => {
  open({ enablePasteRules: ['link'] });
  editor.view.pasteText(text);
  const found: unknown[] = [];
  editor.state.doc.descendants((node) => {
    for (const mark of node.marks) found.push(String(mark.attrs['href']).replace('mailto:', ''));
  });
  expect(found).toEqual(expected);
});

test.each([
  'file.ts ',
  'README.md ',
  'main.rs ',
  'e.g. this ',
  'z.B. ',
  '@zoe@example.com ',
  'root@localhost ',
  'zoe@example ',
  'user@host:path ',
  'scp user@host.example.com:path ',
  'git@github.com:a/b.git ',
  'user:secret@example.com ',
  'react@18.2.0 ',
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
  const control = { ctrlKey: true };
  press('Z', 90, control);
  expect(editor.getText()).toBe('');
  press('z', 90, { ...control, shiftKey: true });
  expect(editor.getText()).toBe('ab');
  press('z', 90, { ...control, shiftKey: true });
  expect(editor.getText()).toBe('ab');
});
