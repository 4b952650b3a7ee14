import { listAttrs } from '#rich-text/rich-nodes-values.ts';
import type { RichMark, RichNode, RichNodeName, RichText } from '#rich-text/rich-text-values.ts';
import { FULL_TEXT } from './rich-texts.ts';

const PICTURE = '01920000-0000-7000-8000-0000000000f1';
const TABLE_FILE = '01920000-0000-7000-8000-0000000000f2';
const OTHER = '01920000-0000-7000-8000-0000000000d2';

/** Adds an id to each block, as required in a document. */
export function numberBlocks(nodes: readonly RichNode[], first = 0): RichNode[] {
  let at = first;
  const number = (node: RichNode): RichNode => {
    const { text, type, marks, content } = node;
    const isBlock =
      Object.keys(listAttrs(type, 'document')).length > Object.keys(listAttrs(type, 'description')).length;
    const attrs = isBlock ? { id: `block-${String((at += 1)).padStart(4, '0')}`, ...node.attrs } : node.attrs;
    return {
      ...(text === undefined ? {} : { text }),
      type,
      ...(attrs === undefined ? {} : { attrs }),
      ...(marks === undefined ? {} : { marks }),
      ...(content === undefined ? {} : { content: content.map(number) }),
    };
  };
  return nodes.map(number);
}

export function make(type: RichNodeName, attrs: object | null, ...content: RichNode[]): RichNode {
  return {
    type,
    ...(attrs === null ? {} : { attrs: attrs as Record<string, unknown> }),
    ...(content.length === 0 ? {} : { content }),
  };
}

export function textNode(text: string, ...marks: RichMark[]): RichNode {
  return marks.length === 0 ? { text, type: 'text' } : { text, type: 'text', marks };
}

export function line(...content: RichNode[]): RichNode {
  return make('paragraph', null, ...content);
}

export const CELL = { align: null, colspan: 1, rowspan: 1, colwidth: null };

/** A document with every node type. */
export const FULL_DOCUMENT: RichText = {
  type: 'doc',
  content: numberBlocks([
    ...FULL_TEXT.content.slice(0, -1),
    make(
      'table',
      null,
      make(
        'tableRow',
        null,
        make('tableHeader', { ...CELL, colwidth: [240] }, line(textNode('Who'))),
        make('tableHeader', { ...CELL, align: 'right' }, line(textNode('What | when'))),
      ),
      make(
        'tableRow',
        null,
        make('tableCell', { ...CELL, rowspan: 2, colwidth: [240] }, line(textNode('Ada'))),
        make(
          'tableCell',
          { ...CELL, align: 'right' },
          line(textNode('a\\b', { type: 'code' })),
          line(textNode('twice')),
        ),
      ),
      make('tableRow', null, make('tableCell', { ...CELL, align: 'right' }, line())),
      make('tableRow', null, make('tableCell', { ...CELL, colspan: 2 }, line(textNode('both')))),
    ),
    make('callout', { kind: 'warning' }, line(textNode('Mind the gap')), make('horizontalRule', null)),
    make(
      'details',
      null,
      make('detailsSummary', null, textNode('More '), textNode('here', { type: 'bold' })),
      make('detailsContent', null, line(textNode('inside'))),
    ),
    make('image', { alt: 'A plan [old]', width: 60, attachmentId: PICTURE }),
    make('image', { alt: '', width: null, attachmentId: null }),
    make('file', { name: 'sums (2).csv', attachmentId: TABLE_FILE }),
    line(
      textNode('See '),
      make('documentLink', { id: OTHER }),
      textNode(' and '),
      make('unknownInline', { json: '{"type":"date","attrs":{"on":"2027-01-01"}}' }),
    ),
    make('unknownBlock', {
      json: '{"type":"chart","attrs":{"of":"tasks"},"content":[{"text":"Chart","type":"text"}]}',
    }),
    line(textNode('the end')),
  ]),
};
