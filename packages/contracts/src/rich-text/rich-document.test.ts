import * as fc from 'fast-check';
import { FULL_DOCUMENT, numberBlocks } from '@hearth/contracts/testing/rich-documents';
import { FULL_TEXT, richTexts } from '@hearth/contracts/testing/rich-texts';
import { describe, expect, it } from 'vitest';
import {
  CALLOUT_KINDS,
  findNodeRule,
  listAttrs,
  listNodeNames,
  RICH_MARKS,
  RICH_NODES,
} from './rich-nodes-values.ts';
import { listBlocks, listHeadings } from './rich-blocks-values.ts';
import { parseMergedDocument, readDocument, readRichText } from './rich-text-check-values.ts';
import { DOCUMENT_LIMITS, SCHEMA_VERSION, type RichNode } from './rich-text-values.ts';
import { writeRichText } from './plain-text-values.ts';

function doc(...content: unknown[]): unknown {
  return { type: 'doc', content };
}

describe('document schema', () => {
  // Increment the version with every change to the nodes.
  it('matches the recorded version and nodes', () => {
    const list = listNodeNames('document').map((name) => {
      const marks = Object.keys(listAttrs(name, 'document')).join(',');
      return `${name}(${marks}) ${RICH_NODES[name].content}`.trim();
    });
    expect([SCHEMA_VERSION, ...list]).toEqual([
      2,
      'doc() block+',
      'paragraph(id) inline*',
      'heading(id,level) inline*',
      'bulletList(id) listItem+',
      'orderedList(id,start) listItem+',
      'listItem() paragraph block*',
      'taskList(id) taskItem+',
      'taskItem(checked) paragraph block*',
      'blockquote(id) block+',
      'codeBlock(id,language) text*',
      'horizontalRule(id)',
      'text()',
      'hardBreak()',
      'mention(id)',
      'taskLink(key)',
      'table(id) tableRow+',
      'tableRow() cell*',
      'tableCell(align,colspan,rowspan,colwidth) block+',
      'tableHeader(align,colspan,rowspan,colwidth) block+',
      'callout(id,kind) block+',
      'details(id) detailsSummary detailsContent',
      'detailsSummary() inline*',
      'detailsContent() block+',
      'image(id,alt,width,attachmentId)',
      'file(id,name,attachmentId)',
      'documentLink(id)',
      'unknownBlock(id,json)',
      'unknownInline(json)',
    ]);
    expect(CALLOUT_KINDS).toHaveLength(5);
  });

  it('excludes document nodes from descriptions', () => {
    const own = listNodeNames('document').filter((name) => findNodeRule(name, 'description') === undefined);
    expect(own).toHaveLength(13);
    for (const node of FULL_DOCUMENT.content) expect(readRichText(doc(node))).toHaveProperty('fault');
  });
});

describe('FULL_DOCUMENT', () => {
  it('contains every node, mark and attribute of the schema', () => {
    const nodes = new Map<string, Set<string>>();
    const marks = new Set<string>();
    const visit = ({ type, attrs, marks: own, content }: RichNode): void => {
      const filled = nodes.get(type) ?? new Set();
      for (const [name, value] of Object.entries(attrs ?? {})) if (value !== null) filled.add(name);
      nodes.set(type, filled);
      for (const mark of own ?? []) marks.add(mark.type);
      for (const child of content ?? []) visit(child);
    };
    for (const node of FULL_DOCUMENT.content) visit(node);
    const missing = listNodeNames('document')
      .filter((name) => name !== 'doc')
      .flatMap((name) => {
        const filled = nodes.get(name);
        if (filled === undefined) return [name];
        return Object.keys(listAttrs(name, 'document'))
          .filter((attr) => !filled.has(attr))
          .map((attr) => `${name}.${attr}`);
      });
    expect(missing).toEqual([]);
    expect([...marks].toSorted()).toEqual(Object.keys(RICH_MARKS).toSorted());
  });
});

