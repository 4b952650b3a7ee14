import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryFilter } from '#testing/views.ts';
import { checkFilter } from './view-check-values.ts';
import { parseFilter, parseSort, printFilter, printSort } from './view-text-values.ts';
import { FILTER_LIMITS, SORT_FIELDS, type FilterGroup, type FilterItem } from './view-values.ts';

const problemOf = (text: string) => parseFilter(text).problem?.kind ?? null;
const day = '2026-11-20';
const id = '019365d0-0000-7000-8000-000000000001';

it('parses printed filters to the same filter', () => {
  fc.assert(
    fc.property(arbitraryFilter, (filter) => {
      expect(checkFilter(filter)).toBeNull();
      expect(parseFilter(printFilter(filter))).toEqual({ filter, problem: null });
    }),
    { numRuns: 3000 },
  );
});

it('prints only characters that are valid in a URL, except spaces and non-ASCII letters', () => {
  fc.assert(
    fc.property(arbitraryFilter, (filter) => {
      expect(printFilter(filter)).toMatch(/^[\w\-.*:;,/() \p{L}\p{M}]*$/u);
    }),
  );
});

it('parses arbitrary input without throwing, and round-trips the parsed filter', () => {
  const piece = fc.constantFrom(
    'due',
    'title',
    'label',
    '-not',
    '-all',
    ':',
    ',',
    ';',
    '/',
    '(',
    ')',
    '*',
    'today',
    'a',
    id,
    '..',
    day,
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const { filter } = parseFilter(pieces.join(''));
      if (filter === null) return;
      expect(parseFilter(printFilter(filter)).filter).toEqual(filter);
    }),
    { numRuns: 5000 },
  );
});

it('parses a filter with operators and a nested group', () => {
  expect(parseFilter(`assignee:me;priority-not:none,low;(due:overdue,next7/label-all:${id})`).filter).toEqual(
    {
      match: 'all',
      items: [
        { field: 'assignee', op: 'is', values: ['me'] },
        { field: 'priority', op: 'not', values: ['none', 'low'] },
        {
          match: 'any',
          items: [
            { field: 'due', op: 'is', values: ['overdue', 'next7'] },
            { field: 'label', op: 'all', values: [id] },
          ],
        },
      ],
    } satisfies FilterGroup,
  );
});

it('accepts filters without closing parentheses', () => {
  const whole = 'due:today;(priority:urgent/(title:a;title:b))';
  expect(parseFilter('due:today;(priority:urgent/(title:a;title:b').filter).toEqual(
    parseFilter(whole).filter,
  );
});

it('reports the first error of an invalid filter', () => {
  const many = (count: number, text: string) => Array<string>(count).fill(text).join(';');
  const found = Object.fromEntries(
    [
      'colour:red',
      'due-before:today',
      'priority-all:low',
      'due:soon',
      'due:2026-02-30',
      `due:${day}..${day}`,
      `due:2026-11-21..${day}`,
      'due:..',
      'due:next0',
      'due:next367',
      'created:overdue',
      'estimate:5..3',
      'estimate:1000',
      'estimate:05',
      'label:me',
      'label:x',
      'priority:low,low',
      'title: a',
      'title:',
      'due',
      'due:today)',
      'due:today;',
      'a:b;c/d',
      'due:today;due:today/due:today',
      '()',
      '((((due:today))))',
      many(51, 'due:today'),
      `title:${'x'.repeat(101)}`,
      'x'.repeat(FILTER_LIMITS.text + 1),
    ].map((text) => [text.slice(0, 40), problemOf(text)]),
  );
  expect(found).toMatchInlineSnapshot(`
    {
      "((((due:today))))": "tooDeep",
      "()": "unread",
      "a:b;c/d": "field",
      "colour:red": "field",
      "created:overdue": "value",
      "due": "unread",
      "due-before:today": "op",
      "due:..": "value",
      "due:2026-02-30": "value",
      "due:2026-11-20..2026-11-20": "value",
      "due:2026-11-21..2026-11-20": "value",
      "due:next0": "value",
      "due:next367": "value",
      "due:soon": "value",
      "due:today)": "unread",
      "due:today;": "unread",
      "due:today;due:today/due:today": "mixed",
      "due:today;due:today;due:today;due:today;": "tooMany",
      "estimate:05": "value",
      "estimate:1000": "value",
      "estimate:5..3": "value",
      "label:me": "value",
      "label:x": "value",
      "priority-all:low": "op",
      "priority:low,low": "value",
      "title:": "value",
      "title: a": "value",
      "title:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": "value",
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": "tooLong",
    }
  `);
});

it('rejects filter trees that exceed the limits or contain empty groups', () => {
  const deep = (depth: number): FilterItem =>
    depth === 0 ? { field: 'due', op: 'is', values: ['today'] } : { match: 'all', items: [deep(depth - 1)] };
  expect(checkFilter(deep(3) as FilterGroup)).toBeNull();
  expect(checkFilter(deep(4) as FilterGroup)?.kind).toBe('tooDeep');
  expect(checkFilter({ match: 'any', items: [] })?.kind).toBe('empty');
  expect(checkFilter({ match: 'all', items: [{ match: 'all', items: [] }] })?.kind).toBe('empty');
  expect(checkFilter({ match: 'all', items: [{ field: 'due', op: 'is', values: [] }] })?.kind).toBe('empty');
  const values = Array.from({ length: 51 }, (_, at) => String(at));
  expect(checkFilter({ match: 'all', items: [{ field: 'estimate', op: 'is', values }] })?.kind).toBe(
    'tooManyValues',
  );
});

it('parses and prints sort orders', () => {
  const sort = fc
    .uniqueArray(fc.constantFrom(...SORT_FIELDS), { minLength: 1, maxLength: FILTER_LIMITS.sorts })
    .chain((fields) =>
      fc.tuple(
        ...fields.map((field) => fc.record({ field: fc.constant(field), isDescending: fc.boolean() })),
      ),
    );
  fc.assert(
    fc.property(sort, (keys) => {
      expect(parseSort(printSort(keys))).toEqual(keys);
    }),
  );
  expect(['', 'due,', 'size', 'due,-due', '--due', 'due,start,title,closed,created'].map(parseSort)).toEqual(
    Array(6).fill(null),
  );
});
