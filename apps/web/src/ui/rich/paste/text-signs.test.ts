import { expect, test } from 'vitest';
import { isLikeCode } from './code-signs.ts';
import { isLikeMarkdown } from './markdown-signs.ts';
import { readTabRows } from './tab-rows.ts';

test.each([
  '# Title',
  '# Title\n\nSome words',
  '# Title\nSome words that say what it is about.',
  '# Title\n- a',
  '## Part\nwords',
  'Title\n=====\n\nwords',
  '- a',
  '- a\n- b\n  - c',
  '* a\n* b',
  '1. a',
  '1. a\n2. b',
  '1. a\n1. b',
  '1. Mayonnaise\n1. Marmalade',
  '1. January\n2. February\n3. March',
  '3. a\n   1. b\n   2. c\n4. d',
  'Kim Park\n12 Main Street\nLondon\n\n- eggs\n- milk',
  '- [ ] one\n- [x] two',
  '1. [x] one',
  'To do:\n- [ ] one',
  '> said',
  '> said\n> twice\n\nwords',
  '```\ncode\n```',
  'Run this:\n\n```sh\nnpm ci\n```',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  'a | b\n--- | ---\n1 | 2',
  '**a**',
  'Hi team,\n\n**Important**: the meeting moved.\n\nKim',
  '`a`',
  '# A `<b>`',
  'See [the plan](https://a.example/b) for more',
  'See [the plan](./plan.md "Plan") for more',
  '![a](https://a.example/b.png)',
  '---\ntitle: A\ntags: [b]\n---\nwords',
  '---\ntitle: A\ndate: 2026-05-01\n---\n\nNote: bring bread.\n\n- a\n- b',
  'groceries:\n- milk\n- eggs',
  'todo:\n- milk\n- eggs\ndone:\n- bread',
  'todo:\n  - milk\n  - eggs\ndone:\n  - bread\n  - salt',
  '- **Kim**: bread\n- **Ada**: cakes',
  '要点：\n\n- 一\n- 二',
])('recognizes %j as Markdown', (text) => {
  expect(isLikeMarkdown(text)).toBe(true);
  expect(isLikeMarkdown(text.replaceAll('\n', '\r\n'))).toBe(true);
});

test.each([
  'Words',
  'one\ntwo',
  'a - b',
  '3 apples',
  'x * y * z',
  '2 ** 3 ** 4',
  '#tag',
  '# A\n<b>',
  'Hello team\nsee `config.yml`\nKim',
  '# port\nA=1\nB=2',
  '# install\nsudo apt install foo\n# build\nmake',
  '# deps\nnode_modules\n\n# build\ndist',
  '# m h dom mon dow command\n0 5 * * * /usr/bin/backup --all now',
  'def f(**a, **b):\n    x = 1',
  'print(**a)\nprint(**b)',
  'services:\n  - name: web\n    image: nginx\n  - name: db\n    image: postgres',
  'name: build\non: push\njobs:\n  test:\n    steps:\n      - run: npm ci\n      - run: npm test',
  '---\napiVersion: v1\nkind: Service\nmetadata:\n  name: web\n---\napiVersion: apps/v1\nkind: Deployment\n',
  'apiVersion: v1\nkind: Service\n---\napiVersion: v1\nkind: Secret\n---\n# last\nkind: Pod\nname: a',
  '---\na: 1\n---\nb: 2',
  'spec:\n  containers:\n    - name: web\n      args:\n        - --verbose\n        - --port=80\n        - serve\n        - all',
  'version: "3"\nservices:\n  web:\n    ports:\n      - "80:80"\n      - "443:443"\n      - "90:90"\n    command:\n      - serve',
  'name: CI\non:\n  push:\n    branches:\n      - main\n\njobs:\n  test:\n    steps:\n      - uses: actions/checkout@v4\n      - run: |\n          npm ci\n          npm test\n          echo done\n          # end\n          - x\n          - y',
  '# Values\nimage:\n  repository: a/b\n  tag: latest\nlabels:\n  app.kubernetes.io/name: web',
  '/**\n * Reads it.\n * @param a what to read\n */\nexport function read(a: string) {\n  return a;\n}',
  '- const a = 1;\n+ const a = 2;',
  '- old words\n+ new words',
  '3. März 2026\nFeier bei Kim',
  '12. May\n3. June\n24. December',
  '12. May\n3. June',
  '1. Mai\n1. Juni\n1. Juli',
  '1. mai 2026\n1. août 2026',
  '1. enero\n1. febrero',
  '1. mei\n1. augustus\n2. oktober',
  '1. जनवरी\n1. मार्च',
  '1. يناير\n1. فبراير',
  '1. Sept.: Start\n1. Dez.: Ende',
  'Hello\n- one thing\nbye',
  '> question\nanswer',
  'const a = [`b`, `c`];',
  'Dear Kim,\n\nthe bread was good - really good.\n\n-- \nAda',
  '__init__.py\n__main__.py',
  'SELECT *\nFROM a;\n-- all of them',
  '<ul>\n  <li>- a</li>\n  <li>- b</li>\n</ul>',
  '{\n  "a": "**b**"\n}',
  'glob **/*.ts and **/*.js',
  'price: 5 * 3 = 15',
])('does not recognize %j as Markdown', (text) => {
  expect(isLikeMarkdown(text)).toBe(false);
});

test('does not recognize Markdown beyond the length limit', () => {
  expect(isLikeMarkdown(`# A\n\n${'word '.repeat(50_000)}`)).toBe(false);
});

test.each(['const a = 1;\nlet b = 2;', 'def f():\n    pass', 'a:\n  b: 1\n  c: 2'])(
  'recognizes %j as code',
  (text) => {
    expect(isLikeCode(text.split('\n'))).toBe(true);
  },
);

test.each([
  [
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a\tb\r\n1\t2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\tQ1\nBread\t5',
    [
      ['', 'Q1'],
      ['Bread', '5'],
    ],
  ],
  [
    '"a ""b""\nc"\td\n1\t"2\t3"',
    [
      ['a "b"\nc', 'd'],
      ['1', '2\t3'],
    ],
  ],
  [
    'a "b"\tc\n1\t',
    [
      ['a "b"', 'c'],
      ['1', ''],
    ],
  ],
  ['a\tb', null],
  ['a\nb', null],
  ['a\tb\nc', null],
  ['\ta\n\tb', null],
  ['\t\ta\n\t\tb', null],
  ['if a:\n\tb', null],
  ['•\tone\n•\ttwo', null],
  ['1.\tone\n2.\ttwo', null],
])('parses %j as the cell range %j', (text, rows) => {
  expect(readTabRows(text)).toEqual(rows);
});
