import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { readRichText } from '@hearth/contracts/rich-text/rich-text-check-values';
import { writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { expect, test } from 'vitest';
import { isLikeMarkdown } from './markdown-signs.ts';
import { createSchema } from '#ui/rich/rich-schema.ts';

const schema = getSchema(
  createSchema({
    person: () => ({ name: 'Ada', isSelf: false }),
    task: () => null,
    stepLabel: (text) => text,
  }),
);

function read(text: string): RichText {
  const doc = Node.fromJSON(schema, { type: 'doc', content: parseMarkdown(text, 'description').content });
  doc.check();
  const checked = readRichText(JSON.parse(JSON.stringify(doc.toJSON())));
  if (!('doc' in checked)) throw new Error(checked.fault.message);
  return checked.doc;
}

test.each([
  '# Title\n\nSome words',
  '- one\n- two\n  - below',
  '1. first\n2. second',
  '- [x] done\n- [ ] open',
  '> said\n>\n> twice',
  '```ts\nlet a = "<b>";\n```',
  '---',
  'words with <b onclick=x> and <script> as they stand',
])('round-trips %j through the description schema', (text) => {
  expect(writeRichText(read(text))).toBe(text);
});

test('orders marks, and strips other marks from code', () => {
  expect(read('**bold *both* ~~gone~~** `*code*` *`slanted code`*').content[0]?.content).toMatchObject([
    { text: 'bold ', marks: [{ type: 'bold' }] },
    { text: 'both', marks: [{ type: 'bold' }, { type: 'italic' }] },
    { text: ' ', marks: [{ type: 'bold' }] },
    { text: 'gone', marks: [{ type: 'bold' }, { type: 'strike' }] },
    { text: ' ' },
    { text: '*code*', marks: [{ type: 'code' }] },
    { text: ' ' },
    { text: 'slanted code', marks: [{ type: 'code' }] },
  ]);
});

test('keeps only web links and removes images', () => {
  const text =
    '[in](https://hearth.example) [out](javascript:alert(1)) ![picture](https://evil.example/p.png)';
  const json = JSON.stringify(read(text));
  expect(json).toContain('https://hearth.example');
  expect(json).not.toMatch(/javascript|evil/);
});

test('distinguishes Markdown from plain text', () => {
  for (const text of ['Words', 'a - b', '3 apples', 'x * y * z', '#tag', 'one\ntwo', '# A\n<b>']) {
    expect(isLikeMarkdown(text), text).toBe(false);
  }
  for (const text of ['# Title', '- a', '1. a', '**a**', '`a`', '> a', '# A `<b>`'])
    expect(isLikeMarkdown(text), text).toBe(true);
});
