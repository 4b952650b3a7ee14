import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#setup/run.mjs';
import { FAMILIES } from './families.ts';

it.each(FAMILIES)('finds all files of the family $name', ({ tests }) => {
  for (const test of tests) expect(existsSync(join(root, test)), test).toBe(true);
});
