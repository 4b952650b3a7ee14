import * as fc from 'fast-check';

/** Placeholder for an id from an earlier response, resolved when the call is sent. */
export class IdRef {
  readonly kind: string;
  readonly pick: number;

  constructor(kind: string, pick: number) {
    this.kind = kind;
    this.pick = pick;
  }
}

/** Placeholder for a string from an earlier response by field name, such as a cursor, a link or a key. */
export class EarlierValueRef {
  readonly field: string;
  readonly pick: number;

  constructor(field: string, pick: number) {
    this.field = field;
    this.pick = pick;
  }
}

/** Strings known to break programs. None contains a string that `find-faults.ts` would treat as a leak. */
const ODD_TEXTS = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'a\u0000b',
  '\u0001\u0008\u001b[31m',
  '\u007f\u0085\u009f',
  '\ud800',
  '\udfff\ud800',
  'a\udc00b',
  '\u200b\u200d\ufeff',
  '\u202e\u2066txt.exe\u2069',
  '\u2028\u2029',
  '\ufffe\uffff',
  'Z\u0351\u036b\u0343\u036aa\u0363',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'نص عربي',
  'हिन्दी',
  'ﷺ'.repeat(40),
  'ß'.repeat(80),
  '\ud83d\ude00'.repeat(300),
  "'",
  '"',
  '\\',
  "' or 1=1 --",
  '%s%d%n%x',
  '%00%0a%0d',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '../../../../etc',
  '..\\..\\boot.ini',
  'con',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1e309',
  '0x10',
  '9007199254740993',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '-000001-01-01',
  '+275760-09-13',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '[object Object]',
  '<script>trip()</script>',
  'javascript:trip()',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'a'.repeat(10_000),
  '('.repeat(500),
  'a@'.repeat(130),
  `${'a.'.repeat(120)}@example.com`,
] as const;

const ODD_NUMBERS = [0, -0, 1, -1, 1.5, 1e21, -1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63] as const;

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    .map((codes) => String.fromCharCode(...codes)),
);

/** Arbitrary JSON with odd strings and keys. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(...ODD_NUMBERS),
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { '': '' }),
  fc.array(oddText, { maxLength: 4 }),
  fc.dictionary(oddText, fc.oneof(oddText, fc.constantFrom(...ODD_NUMBERS)), { maxKeys: 4 }),
  fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as unknown),
  fc.integer({ min: 1, max: 60 }).map(nest),
);

function nest(depth: number): unknown {
  let value: unknown = 'deep';
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { in: value };
  return value;
}

/** Request bodies that are invalid JSON, or JSON with peculiarities that a serializer would not produce. */
export const oddBodyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    'true',
    '[]',
    '{}',
    '""',
    '1e999',
    '-',
    '{',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    '\ufeff{}',
    '{}{}',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"a":{"__proto__":null}}',
    '{"\\u005f_proto__":1}',
    '{"title":"a","title":7}',
    '{"name":"a","name":null,"name":"b"}',
    '{"limit":1e999}',
    '{"title":"\\ud800"}',
    '{"title":"\\u0000"}',
    'a=1&b=2',
    '<a/>',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
  ),
  fc.constantFrom('[', '{"a":', '[{"a":').map((open) => open.repeat(3000)),
  fc.integer({ min: 15, max: 5000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.constant(`{"title":"${'x'.repeat(300_000)}"}`),
  fc.constant(`{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":0`).join(',')}}`),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
