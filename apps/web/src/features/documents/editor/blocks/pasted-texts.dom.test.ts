// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { readDocument } from '@hearth/contracts/rich-text/rich-text-check-values';
import { writeMarkdown } from '@hearth/contracts/rich-text/markdown/write-markdown';
import { afterEach, expect, it, vi } from 'vitest';
import { createPaste } from '#ui/rich/paste/create-paste.ts';
import { createDocumentSchema } from '#features/documents/editor/schema/document-schema.ts';
import { completeWindow } from '#testing/page-window.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';
import { BlockPortals } from './block-portals.ts';

completeWindow();
Object.assign(window, { ClipboardEvent: Event });
let editor: Editor;
afterEach(() => editor.destroy());

function paste(text: string): void {
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    injectCSS: false,
    enablePasteRules: ['link'],
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    extensions: [
      ...createDocumentSchema(names, new BlockPortals()),
      createPaste('document', { take: () => null, onOmitted: () => undefined }),
    ],
  });
  editor.view.focus();
  const clipboardData = {
    types: ['text/plain'],
    files: [],
    getData: (kind: string) => (kind === 'text/plain' ? text : ''),
  };
  const event = new Event('paste', { bubbles: true, cancelable: true });
  editor.view.dom.dispatchEvent(Object.assign(event, { clipboardData }));
}

function readMarkdown(): string {
  const read = readDocument(JSON.parse(JSON.stringify(editor.getJSON())));
  if (!('doc' in read)) throw new Error(JSON.stringify(read.fault));
  return writeMarkdown(read.doc, { person: () => 'Ada', document: () => 'Plan' }).trimEnd();
}

it.each([
  ['a bullet with a date', '- 1. Mai', '- 1\\. Mai'],
  ['bullets with ordinals', '- 2. Bundesliga\n- 1. FC Köln', '- 2\\. Bundesliga\n- 1\\. FC Köln'],
  ['dates below a heading', '# Plan\n\n12. Mai\n3. Juni', '# Plan\n\n12\\. Mai\n\n3\\. Juni'],
  ['a mail with nested quotes', '> Kim:\n> > Come?\n> Yes.\n\nOk', '> Kim:\n>\n> > Come?\n>\n> Yes.\n\nOk'],
  ['a chat with quotes', 'Kim, 10:32\n> here?\n\nAda\nYes', 'Kim, 10:32\n\n> here?\n\nAda\\\nYes'],
  ['a chat with lists', '10:32 Kim\nHi\n\n10:33 Ada\n- a\n- b', '10:32 Kim\\\nHi\n\n10:33 Ada\n\n- a\n- b'],
  ['a list of times', '- 12:00 lunch\n- 13:00 talk', '- 12:00 lunch\n- 13:00 talk'],
  [
    'a table with a pipe in code',
    '| a | b |\n|---|---|\n| `x \\| y` | z |',
    '| a | b |\n| - | - |\n| `x \\| y` | z |',
  ],
  ['footnotes', '**a**[^1]\n\n[^1]: b', '**a**\\[^1]\n\n\\[^1]: b'],
  ['nested to-dos', '- [ ] a\n    - [x] b\n- [x] c', '- [ ] a\n  - [x] b\n- [x] c'],
  ['a list indented by tabs', '* a\n\t* b\n\t\t* c', '- a\n  - b\n    - c'],
  ['numbers with parentheses', '1) a\n2) b', '1. a\n2. b'],
  ['two numbered lists', '1. a\n2. b\n\n1. c\n2. d', '1. a\n2. b\n\n1) c\n2) d'],
  ['a list from right to left', '- خبز\n- حليب\n  - طازج', '- خبز\n- حليب\n  - طازج'],
  ['Windows line ends', '# A\r\n\r\n- b\r\n- c\r\n\r\nd\r\n', '# A\n\n- b\n- c\n\nd'],
  ['a list with blank lines', '- a\n\n- b\n\n\n- c', '- a\n- b\n- c'],
  ['steps with code', '1. a\n   ```sh\n   ls\n   ```\n2. b', '1. a\n\n   ```sh\n   ls\n   ```\n\n2. b'],
  ['prices', '- Café – 3,50 €\n- Tee – 2,80 €', '- Café – 3,50 €\n- Tee – 2,80 €'],
  ['ranges', '- 10~20 kg\n- 30~40 kg, 50~60 kg', '- 10\\~20 kg\n- 30\\~40 kg, 50\\~60 kg'],
])('pastes %s as blocks', async (_, text, expected) => {
  paste(text);
  await vi.waitFor(() => expect(readMarkdown()).toBe(expected));
});

it.each([
  ['an address', 'Kim Park\n12 Main Street\n1. Stock\nBerlin'],
  ['a mail with answers between its lines', 'Kim wrote:\n> Can you come?\nYes, at 5.\n> Thanks\nWelcome'],
  ['a chat log', '[10:32] Kim: Hello\n[10:33] Ada: Hi :)\n[10:35] Kim: 1. Mai?'],
  ['a shell session', '$ npm ci\nadded 1 package\n$ npm test\n# ok'],
  ['a signature', 'Best regards\n\n-- \nAda Lovelace\n+49 30 123'],
  ['arrows', 'a -> b\na => c\nx <- y\n--> done'],
  ['comma-separated values', 'name,age,city\nAda,36,London\nKim,29,"Oslo, Norway"'],
  ['a numbered outline', '1.1 Einleitung\n1.2 Ziele\n2 Umsetzung'],
  ['German and French numbers', '1.500,50 €\n1 000,50 €\n1.5 kg Mehl'],
  ['Arabic numbers', '١. خبز\n٢. حليب'],
  ['dialogue', '« Bonjour »\n– Salut !\n– Ça va ?'],
  ['time spans', '12:00 - 13:00 lunch\n13:00 - 14:00 talk'],
  ['phone numbers', '+49 30 123456\n+49 30 654321'],
  ['names with number signs', '#1 priority\n#2 next'],
])('pastes %s as unchanged text', async (_, text) => {
  paste(text);
  await Promise.resolve();
  expect(editor.getText({ blockSeparator: '\n\n' })).toBe(text);
  expect(JSON.stringify(editor.getJSON())).not.toMatch(/"marks"|table|heading|List|blockquote|code/);
});
