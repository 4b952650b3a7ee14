import * as fc from 'fast-check';
import { FULL_DOCUMENT } from '@hearth/contracts/testing/rich-documents';
import { markdownTexts } from '@hearth/contracts/testing/markdown-texts';
import { richDocuments } from '@hearth/contracts/testing/generated-documents';
import { describe, expect, it } from 'vitest';
import { readDocument, readRichText } from '#rich-text/rich-text-check-values.ts';
import { writeRichText } from '#rich-text/plain-text-values.ts';
import type { RichNode, RichText } from '#rich-text/rich-text-values.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

const names = { person: () => 'Ada [1]', document: () => 'Plan' };
const ID = '01920000-0000-7000-8000-0000000000f1';

function write(doc: RichText): string {
  return writeMarkdown(doc, names);
}

function check(doc: RichText): RichText {
  const read = readDocument(doc);
  if (!('doc' in read)) throw new Error(JSON.stringify(read.fault));
  return read.doc;
}

/** Removes everything that Markdown cannot represent. */
function strip({ content }: RichText): RichText {
  const isEmpty = (node: RichNode) => node.type === 'paragraph' && node.content === undefined;
  const trimmed = content.slice(0, Math.max(1, content.findLastIndex((node) => !isEmpty(node)) + 1));
  const text = JSON.stringify(trimmed, (name, value: unknown) =>
    name === 'id' && String(value).startsWith('block-') ? null : value,
  );
  return { type: 'doc', content: JSON.parse(text) as RichNode[] };
}

/** Parses Markdown to a compact form of its blocks. */
function read(text: string, host: 'document' | 'description' = 'document'): unknown[] {
  const describeNode = (node: RichNode): unknown => {
    const { type, text: nodeText, marks = [], attrs = {}, content = [] } = node;
    const shownAttrs = Object.entries(attrs).filter(
      ([name, value]) => value !== null && !name.endsWith('span'),
    );
    const name = [
      type,
      ...marks.map((mark) => mark.type),
      ...shownAttrs.map(([, value]) => String(value)),
    ].join(' ');
    if (type === 'text') return marks.length === 0 ? nodeText : `${nodeText ?? ''} ${name.slice(5)}`;
    return content.length === 0 ? name : [name, ...content.map(describeNode)];
  };
  return parseMarkdown(text, host).content.map(describeNode);
}

