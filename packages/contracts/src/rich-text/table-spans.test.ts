import { expect, test } from 'vitest';
import { writeMarkdown } from './markdown/write-markdown.ts';
import { writeRichText } from './plain-text-values.ts';
import { parseMergedDocument } from './rich-text-check-values.ts';
import type { RichNode } from './rich-text-values.ts';
import { clampSpans } from './table-spans-values.ts';

const cell = (colspan: number, rowspan: number, colwidth: number[] | null = null): RichNode => ({
  type: 'tableCell',
  attrs: { colspan, rowspan, colwidth },
  content: [{ type: 'paragraph', attrs: { id: null }, content: [{ type: 'text', text: 'x' }] }],
});
const table = (rows: number, columns: number, make: () => RichNode): RichNode => ({
  type: 'table',
  attrs: { id: null },
  content: Array.from({ length: rows }, () => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, make),
  })),
});
const spans = (rows: readonly RichNode[]) =>
  rows.map(({ content = [] }) => content.map(({ attrs }) => [attrs?.['colspan'], attrs?.['rowspan']]));

test('serializes a table with huge cell spans within the time limit', () => {
  const hostile = table(300, 30, () => cell(1_000, 1_000));
  const began = Date.now();
  // Clamped while parsing, and unclamped.
  for (const doc of [parseMergedDocument([hostile]), { type: 'doc' as const, content: [hostile] }]) {
    const text = writeMarkdown(doc, { person: () => null, document: () => null });
    expect(text.length).toBeLessThan(500_000);
  }
  expect(Date.now() - began).toBeLessThan(5_000);
  const [parsed] = parseMergedDocument([hostile]).content;
  const places = spans(parsed?.content ?? [])
    .flat()
    .reduce((sum, [a, b]) => sum + Number(a) * Number(b), 0);
  expect(places).toBeLessThanOrEqual(10_000 + 300 * 30);
});

test('clamps spans to existing rows and the column limit, and keeps valid ones', () => {
  const rows = [
    { type: 'tableRow' as const, content: [cell(2, 5, [10, 20]), cell(1, 1)] },
    { type: 'tableRow' as const, content: [cell(1, 1)] },
  ];
  expect(spans(clampSpans(rows))).toEqual([
    [
      [2, 2],
      [1, 1],
    ],
    [[1, 1]],
  ]);
  const fitting = [
    { type: 'tableRow' as const, content: [cell(2, 2, [10, 20]), cell(1, 1)] },
    { type: 'tableRow' as const, content: [cell(1, 1)] },
  ];
  expect(clampSpans(fitting)).toEqual(fitting);
  expect(
    clampSpans([
      {
        type: 'tableRow',
        content: [
          cell(
            200,
            1,
            Array.from({ length: 200 }, () => 5),
          ),
        ],
      },
    ]),
  ).toMatchObject([{ content: [{ attrs: { colspan: 100, colwidth: { length: 100 } } }] }]);
});

test('prints merged cells with empty cells for the rows and columns that they cover', () => {
  const named = (text: string, colspan = 1, rowspan = 1): RichNode => ({
    ...cell(colspan, rowspan),
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  });
  const rows: RichNode[][] = [
    [named('H'), named('AB', 2), named('C')],
    [named('L', 1, 2), named('1'), named('2'), named('3')],
    [named('4'), named('5'), named('6')],
  ];
  const content = rows.map((cells): RichNode => ({ type: 'tableRow', content: cells }));
  const text = writeRichText({ type: 'doc', content: [{ type: 'table', content }] });
  expect(text).toBe('H\tAB\t\tC\nL\t1\t2\t3\n\t4\t5\t6');
});
