import * as fc from 'fast-check';
import type { RichMark, RichNode, RichText } from '#rich-text/rich-text-values.ts';

const phrase = fc.stringMatching(/^[a-zA-Z0-9 <>&"'*_`#\-\t[\]]{1,12}$/);
const marks: fc.Arbitrary<RichMark[]> = fc.oneof(
  fc.constant<RichMark[]>([{ type: 'code' }]),
  fc.subarray<RichMark>([
    { type: 'link', attrs: { href: 'https://hearth.example/a?b=c' } },
    { type: 'bold' },
    { type: 'italic' },
    { type: 'strike' },
    { type: 'underline' },
  ]),
);
const inline: fc.Arbitrary<RichNode> = fc.oneof(
  fc
    .tuple(phrase, marks)
    .map(([text, marked]): RichNode =>
      marked.length === 0 ? { text, type: 'text' } : { text, type: 'text', marks: marked },
    ),
  fc.constant<RichNode>({ type: 'hardBreak' }),
  fc.uuid().map((id): RichNode => ({ type: 'mention', attrs: { id } })),
  fc.integer({ min: 1, max: 900 }).map((number): RichNode => ({
    type: 'taskLink',
    attrs: { key: `WEB-${number}` },
  })),
);

function withContent(node: RichNode, content: readonly RichNode[]): RichNode {
  return content.length === 0 ? node : { ...node, content };
}

const line = fc.array(inline, { maxLength: 4 });
const paragraph = line.map((content) => withContent({ type: 'paragraph' }, content));
const leaf: fc.Arbitrary<RichNode> = fc.oneof(
  paragraph,
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), line)
    .map(([level, content]) => withContent({ type: 'heading', attrs: { level } }, content)),
  fc
    .tuple(fc.constantFrom(null, 'ts', 'c++'), fc.array(phrase, { maxLength: 3 }))
    .map(([language, lines]) =>
      withContent(
        { type: 'codeBlock', attrs: { language } },
        lines.length === 0 ? [] : [{ text: lines.join('\n'), type: 'text' }],
      ),
    ),
  fc.constant<RichNode>({ type: 'horizontalRule' }),
);

const { block } = fc.letrec<{ block: RichNode; item: RichNode[] }>((tie) => ({
  item: fc
    .tuple(paragraph, fc.array(tie('block'), { maxLength: 1 }))
    .map(([first, rest]) => [first, ...rest]),
  block: fc.oneof(
    { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map((items): RichNode => ({
      type: 'bulletList',
      content: items.map((content) => ({ type: 'listItem', content })),
    })),
    fc
      .tuple(fc.integer({ min: 0, max: 12 }), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
      .map(([start, items]): RichNode => ({
        type: 'orderedList',
        attrs: { start },
        content: items.map((content) => ({ type: 'listItem', content })),
      })),
    fc.array(fc.tuple(fc.boolean(), tie('item')), { minLength: 1, maxLength: 3 }).map((items): RichNode => ({
      type: 'taskList',
      content: items.map(([checked, content]) => ({ type: 'taskItem', attrs: { checked }, content })),
    })),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 2 })
      .map((content): RichNode => ({ type: 'blockquote', content })),
  ),
}));

/** Small descriptions of all node types. */
export const richTexts: fc.Arbitrary<RichText> = fc
  .array(block, { minLength: 1, maxLength: 5 })
  .map((content) => ({ type: 'doc', content }));

const SOMEBODY = '01920000-0000-7000-8000-00000000000a';

/** A description with every node and mark allowed in descriptions. */
export const FULL_TEXT: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ text: 'The plan', type: 'text' }] },
    {
      type: 'paragraph',
      content: [
        { text: 'It is ', type: 'text' },
        { text: 'bold', type: 'text', marks: [{ type: 'bold' }] },
        { text: ', ', type: 'text' },
        { text: 'slanted', type: 'text', marks: [{ type: 'italic' }, { type: 'strike' }] },
        { text: ' and ', type: 'text' },
        { text: 'under', type: 'text', marks: [{ type: 'underline' }] },
        { text: ' ', type: 'text' },
        { text: 'a.b()', type: 'text', marks: [{ type: 'code' }] },
        { type: 'hardBreak' },
        {
          text: 'where it leads',
          type: 'text',
          marks: [{ type: 'link', attrs: { href: 'https://hearth.example/plan' } }],
        },
        { text: ' for ', type: 'text' },
        { type: 'mention', attrs: { id: SOMEBODY } },
        { text: ' see ', type: 'text' },
        { type: 'taskLink', attrs: { key: 'WEB-12' } },
      ],
    },
    {
      type: 'taskList',
      content: [
        {
          type: 'taskItem',
          attrs: { checked: true },
          content: [{ type: 'paragraph', content: [{ text: 'done', type: 'text' }] }],
        },
        {
          type: 'taskItem',
          attrs: { checked: false },
          content: [
            { type: 'paragraph', content: [{ text: 'open', type: 'text' }] },
            {
              type: 'bulletList',
              content: [
                {
                  type: 'listItem',
                  content: [{ type: 'paragraph', content: [{ text: 'below', type: 'text' }] }],
                },
              ],
            },
          ],
        },
      ],
    },
    {
      type: 'orderedList',
      attrs: { start: 3 },
      content: [
        { type: 'listItem', content: [{ type: 'paragraph', content: [{ text: 'third', type: 'text' }] }] },
        { type: 'listItem', content: [{ type: 'paragraph' }] },
      ],
    },
    {
      type: 'blockquote',
      content: [
        { type: 'paragraph', content: [{ text: 'Less', type: 'text' }] },
        { type: 'paragraph', content: [{ text: 'is more', type: 'text' }] },
      ],
    },
    { type: 'codeBlock', attrs: { language: 'ts' }, content: [{ text: 'let a;\n\tb();', type: 'text' }] },
    { type: 'horizontalRule' },
    { type: 'paragraph' },
  ],
};

