import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findCircle, otherEnd, RELATION_SIDES, sideOf, toEnds, type Ends } from './relation-values.ts';

it('stores a relation as one row for both perspectives', () => {
  const INVERSE = {
    blockedBy: 'blocks',
    blocks: 'blockedBy',
    follows: 'precedes',
    precedes: 'follows',
    relates: 'relates',
    duplicates: 'duplicatedBy',
    duplicatedBy: 'duplicates',
  } as const;
  for (const [one, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    for (const side of RELATION_SIDES) {
      const ends = toEnds(one, side, other);
      expect(toEnds(other, INVERSE[side], one)).toEqual(ends);
      expect([sideOf(ends, one), sideOf(ends, other)]).toEqual([side, INVERSE[side]]);
      expect([otherEnd(ends, one), otherEnd(ends, other)]).toEqual([other, one]);
    }
  }
});

it('finds a cycle if and only if there is one', () => {
  const id = fc.constantFrom(...'abcdef'.split(''));
  const edge = fc
    .record({ kind: fc.constantFrom('blocks', 'precedes', 'relates'), fromId: id, toId: id })
    .filter(({ fromId, toId }) => fromId !== toId) as fc.Arbitrary<Ends>;
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 9 }), (relations) => {
      const blocks = relations.filter(({ kind }) => kind !== 'relates');
      const reaches = (from: string, to: string, steps: number): boolean =>
        steps > 0 &&
        blocks.some((one) => one.fromId === from && (one.toId === to || reaches(one.toId, to, steps - 1)));
      const isCyclic = 'abcdef'.split('').some((one) => reaches(one, one, 6));
      const found = findCircle(relations);
      expect(found !== null).toBe(isCyclic);
      if (found !== null) expect(reaches(found.toId, found.fromId, 6)).toBe(true);
    }),
  );
});
