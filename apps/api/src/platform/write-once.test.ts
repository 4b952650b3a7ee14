import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeOnce } from './write-once.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearth-keep-first-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('keeps the first content with owner-only permissions and leaves no other files', () => {
  const file = join(folder, 'deeper', 'secret');
  expect(writeOnce(file, 'first')).toBe('first');
  expect(writeOnce(file, 'second')).toBe('first');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'deeper'))).toEqual(['secret']);
});
