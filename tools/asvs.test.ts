import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#setup/run.mjs';

/** Number of OWASP ASVS 5.0.0 requirements by level. */
const COUNT = { '1': 70, '2': 183 };
const STATES = new Set(['tested', 'read', 'host', 'none', 'open']);

const [head, ...lines] = readFileSync(join(root, 'docs', 'security', 'asvs.csv'), 'utf8')
  .trim()
  .split('\n');
const rows = lines.map((line) => {
  const fields = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
  const [number = '', level = '', about = '', state = '', where = ''] = fields;
  return { number, level, about, state, where };
});

describe('docs/security/asvs.csv', () => {
  it('covers every requirement up to level 2 exactly once', () => {
    expect(head).toBe('requirement,level,about,state,where');
    expect(new Set(rows.map((row) => row.number)).size).toBe(rows.length);
    for (const [level, count] of Object.entries(COUNT)) {
      expect(rows.filter((row) => row.level === level)).toHaveLength(count);
    }
  });

  it('references existing tests, or gives a reason', () => {
    for (const { number, state, where } of rows) {
      expect(STATES.has(state), `${number}: ${state}`).toBe(true);
      expect(where, number).not.toBe('');
      if (state !== 'tested') continue;
      for (const file of where.split(' '))
        expect(existsSync(join(root, file)), `${number}: ${file}`).toBe(true);
    }
  });
});
