import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#setup/run.mjs';

const TABLE = /## Promises, and what proves each\n[^|]*\| spec \| promise \|\n\|---\|---\|\n((?:\|.*\n)+)/;

/** What a spec promises: the comment that stands before its first statement. */
function readPromise(file: string): string {
  const text = readFileSync(join(root, 'e2e', file), 'utf8');
  const [, comment = ''] = /^((?:\/\/ .*\n)+)/m.exec(text) ?? [];
  return comment
    .replaceAll(/^\/\/ /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

it('docs/operations/tests.md lists what each browser spec promises, in its own words', () => {
  const specs = readdirSync(join(root, 'e2e'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.spec.ts'),
  );
  const rows = specs.toSorted().map((name) => `| \`${name}\` | ${readPromise(name)} |`);
  expect(rows.filter((row) => /\| {2}\|$/.test(row))).toEqual([]);
  const [, table = ''] = TABLE.exec(readFileSync(join(root, 'docs/operations/tests.md'), 'utf8')) ?? [];
  expect(table.trimEnd().split('\n')).toEqual(rows);
});