describe('Markdown serialization', () => {
  it('round-trips 300 random documents', () => {
    fc.assert(
      fc.property(richDocuments, (given) => {
        const doc = strip(check(given));
        expect(check(parseMarkdown(write(doc)))).toEqual(doc);
      }),
      { numRuns: 300 },
    );
  }, 240_000);

  it('round-trips the documents parsed from 300 random strings', () => {
    fc.assert(
      fc.property(markdownTexts, (text) => {
        const doc = strip(check(parseMarkdown(text)));
        expect(check(parseMarkdown(write(doc)))).toEqual(doc);
        expect(write(parseMarkdown(write(doc)))).toBe(write(doc));
        expect(readRichText(parseMarkdown(text, 'description'))).toHaveProperty('doc');
      }),
      { numRuns: 300 },
    );
  }, 240_000);

  it('keeps emphasis next to Chinese, Japanese and Korean characters in 300 random paragraphs', () => {
    const signs = fc.constantFrom(...'含 「 」 。 （ ） “ ” ( ) a 1 , 한국 かな *'.split(' '), ' ');
    const text = fc.array(signs, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
    const marks = fc
      .subarray(['bold', 'italic', 'strike'] as const)
      .map((types) => types.map((type) => ({ type })));
    const pieces = fc.array(fc.tuple(text, marks), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(pieces, (given) => {
        const content = given.map(([label, own]) => ({ text: label, type: 'text', marks: own }) as const);
        const doc = check({ type: 'doc', content: [{ type: 'paragraph', content }] });
        expect(check(parseMarkdown(write(doc)))).toEqual(doc);
      }),
      { numRuns: 300 },
    );
  });

  it('round-trips all nodes except tables and images, and approximates these', () => {
    const lossless = FULL_DOCUMENT.content.filter(({ type }) => type !== 'table' && type !== 'image');
    const doc = strip({ type: 'doc', content: lossless });
    expect(parseMarkdown(write(doc))).toEqual(doc);
    expect(write(FULL_DOCUMENT)).toContain(
      [
        '| Who | What \\| when |',
        '| - | -: |',
        '| Ada | `a\\b`<br>twice |',
        '| | |',
        '| both | |',
        '',
        '> [!WARNING]',
        '> Mind the gap',
        '>',
        '> ---',
        '',
        '<details>',
        '<summary>More **here**</summary>',
        '',
        'inside',
        '',
        '</details>',
        '',
        `![A plan \\[old\\]](attachment:${ID})`,
      ].join('\n'),
    );
  });
});

describe('Markdown parsing', () => {
  it.each([
    ['> [!tip]\n> words', [['callout tip', ['paragraph', 'words']]]],
    ['> [!NOTE]', [['callout note', 'paragraph']]],
    ['> \\[!NOTE]\n> words', [['blockquote', ['paragraph', '[!NOTE] words']]]],
    ['> [!NOTE] words', [['blockquote', ['paragraph', '[!NOTE] words']]]],
    ['> [!OTHER]\n> words', [['blockquote', ['paragraph', '[!OTHER] words']]]],
    [
      '- [ ]\n- [x] a\n- b',
      [
        ['taskList', ['taskItem false', 'paragraph'], ['taskItem true', ['paragraph', 'a']]],
        ['bulletList', ['listItem', ['paragraph', 'b']]],
      ],
    ],
    ['- \\[ ]', [['bulletList', ['listItem', ['paragraph', '[ ]']]]]],
    ['7. a\n7. b', [['orderedList 7', ['listItem', ['paragraph', 'a']], ['listItem', ['paragraph', 'b']]]]],
    [
      '| a |\n| - |\n| `b\\|c` |',
      [
        [
          'table',
          ['tableRow', ['tableHeader', ['paragraph', 'a']]],
          ['tableRow', ['tableCell', ['paragraph', 'b|c code']]],
        ],
      ],
    ],
    ['| |\n| - |\n| b |', [['table', ['tableRow', ['tableCell', ['paragraph', 'b']]]]]],
    [
      '<details><summary>a *b*</summary>\nc\n</details> d',
      [
        ['details', ['detailsSummary', 'a ', 'b italic'], ['detailsContent', ['paragraph', 'c']]],
        ['paragraph', 'd'],
      ],
    ],
    [
      '<details>\n\na',
      [
        ['paragraph', '<details>'],
        ['paragraph', 'a'],
      ],
    ],
    ['</details>', [['paragraph', '</details>']]],
    ['a ![b](attachment:) c', [['paragraph', 'a'], 'image b', ['paragraph', 'c']]],
    [`[b](attachment:${ID.toUpperCase()})`, [`file b ${ID}`]],
    ['![b](https://x.example/p.png)', [['paragraph', 'b link']]],
    [
      `[@x](person:${ID}) [x](document:${ID}) [x](task:WEB-1) WEB-2`,
      [['paragraph', `mention ${ID}`, ' ', `documentLink ${ID}`, ' ', 'taskLink WEB-1', ' WEB-2']],
    ],
    ['[@x](person:1) [x](document:../) [x](task:web-1)', [['paragraph', '@x x x']]],
    [
      '[a][b] [^1]\n\n[b]: https://x.example\n[^1]: c',
      [
        ['paragraph', 'a link', ' [^1]'],
        ['paragraph', '[^1]: c'],
      ],
    ],
    ['a<br>b\\\nc  \nd\ne', [['paragraph', 'a', 'hardBreak', 'b', 'hardBreak', 'c', 'hardBreak', 'd e']]],
    ['漢字\n漢字', [['paragraph', '漢字漢字']]],
    ['<u>a **b**</u> <u>c', [['paragraph', 'a  underline', 'b bold underline', ' <u>c']]],
    ['[`a`](https://x.example)', [['paragraph', 'a link']]],
    [
      'https://a.example/b, https\\://c.example',
      [['paragraph', 'https://a.example/b link', ', https://c.example']],
    ],
    ['<script>alert(1)</script>', [['paragraph', '<script>alert(1)</script>']]],
    ['```hearth-unknown\n{"type":"chart"}\n```', ['unknownBlock {"type":"chart"}']],
    ['```hearth-unknown\nno\n```', [['codeBlock hearth-unknown', 'no']]],
    [
      '#### a\n###### b',
      [
        ['heading 4', 'a'],
        ['heading 6', 'b'],
      ],
    ],
    [
      '| a | b | c |\n| :- | :-: | -: |\n| 1 | | |',
      [
        [
          'table',
          [
            'tableRow',
            ['tableHeader left', ['paragraph', 'a']],
            ['tableHeader center', ['paragraph', 'b']],
            ['tableHeader right', ['paragraph', 'c']],
          ],
          [
            'tableRow',
            ['tableCell left', ['paragraph', '1']],
            ['tableCell center', 'paragraph'],
            ['tableCell right', 'paragraph'],
          ],
        ],
      ],
    ],
    ['', ['paragraph']],
    [
      '[a](other.md) [b](#part "t") [c](tel:+49-30)',
      [['paragraph', 'a (other.md) b (#part) c (tel:+49-30)']],
    ],
    ['[a **b**][x] [c](<d e.md>)\n\n[x]: ../y', [['paragraph', 'a ', 'b bold', ' (../y) c (d e.md)']]],
    ['[](other.md) [other.md](other.md) ![d](e.png)', [['paragraph', 'other.md other.md d (e.png)']]],
    ['run on["a" + b]() and [*c*]()', [['paragraph', 'run on["a" + b]() and [', 'c italic', ']()']]],
    ['[a](javascript:b) [c](data:d) [e]( JavaScript:f) [g](<\tvbscript:h>)', [['paragraph', 'a c e g']]],
    ['含**「重点」**内容', [['paragraph', '含', '「重点」 bold', '内容']]],
    ['含~~（旧）~~，**“新”**的', [['paragraph', '含', '（旧） strike', '，', '“新” bold', '的']]],
    ['**강조(강조)**입니다', [['paragraph', '강조(강조) bold', '입니다']]],
    ['𠮷**「重点」**𠮷', [['paragraph', '𠮷', '「重点」 bold', '𠮷']]],
    ['*a*𠮷**(b)**𠮷 😀**(c)**d', [['paragraph', 'a italic', '𠮷', '(b) bold', '𠮷 😀**(c)**d']]],
    ['a**(b)**c 含_「d」_含', [['paragraph', 'a**(b)**c 含_「d」_含']]],
    [
      '---\ntitle: A\n\ntags: [b]\n---\n# C',
      [
        ['codeBlock yaml', 'title: A\n\ntags: [b]'],
        ['heading 1', 'C'],
      ],
    ],
    ['\uFEFF+++\r\na = 1\r\n+++', [['codeBlock toml', 'a = 1']]],
    ['---\n\na: b\n\n---', ['horizontalRule', ['paragraph', 'a: b'], 'horizontalRule']],
    ['---\nMore words\n---', ['horizontalRule', ['heading 2', 'More words']]],
  ])('converts %j', (text, blocks) => {
    expect(read(text)).toEqual(blocks);
  });

  it('keeps only allowed nodes when parsing a description', () => {
    expect(read('> [!NOTE]\n> a', 'description')).toEqual([['blockquote', ['paragraph', '[!NOTE] a']]]);
    expect(read('| a |\n| - |', 'description')).toEqual([['paragraph', '| a | | - |']]);
    expect(read('![a](attachment:) [b](document:1)', 'description')).toEqual([['paragraph', 'a b']]);
  });

  it('keeps line breaks on request, and joins hard-wrapped lines', () => {
    const wrapped = [
      'This paragraph was wrapped by a program to sixty columns, so',
      'that the ends of its lines say nothing at all about what is',
      'meant.',
    ].join('\n');
    const lines = parseMarkdown(
      `Kim\nMain St\n\n- a\n  b\n\n${wrapped}`,
      'document',
      'breakUnlessWrapped',
    ).content;
    expect(lines.map((block) => writeRichText({ type: 'doc', content: [block] }))).toEqual([
      'Kim\nMain St',
      '- a\n  b',
      wrapped.replaceAll('\n', ' '),
    ]);
  });

  it('preserves common Markdown style when serializing parsed text', () => {
    const texts = [
      '含**「重点」**内容，**“新”**的~~（旧）~~内容 *한국(어)*입니다\n',
      'See https://a.example/b?c=d for more, <https://a.example/(e)>, <ada@a.example>\n',
      '- a\n- b\n  - c\n\n1. d\n2. e\n',
      '| a | b | c | d |\n| - | :- | :-: | -: |\n| 1 | 2 | 3 | 4 |\n',
      '#### a\n\n###### b\n',
      '> [!TIP]\n> Words\n',
      'a\\\nb\n\n<br>\n\nc\n',
      '- [ ]\n- [x] done\n',
    ];
    for (const text of texts) expect(write(parseMarkdown(text))).toBe(text);
  });

  it('limits the nesting depth of repeated delimiters', () => {
    const floods = [
      '>',
      '- ',
      '1. ',
      '**',
      '*a _b ',
      '[',
      '![',
      '[a](',
      '`',
      '<',
      '<details>\n\n',
      '<u>',
      '| a ',
      '\\',
      '&#',
      '~~',
      '[^1]: ',
      '*a**',
      '<!--',
      '> - ',
    ];
    for (const flood of floods) {
      const doc = parseMarkdown(flood.repeat(1_000));
      expect(readDocument(doc), flood).toHaveProperty('doc');
      expect(readRichText(parseMarkdown(flood.repeat(500), 'description')), flood).toHaveProperty('doc');
      expect(readDocument(parseMarkdown(write(doc))), flood).toHaveProperty('doc');
    }
  });
});
