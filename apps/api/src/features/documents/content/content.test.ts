import * as fc from 'fast-check';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { writeMarkdown } from '@hearth/contracts/rich-text/markdown/write-markdown';
import { readDocument } from '@hearth/contracts/rich-text/rich-text-check-values';
import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { richDocuments } from '@hearth/contracts/testing/generated-documents';
import { FULL_DOCUMENT, numberBlocks } from '@hearth/contracts/testing/rich-documents';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { encodeState, mergeContent, readContent, textOf, toYDoc } from './content.ts';

const names = { person: () => 'Ada', document: () => 'Plan' };

function open(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return doc;
}

function paragraph(text: string, id: string | null = null): RichNode {
  return { type: 'paragraph', attrs: { id }, content: [{ text, type: 'text' }] };
}

function makeDoc(...content: RichNode[]): RichText {
  return { type: 'doc', content };
}

/** Returns the size of a change: the number of bytes broadcast to all clients of the document. */
function measure(doc: Y.Doc, change: () => void): number {
  let bytes = 0;
  const count = (update: Uint8Array) => void (bytes += update.length);
  doc.on('update', count);
  change();
  doc.off('update', count);
  return bytes;
}

describe('document content stored in Yjs', () => {
  it('restores the content byte for byte', () => {
    const state = encodeState(FULL_DOCUMENT);
    expect(JSON.stringify(readContent(open(state)))).toBe(JSON.stringify(FULL_DOCUMENT));
    fc.assert(
      fc.property(richDocuments, ({ content }) => {
        const read = readDocument(makeDoc(...numberBlocks(content)));
        if (!('doc' in read)) throw new Error('refused');
        expect(JSON.stringify(readContent(open(encodeState(read.doc))))).toBe(JSON.stringify(read.doc));
      }),
    );
  });

  it('assigns a unique id to every block', () => {
    const content = readContent(
      toYDoc(makeDoc(paragraph('a'), paragraph('b', 'twice-one'), paragraph('c', 'twice-one'))),
    );
    const ids = content.content.map(({ attrs }) => attrs?.['id']);
    expect(ids).toEqual([
      expect.stringMatching(/^[a-z0-9]{12}$/),
      'twice-one',
      expect.stringMatching(/^[a-z0-9]{12}$/),
    ]);
    expect(new Set(ids).size).toBe(3);
  });

  it('merges any new content and creates no update for identical content', () => {
    fc.assert(
      fc.property(richDocuments, richDocuments, (one, other) => {
        const [from, to] = [one, other].map(({ content }) => {
          const read = readDocument(makeDoc(...numberBlocks(content)));
          if (!('doc' in read)) throw new Error('refused');
          return read.doc;
        }) as [RichText, RichText];
        const doc = toYDoc(from);
        mergeContent(doc, to);
        expect(readContent(doc)).toEqual(to);
        expect(measure(doc, () => mergeContent(doc, to))).toBe(0);
        expect(measure(doc, () => mergeContent(doc, parseMarkdown(writeMarkdown(to, names))))).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

describe('merging into a document that others are editing', () => {
  const blocks = Array.from({ length: 40 }, (_, at) =>
    paragraph(`Line ${at} says this`, `block-${String(at).padStart(4, '0')}`),
  );

  it('keeps carets above, below and within the changed line', () => {
    const doc = toYDoc(makeDoc(...blocks));
    const fragment = doc.getXmlFragment('default');
    const caretAt = (block: number, offset: number) =>
      Y.createRelativePositionFromTypeIndex(
        (fragment.get(block) as Y.XmlElement).get(0) as Y.XmlText,
        offset,
      );
    const carets = [caretAt(3, 5), caretAt(10, 4), caretAt(10, 12), caretAt(30, 8)];
    const text = writeMarkdown(readContent(doc), names);
    const changed = text
      .replace('Line 10 says this', 'Line 10 now says this')
      .replace('Line 5 says this\n\n', '')
      .replace('Line 20', 'A new one\n\n- with\n- points\n\nLine 20');
    const weight = measure(doc, () => mergeContent(doc, parseMarkdown(changed)));
    expect(weight).toBeLessThan(800);
    const places = carets.map((caret) => {
      const position = Y.createAbsolutePositionFromRelativePosition(caret, doc);
      return [(position?.type as Y.XmlText | undefined)?.toJSON(), position?.index];
    });
    expect(places).toEqual([
      ['Line 3 says this', 5],
      ['Line 10 now says this', 4],
      ['Line 10 now says this', 16],
      ['Line 30 says this', 8],
    ]);
    expect(readContent(doc).content[9]).toEqual(paragraph('Line 10 now says this', 'block-0010'));
  });

  it('combines the new content with concurrent edits', () => {
    const doc = toYDoc(makeDoc(...blocks));
    const other = open(Y.encodeStateAsUpdate(doc));
    ((other.getXmlFragment('default').get(10) as Y.XmlElement).get(0) as Y.XmlText).insert(0, 'Mine: ');
    mergeContent(
      doc,
      parseMarkdown(writeMarkdown(readContent(doc), names).replace('Line 10 says', 'Line 10 shouts')),
    );
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
    expect(textOf(readContent(doc))).toContain('\n\nMine: Line 10 shouts this\n\n');
  });

  it('keeps properties of unchanged blocks that Markdown cannot express', () => {
    const doc = toYDoc(FULL_DOCUMENT);
    const text = writeMarkdown(readContent(doc), names).replace('Less', 'Far less');
    mergeContent(doc, parseMarkdown(text));
    const expected = JSON.stringify(FULL_DOCUMENT).replace('"text":"Less"', '"text":"Far less"');
    expect(JSON.stringify(readContent(doc))).toBe(expected);
  });
});

describe('content written by a newer build', () => {
  function makeFuture(): Y.Doc {
    const doc = toYDoc(makeDoc(paragraph('before', 'block-one'), paragraph('after', 'block-two')));
    const chart = new Y.XmlElement('chart');
    chart.setAttribute('of', { tasks: [1] } as unknown as string);
    chart.insert(0, [new Y.XmlElement('axis'), new Y.XmlText('Chart')]);
    const callout = new Y.XmlElement('callout');
    callout.setAttribute('kind', 'tip');
    callout.setAttribute('colour', 'red');
    callout.insert(0, [new Y.XmlElement('paragraph')]);
    const line = new Y.XmlElement('paragraph');
    line.setAttribute('id', 'block-loud');
    const text = new Y.XmlText();
    line.insert(0, [text]);
    text.insert(0, 'loud', { shout: { by: 'Ada' } });
    doc.getXmlFragment('default').insert(1, [chart, callout, line]);
    return doc;
  }
  const toXml = (doc: Y.Doc) =>
    doc
      .getXmlFragment('default')
      .toArray()
      .map((one) => (one as Y.XmlElement).toJSON());

  it('reads unknown nodes and preserves them when other content is written', () => {
    const doc = makeFuture();
    const before = toXml(doc);
    const content = readContent(doc);
    expect(content.content.map(({ type }) => type)).toEqual([
      'paragraph',
      'unknownBlock',
      'unknownBlock',
      'paragraph',
      'paragraph',
    ]);
    expect(readDocument(content)).toEqual({ doc: content });
    expect(textOf(content)).toContain('Chart');
    mergeContent(
      doc,
      parseMarkdown(`${writeMarkdown(content, names).replace('before', 'long before')}\nand more`),
    );
    const [first, ...others] = toXml(doc);
    expect(first).toContain('long before');
    expect(others.slice(0, 4)).toEqual(before.slice(1));
    expect(readContent(doc).content.slice(1, 5)).toEqual(content.content.slice(1));
  });

  it('restores unknown nodes once the build supports them', () => {
    const unknownBlock = {
      type: 'unknownBlock',
      attrs: {
        id: 'block-one',
        json: JSON.stringify({
          type: 'callout',
          attrs: { id: 'block-two', kind: 'tip' },
          content: [{ type: 'paragraph' }],
        }),
      },
    } as const;
    const doc = toYDoc(makeDoc(unknownBlock));
    expect(toXml(doc)[0]).toMatch(/^<unknownblock /);
    const content = readContent(doc);
    expect(content.content).toEqual([
      {
        type: 'callout',
        attrs: { id: 'block-two', kind: 'tip' },
        content: [{ type: 'paragraph', attrs: { id: null } }],
      },
    ]);
    mergeContent(doc, content);
    expect(toXml(doc)[0]).toMatch(/^<callout /);
  });

  it('keeps a node unknown if it imitates a known node with invalid attributes', () => {
    const unknownBlock = {
      type: 'unknownBlock',
      attrs: { id: 'block-one', json: '{"type":"heading","attrs":{"level":"<img>"}}' },
    } as const;
    const doc = toYDoc(makeDoc(unknownBlock));
    mergeContent(doc, makeDoc(unknownBlock, paragraph('a', 'block-two')));
    expect(toXml(doc)[0]).toMatch(/^<unknownblock /);
    expect(readContent(doc).content[0]).toEqual(unknownBlock);
  });
});

describe('conflicting concurrent edits', () => {
  it('reads conflicting content as a valid document', () => {
    const doc = new Y.Doc();
    const code = new Y.XmlElement('codeBlock');
    const text = new Y.XmlText();
    code.insert(0, [text]);
    text.insert(0, 'a\r\nb', { bold: {} });
    const line = new Y.XmlElement('paragraph');
    const both = new Y.XmlText();
    line.insert(0, [both]);
    both.insert(0, 'a\nb\ud83d', { bold: {}, code: {} });
    doc.getXmlFragment('default').insert(0, [new Y.XmlElement('bulletList'), code, line]);
    const content = readContent(doc);
    expect(readDocument(content)).toEqual({ doc: content });
    expect(content.content.map(({ type }) => type)).toEqual(['bulletList', 'codeBlock', 'paragraph']);
    expect(content.content[1]?.content).toEqual([{ text: 'a\nb', type: 'text' }]);
    expect(content.content[2]?.content).toEqual([
      { text: 'a b\ufffd', type: 'text', marks: [{ type: 'code' }] },
    ]);
  });

  it('reads content at any nesting depth', () => {
    const doc = new Y.Doc();
    let inner = new Y.XmlElement('blockquote');
    doc.getXmlFragment('default').insert(0, [inner]);
    for (let depth = 0; depth < 3_000; depth += 1) {
      const next = new Y.XmlElement('blockquote');
      inner.insert(0, [next]);
      inner = next;
    }
    const content = readContent(doc);
    expect(readDocument(content)).toEqual({ doc: content });
    mergeContent(doc, content);
  });
});

it('converts and merges 3,000 blocks and reads them within one second', () => {
  const sentence = 'Some words of a usual paragraph, as people write them every day. ';
  const content = numberBlocks(
    Array.from({ length: 3_000 }, (_, at): RichNode =>
      at % 10 === 0
        ? { type: 'heading', attrs: { level: 2 }, content: [{ text: `Part ${at}`, type: 'text' }] }
        : {
            type: 'paragraph',
            content: [
              { text: `${at} ${sentence}`, type: 'text' },
              { text: 'bold', type: 'text', marks: [{ type: 'bold' }] },
              { text: sentence, type: 'text' },
            ],
          },
    ),
  );
  const long = makeDoc(...content);
  const time = <T>(run: () => T): [T, number] => {
    const begun = performance.now();
    const result = run();
    return [result, performance.now() - begun];
  };
  const [state, encoding] = time(() => encodeState(long));
  const doc = open(state);
  const [read, reading] = time(() => readContent(doc));
  expect(read).toEqual(long);
  const [text, writing] = time(() => writeMarkdown(read, names));
  const [parsed, parsing] = time(() => parseMarkdown(text.replace('1501 Some', '1501 Any')));
  const [, merging] = time(() => mergeContent(doc, parsed));
  expect(textOf(readContent(doc))).toContain('1501 Any');
  const figures = Object.entries({ encoding, reading, writing, parsing, merging }).map(
    ([name, ms]) => `${name} ${Math.round(ms)} ms`,
  );
  console.log(
    `CONTENT 3,000 blocks, ${text.length} characters, state ${state.length} bytes: ${figures.join(', ')}`,
  );
  expect(reading).toBeLessThan(1_000);
});
