import { describe, expect, it } from 'vitest';
import { makeFreeKey, makeProjectKey } from './project-key.ts';

describe('makeProjectKey and makeFreeKey', () => {
  it.each([
    ['Website', 'WEB'],
    ['Mobile app', 'MA'],
    ['Über uns', 'UU'],
    ['2026 Roadmap for all of us and more', 'RFAOUA'],
    ['x', 'PROJ'],
    ['日本', 'PROJ'],
  ])('turns the name %j into the key %s', (name, key) => {
    expect(makeProjectKey(name)).toBe(key);
  });

  it('appends a number to a taken key and stays within six characters', () => {
    const taken = new Set([
      'ABCDEF',
      'ABCDE2',
      'ABCDE3',
      'ABCDE4',
      'ABCDE5',
      'ABCDE6',
      'ABCDE7',
      'ABCDE8',
      'ABCDE9',
    ]);
    expect(makeFreeKey('ABCDEF', (key) => taken.has(key))).toBe('ABCD10');
  });
});