/** The plain text of FULL_TEXT. */
export const FULL_PLAIN_TEXT = `## The plan

It is bold, slanted and under a.b()
where it leads (https://hearth.example/plan) for <@${SOMEBODY}> see WEB-12

- [x] done
- [ ] open
  - below

3. third
4. 

> Less
>
> is more

\`\`\`ts
let a;
\tb();
\`\`\`

---

`;

/** Invalid rich text, each with the path of the error. */
export const REFUSED_TEXTS: readonly (readonly [what: string, doc: unknown, path: string])[] = [
  ['no content', { type: 'doc', content: [] }, 'content'],
  ['an unknown node', doc({ type: 'image', attrs: { src: 'https://x.example' } }), 'content.0.type'],
  ['a node named like an object property', doc({ type: 'constructor' }), 'content.0.type'],
  ['an unknown field', doc({ type: 'paragraph', style: 'color:red' }), 'content.0.style'],
  ['an unknown attribute', doc({ type: 'paragraph', attrs: { onclick: 'x()' } }), 'content.0.attrs'],
  [
    'a heading below the lowest level',
    doc({ type: 'heading', attrs: { level: 7 } }),
    'content.0.attrs.level',
  ],
  ['a heading without a level', doc({ type: 'heading' }), 'content.0.attrs'],
  ['text next to blocks', doc({ type: 'text', text: 'a' }), 'content.0.type'],
  [
    'a list of paragraphs',
    doc({ type: 'bulletList', content: [{ type: 'paragraph' }] }),
    'content.0.content.0.type',
  ],
  ['an empty list', doc({ type: 'bulletList' }), 'content.0.content'],
  [
    'a list item that begins with a horizontal rule',
    doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'horizontalRule' }] }] }),
    'content.0.content.0.content.0.type',
  ],
  ['an empty text', line0({ type: 'text', text: '' }), 'content.0.content.0.text'],
  ['a NUL', line0({ type: 'text', text: 'a\u0000' }), 'content.0.content.0.text'],
  ['a lone surrogate', line0({ type: 'text', text: 'a\ud800' }), 'content.0.content.0.text'],
  ['a line break within a text', line0({ type: 'text', text: 'a\nb' }), 'content.0.content.0.text'],
  [
    'an unknown mark',
    line0({ type: 'text', text: 'a', marks: [{ type: 'style' }] }),
    'content.0.content.0.marks.0.type',
  ],
  [
    'a duplicate mark',
    line0({ type: 'text', text: 'a', marks: [{ type: 'bold' }, { type: 'bold' }] }),
    'content.0.content.0.marks',
  ],
  [
    'bold code',
    line0({ type: 'text', text: 'a', marks: [{ type: 'bold' }, { type: 'code' }] }),
    'content.0.content.0.marks',
  ],
  [
    'marks in a code block',
    doc({
      type: 'codeBlock',
      attrs: { language: null },
      content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }] }],
    }),
    'content.0.content.0.marks',
  ],
  [
    'a mention without a valid id',
    line0({ type: 'mention', attrs: { id: '<img>' } }),
    'content.0.content.0.attrs.id',
  ],
  [
    'a task link without a valid key',
    line0({ type: 'taskLink', attrs: { key: 'web-1' } }),
    'content.0.content.0.attrs.key',
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' https://x.example',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//x.example',
    '/dashboard',
    'https:',
    'https:\\\\x.example',
    'https://x.example/\u0000',
    'https://x.example/ b',
    'blob:https://x.example/1',
    `https://x.example/${'a'.repeat(2_000)}`,
    7,
  ].map(
    (href) =>
      [
        `a link to ${JSON.stringify(href).slice(0, 40)}`,
        line0({ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href } }] }),
        'content.0.content.0.marks.0.attrs.href',
      ] as const,
  ),
];

function doc(...content: unknown[]): unknown {
  return { type: 'doc', content };
}

function line0(...content: unknown[]): unknown {
  return doc({ type: 'paragraph', content });
}
