import * as fc from 'fast-check';
import { FULL_TEXT, FULL_PLAIN_TEXT, REFUSED_TEXTS, richTexts } from '@hearth/contracts/testing/rich-texts';
import { describe, expect, it } from 'vitest';
import { readRichText } from './rich-text-check-values.ts';
import { RICH_LIMITS, isSafeAddress, type RichNode } from './rich-text-values.ts';
import { isPlain, isSameDoc, readPlainText, writeRichText } from './plain-text-values.ts';

describe('incoming rich text', () => {
  it('accepts text that conforms to the schema', () => {
    fc.assert(
      fc.property(richTexts, (doc) => {
        expect(readRichText(doc)).toHaveProperty('doc');
      }),
    );
    const read = readRichText(FULL_TEXT);
    expect(read).toEqual({ doc: FULL_TEXT });
  });

  it('normalizes idempotently', () => {
    fc.assert(
      fc.property(richTexts, (doc) => {
        const once = readRichText(doc);
        if (!('doc' in once)) throw new Error('refused');
        expect(JSON.stringify(readRichText(once.doc))).toBe(JSON.stringify(once));
        expect(writeRichText(once.doc)).toBe(writeRichText(doc));
      }),
    );
  });

  it('orders fields and marks canonically and merges adjacent text nodes', () => {
    const loose = {
      content: [
        {
          content: [
            { marks: [{ type: 'italic' }, { type: 'bold' }], text: 'a', type: 'text' },
            { text: 'b', marks: [{ type: 'bold' }, { type: 'italic' }], type: 'text' },
            { type: 'text', text: 'c', marks: [] },
          ],
          type: 'paragraph',
        },
      ],
      type: 'doc',
    };
    expect(JSON.stringify(readRichText(loose))).toBe(
      JSON.stringify({
        doc: {
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [
                { text: 'ab', type: 'text', marks: [{ type: 'bold' }, { type: 'italic' }] },
                { text: 'c', type: 'text' },
              ],
            },
          ],
        },
      }),
    );
  });

  it.each(REFUSED_TEXTS)('rejects %s', (_what, doc, path) => {
    expect(readRichText(doc)).toEqual({ fault: { path, message: expect.any(String) as string } });
  });

  it.each([null, undefined, 7, 'doc', [], { type: 'paragraph' }])(
    'rejects a value that is not a document: %j',
    (value) => {
      expect(readRichText(value)).toHaveProperty('fault');
    },
  );

  it('rejects text that exceeds the limits of length, nodes or depth', () => {
    const text = (length: number) => readPlainText('a'.repeat(length));
    expect(readRichText(text(RICH_LIMITS.text))).toHaveProperty('doc');
    expect(readRichText(text(RICH_LIMITS.text + 1))).toHaveProperty('fault');
    const rules = Array.from({ length: RICH_LIMITS.nodes }, () => ({ type: 'horizontalRule' }));
    expect(readRichText({ type: 'doc', content: rules })).toHaveProperty('fault');
    expect(readRichText({ type: 'doc', content: rules.slice(1) })).toHaveProperty('doc');
    let nested: RichNode = { type: 'paragraph' };
    for (let depth = 0; depth < 10_000; depth += 1) nested = { type: 'blockquote', content: [nested] };
    expect(readRichText({ type: 'doc', content: [nested] })).toHaveProperty(
      'fault.message',
      'can be nested up to 12 levels deep',
    );
  });

  it('allows links to web and email addresses', () => {
    for (const address of [
      'https://a.example',
      'http://a.example/b?c#d',
      'mailto:ada@a.example',
      'HTTPS://A.example',
    ]) {
      expect(isSafeAddress(address), address).toBe(true);
    }
  });
});

describe('plain text of rich text', () => {
  it('contains the text and markers of every node', () => {
    expect(writeRichText(FULL_TEXT)).toBe(FULL_PLAIN_TEXT);
  });

  it('round-trips through parsing unchanged', () => {
    const texts = fc.oneof(
      fc.string({
        unit: fc.constantFrom('a', ' ', '\n', '<@', '01920000-0000-7000-8000-00000000000a', '>', '- ', '#'),
      }),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const doc = readPlainText(text);
        expect(writeRichText(doc)).toBe(text);
        expect(isPlain(doc)).toBe(true);
      }),
    );
  });

  it('is lossless only for text without formatting', () => {
    expect(isPlain(FULL_TEXT)).toBe(false);
    fc.assert(
      fc.property(richTexts, (doc) => {
        expect(isPlain(doc)).toBe(
          isSameDoc(readPlainText(writeRichText(doc)), doc) && !JSON.stringify(doc).includes('"marks"'),
        );
      }),
    );
  });
});
