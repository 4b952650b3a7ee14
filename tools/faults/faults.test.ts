import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#setup/run.mjs';
import { FAULTS } from './faults.ts';
import { plantFault } from './plant.ts';

// What the faults are caught by is shown by `npm run faults`, which takes minutes. Here only that the list has not rotted.
describe('planted faults', () => {
  it('are twenty and more, each with a name of its own', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(20);
    expect(new Set(FAULTS.map((fault) => fault.name)).size).toBe(FAULTS.length);
  });

  it.each(FAULTS.map((fault) => [fault.name, fault] as const))('still fits: %s', (_name, fault) => {
    const text = readFileSync(join(root, fault.file), 'utf8');
    expect(plantFault(fault, text)).not.toBe(text);
    for (const test of fault.tests) expect(existsSync(join(root, test)), test).toBe(true);
  });

  it('are refused where their place is gone, or is there twice', () => {
    const fault = { name: 'any', file: 'x.ts', find: 'if (may)', replace: 'if (true)' };
    expect(plantFault(fault, 'if (may) go();')).toBe('if (true) go();');
    expect(() => plantFault(fault, 'go();')).toThrow('0 places');
    expect(() => plantFault(fault, 'if (may) if (may) go();')).toThrow('2 places');
  });
});