describe('incoming documents', () => {
  it('accepts documents that conform to the schema unchanged', () => {
    expect(JSON.stringify(readDocument(FULL_DOCUMENT))).toBe(JSON.stringify({ doc: FULL_DOCUMENT }));
    fc.assert(
      fc.property(richTexts, ({ content }) => {
        const given = doc(...numberBlocks(content));
        const read = readDocument(given);
        expect(read).toHaveProperty('doc');
        expect(JSON.stringify(parseMergedDocument((given as { content: unknown[] }).content))).toBe(
          JSON.stringify((read as { doc: unknown }).doc),
        );
      }),
    );
  });

  it('accepts missing ids and nullable attributes', () => {
    expect(readDocument(doc({ type: 'paragraph' }, { type: 'image', attrs: { alt: '' } }))).toEqual({
      doc: doc(
        { type: 'paragraph', attrs: { id: null } },
        { type: 'image', attrs: { id: null, alt: '', width: null, attachmentId: null } },
      ),
    });
    expect(readDocument(FULL_TEXT)).toHaveProperty('doc');
  });

  it.each([
    ['an invalid id', { type: 'paragraph', attrs: { id: 'A' } }, 'content.0.attrs.id'],
    [
      'an id on a list item',
      { type: 'bulletList', content: [{ type: 'listItem', attrs: { id: 'abcdefgh' } }] },
      'content.0.content.0.attrs',
    ],
    ['a table without rows', { type: 'table' }, 'content.0.content'],
    ['a table cell outside a table', { type: 'tableCell', attrs: {} }, 'content.0.type'],
    [
      'an external image',
      { type: 'image', attrs: { alt: '', src: 'https://x.example/p.png' } },
      'content.0.attrs.src',
    ],
    [
      'an image wider than the text',
      { type: 'image', attrs: { alt: '', width: 1_000 } },
      'content.0.attrs.width',
    ],
    [
      'a callout of an unknown kind',
      { type: 'callout', attrs: { kind: 'x' }, content: [{ type: 'paragraph' }] },
      'content.0.attrs.kind',
    ],
    [
      'a toggle without content',
      { type: 'details', content: [{ type: 'detailsSummary' }] },
      'content.0.content',
    ],
    [
      'a toggle with two summaries',
      { type: 'details', content: [{ type: 'detailsSummary' }, { type: 'detailsSummary' }] },
      'content.0.content.1.type',
    ],
    [
      'a document link with a path',
      { type: 'paragraph', content: [{ type: 'documentLink', attrs: { id: '/d/1' } }] },
      'content.0.content.0.attrs.id',
    ],
    [
      'an unknown block whose content is not JSON',
      { type: 'unknownBlock', attrs: { json: '<b>' } },
      'content.0.attrs.json',
    ],
  ])('rejects %s', (_what, block, path) => {
    expect(readDocument(doc(block))).toEqual({ fault: { path, message: expect.any(String) as string } });
  });

  it('rejects documents that exceed the limits of length, nodes or depth', () => {
    const { nodes, text, depth } = DOCUMENT_LIMITS;
    const rules = Array.from({ length: nodes }, () => ({ type: 'horizontalRule' }));
    expect(readDocument(doc(...rules))).toHaveProperty('fault');
    expect(readDocument(doc(...rules.slice(1)))).toHaveProperty('doc');
    const long = (length: number) =>
      doc({ type: 'codeBlock', content: [{ type: 'text', text: 'a'.repeat(length) }] });
    expect(readDocument(long(text))).toHaveProperty('fault');
    expect(readDocument(long(text - 10))).toHaveProperty('doc');
    const nest = (levels: number) => {
      let nested: RichNode = { type: 'paragraph' };
      for (let at = 1; at < levels; at += 1) nested = { type: 'blockquote', content: [nested] };
      return doc(nested);
    };
    expect(readDocument(nest(depth))).toHaveProperty('doc');
    expect(readDocument(nest(depth + 1))).toHaveProperty('fault');
    expect(JSON.stringify(parseMergedDocument([nest(90)]))).toContain('unknownBlock');
  });
});

