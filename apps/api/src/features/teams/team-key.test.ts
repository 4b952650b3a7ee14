import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { makeTeamKey } from './team-key.ts';

describe('makeTeamKey', () => {
  it.each([
    ['Acme Rocket Works', 'ARW'],
    ['Hearth', 'HEAR'],
    ['Été à Paris', 'EAP'],
    ['Zoë', 'ZOE'],
    ['a b c d e f g h', 'ABCDEF'],
    ['日本', 'TEAM'],
    ['X', 'TEAM'],
    ['42', 'TEAM'],
    ['web-2 team', 'WT'],
  ])('turns %s into %s', (name, key) => {
    expect(makeTeamKey(name)).toBe(key);
  });

  it('returns two to six capital letters for any name', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => /^[A-Z]{2,6}$/.test(makeTeamKey(name))));
  });
});
