import * as fc from 'fast-check';
import { CALLOUT_KINDS, CELL_ALIGNS } from '#rich-text/rich-nodes-values.ts';
import type { RichMark, RichNode, RichText } from '#rich-text/rich-text-values.ts';
import { CELL, line, make, textNode } from './rich-documents.ts';
import { piece } from './markdown-texts.ts';

const wild = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
const marks = fc.oneof(
  { weight: 2, arbitrary: fc.constant<RichMark[]>([]) },
  { weight: 1, arbitrary: fc.constant<RichMark[]>([{ type: 'code' }]) },
  {
    weight: 3,
    arbitrary: fc.subarray<RichMark>([
      { type: 'link', attrs: { href: 'https://hearth.example/a_(b)?c=*d*&amp;e' } },
      { type: 'bold' },
      { type: 'italic' },
      { type: 'strike' },
      { type: 'underline' },
    ]),
  },
);
const inline: fc.Arbitrary<RichNode> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(wild, marks).map(([text, marked]) => textNode(text, ...marked)) },
  fc.constant(make('hardBreak', null)),
  fc.uuid().map((id) => make('mention', { id })),
  fc.integer({ min: 1, max: 900 }).map((number) => make('taskLink', { key: `WEB-${number}` })),
  fc.uuid().map((id) => make('documentLink', { id })),
  fc
    .constantFrom(
      'https://a.example/b?c=d&e=f',
      'https://a_b.example/',
      'https://a.example/x_y.',
      'mailto:ada@a.example',
    )
    .map((href) => textNode(href.replace('mailto:', ''), { type: 'link', attrs: { href } })),
  wild.map((text) => make('unknownInline', { json: JSON.stringify({ type: 'date', text }) })),
);
const inlines = fc.array(inline, { maxLength: 4 });
const paragraph = inlines.map((content) => line(...content));
const media: fc.Arbitrary<RichNode> = fc
  .tuple(wild, fc.option(fc.uuid()), fc.boolean())
  .map(([name, attachmentId, isPicture]) =>
    isPicture
      ? make('image', { alt: name.replaceAll(/[\p{Cc}\u2028]/gu, ''), width: null, attachmentId })
      : make('file', { name: name.replaceAll(/[\p{Cc}\u2028]/gu, ''), attachmentId }),
  );
const leaf: fc.Arbitrary<RichNode> = fc.oneof(
  { weight: 3, arbitrary: paragraph },
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), inlines)
    .map(([level, content]) => make('heading', { level }, ...content)),
  fc
    .tuple(
      fc.constantFrom(null, 'ts', 'c++'),
      fc.array(fc.oneof(wild, fc.constantFrom('', '  ')), { maxLength: 3 }),
    )
    .map(([language, lines]) =>
      make('codeBlock', { language }, ...(lines.join('\n') === '' ? [] : [textNode(lines.join('\n'))])),
    ),
  fc.constant(make('horizontalRule', null)),
  media,
  wild.map((text) => make('unknownBlock', { json: JSON.stringify({ type: 'chart', text }) })),
);
/** Cell content that Markdown preserves: one line, image or file. */
const cell = fc.oneof(
  paragraph
    .filter(
      ({ content = [] }) =>
        !content.some(({ text = '', marks: [mark] = [] }) => mark?.type === 'code' && text.includes('\\|')),
    )
    .map((one) => [one]),
  media.map((one) => [one]),
);
const table = fc
  .tuple(fc.boolean(), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  .chain(([hasHead, rows, columns]) =>
    fc
      .tuple(
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
          minLength: rows,
          maxLength: rows,
        }),
        fc.array(fc.constantFrom(null, ...CELL_ALIGNS), { minLength: columns, maxLength: columns }),
      )
      .map(([all, aligns]) =>
        make(
          'table',
          null,
          ...all.map((row, at) =>
            make(
              'tableRow',
              null,
              ...row.map((content, column) =>
                make(
                  hasHead && at === 0 ? 'tableHeader' : 'tableCell',
                  { ...CELL, align: aligns[column] },
                  ...content,
                ),
              ),
            ),
          ),
        ),
      ),
  );

const { block } = fc.letrec<{ block: RichNode; blocks: RichNode[]; item: RichNode[] }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  item: fc
    .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]) => [first, ...rest]),
  block: fc.oneof(
    { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
    leaf,
    table,
    fc
      .array(tie('item'), { minLength: 1, maxLength: 3 })
      .map((items) =>
        make('bulletList', null, ...items.map((content) => make('listItem', null, ...content))),
      ),
    fc
      .tuple(fc.integer({ min: 0, max: 12 }), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
      .map(([start, items]) =>
        make('orderedList', { start }, ...items.map((content) => make('listItem', null, ...content))),
      ),
    fc
      .array(fc.tuple(fc.boolean(), tie('item')), { minLength: 1, maxLength: 3 })
      .map((items) =>
        make(
          'taskList',
          null,
          ...items.map(([checked, content]) => make('taskItem', { checked }, ...content)),
        ),
      ),
    tie('blocks').map((content) => make('blockquote', null, ...content)),
    fc
      .tuple(fc.constantFrom(...CALLOUT_KINDS), tie('blocks'))
      .map(([kind, content]) => make('callout', { kind }, ...content)),
    fc
      .tuple(inlines, tie('blocks'))
      .map(([summary, content]) =>
        make(
          'details',
          null,
          make('detailsSummary', null, ...summary),
          make('detailsContent', null, ...content),
        ),
      ),
  ),
}));

/** Documents of every node type that Markdown can represent. */
export const richDocuments: fc.Arbitrary<RichText> = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((content) => ({ type: 'doc', content }));