describe('content of a newer release', () => {
  it('wraps only the innermost unsupported node and preserves it verbatim', () => {
    const chart = { type: 'chart', attrs: { of: 'tasks' } };
    const coloured = {
      type: 'callout',
      attrs: { kind: 'tip', colour: 'red' },
      content: [{ type: 'paragraph' }],
    };
    const loud = { text: 'loud', type: 'text', marks: [{ type: 'shout' }] };
    const listed = {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph' }, chart] }],
    };
    const odd = { type: 'bulletList', content: [{ type: 'cardItem' }] };
    const parsed = parseMergedDocument([
      chart,
      coloured,
      { type: 'paragraph', content: [{ text: 'a', type: 'text' }, loud] },
      listed,
      odd,
    ]);
    const wrap = (json: object) => ({
      type: 'unknownBlock',
      attrs: { id: null, json: JSON.stringify(json) },
    });
    expect(parsed.content).toEqual([
      wrap(chart),
      wrap(coloured),
      {
        type: 'paragraph',
        attrs: { id: null },
        content: [
          { text: 'a', type: 'text' },
          { type: 'unknownInline', attrs: { json: JSON.stringify(loud) } },
        ],
      },
      {
        type: 'bulletList',
        attrs: { id: null },
        content: [{ type: 'listItem', content: [{ type: 'paragraph', attrs: { id: null } }, wrap(chart)] }],
      },
      wrap(odd),
    ]);
    expect(readDocument(parsed)).toEqual({ doc: parsed });
  });

  it('adds required nodes after concurrent deletes', () => {
    const parsed = parseMergedDocument([
      { type: 'taskList' },
      { type: 'details' },
      { type: 'table' },
      { type: 'callout', attrs: { kind: 'tip' } },
    ]);
    expect(readDocument(parsed)).toEqual({ doc: parsed });
    expect(JSON.stringify(parsed)).not.toContain('unknown');
    expect(parseMergedDocument([]).content).toEqual([{ type: 'paragraph', attrs: { id: null } }]);
  });
});

describe('document text extraction', () => {
  it('lists the text, kind and id of each block, and the headings', () => {
    const lines = listBlocks(FULL_DOCUMENT).map(
      ({ blockId, kind, text }) => `${blockId ?? ''} ${kind} ${text}`,
    );
    expect(lines).toMatchInlineSnapshot(`
      [
        "block-0001 heading The plan",
        "block-0002 paragraph It is bold, slanted and under a.b()
      where it leads (https://hearth.example/plan) for <@01920000-0000-7000-8000-00000000000a> see WEB-12",
        "block-0004 paragraph done",
        "block-0005 paragraph open",
        "block-0007 paragraph below",
        "block-0009 paragraph third",
        "block-0012 paragraph Less",
        "block-0013 paragraph is more",
        "block-0014 codeBlock let a;
      	b();",
        "block-0017 paragraph Who",
        "block-0018 paragraph What | when",
        "block-0019 paragraph Ada",
        "block-0020 paragraph a\\b",
        "block-0021 paragraph twice",
        "block-0023 paragraph both",
        "block-0025 paragraph Mind the gap",
        "block-0027 detailsSummary More here",
        "block-0028 paragraph inside",
        "block-0029 image A plan [old]",
        "block-0031 file sums (2).csv",
        "block-0032 paragraph See  and",
        "block-0033 unknownBlock Chart",
        "block-0034 paragraph the end",
      ]
    `);
    expect(listHeadings(FULL_DOCUMENT)).toEqual([{ blockId: 'block-0001', level: 2, text: 'The plan' }]);
  });

  it('converts the document to plain text', () => {
    const text = writeRichText({ type: 'doc', content: FULL_DOCUMENT.content.slice(7) });
    expect(text).toMatchInlineSnapshot(`
      "Who	What | when
      Ada	a\\b twice
      	
      both	

      Mind the gap

      ---

      More here
      inside

      A plan [old]



      sums (2).csv

      See  and 

      Chart

      the end"
    `);
  });
});
