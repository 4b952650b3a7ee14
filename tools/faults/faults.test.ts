import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#setup/run.mjs';
import { FAULTS, type Fault } from './faults.ts';
import { applyPatch, plantFault } from './plant.ts';

// What the faults are caught by is shown by `npm run lab -- faults`, which takes minutes. Here only that the list has not rotted.
describe('planted faults', () => {
  it('are twenty and more, each with a name of its own', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(20);
    expect(new Set(FAULTS.map((fault) => fault.name)).size).toBe(FAULTS.length);
  });

  it.each(FAULTS.map((fault) => [fault.name, fault] as const))('still fits: %s', (_name, fault) => {
    const read = (file: string): string => readFileSync(join(root, file), 'utf8');
    for (const [file, text] of plantFault(fault, read)) expect(text).not.toBe(read(file));
    for (const test of fault.tests) expect(existsSync(join(root, test)), test).toBe(true);
  });

  it('are refused where a place is gone, or is there twice', () => {
    const patch = { file: 'x.ts', find: 'if (may)', replace: 'if (true)' };
    expect(applyPatch('any', patch, 'if (may) go();')).toBe('if (true) go();');
    expect(() => applyPatch('any', patch, 'go();')).toThrow('0 places');
    expect(() => applyPatch('any', patch, 'if (may) if (may) go();')).toThrow('2 places');
  });

  it('are planted in all their places, and refused when one of them is gone', () => {
    const fault: Fault = {
      name: 'any',
      file: 'x.ts',
      find: 'first',
      replace: '1',
      also: [
        { file: 'x.ts', find: 'second', replace: '2' },
        { file: 'y.ts', find: 'third', replace: '3' },
      ],
      project: 'unit',
      tests: [],
    };
    const texts: Record<string, string> = { 'x.ts': 'first second', 'y.ts': 'third' };
    expect([...plantFault(fault, (file) => texts[file] ?? '')]).toEqual([
      ['x.ts', '1 2'],
      ['y.ts', '3'],
    ]);
    expect(() => plantFault(fault, (file) => (file === 'y.ts' ? '' : 'first second'))).toThrow(
      '0 places in y.ts',
    );
  });
});
