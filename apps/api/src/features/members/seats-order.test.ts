import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pickSeatHolders } from './seats-order.ts';

const person = (userId: string, keepsSeat: boolean | null = null, role: 'owner' | 'member' = 'member') => ({
  userId,
  role,
  keepsSeat,
});

describe('pickSeatHolders', () => {
  it('keeps the members who joined first if no choice was made', () => {
    expect(pickSeatHolders([person('a', null, 'owner'), person('b'), person('c'), person('d')], 3)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('keeps the chosen members and gives remaining seats to members without a choice', () => {
    const team = [person('a', false), person('b', true), person('c', true, 'owner'), person('d')];
    expect(pickSeatHolders(team, 3)).toEqual(['c', 'b', 'd']);
    expect(pickSeatHolders(team, 2)).toEqual(['c', 'b']);
    expect(pickSeatHolders([person('a', false), person('c', null, 'owner')], 3)).toEqual(['c']);
  });

  it('keeps every owner and otherwise no more members than the plan has seats', () => {
    const anyTeam = fc.uniqueArray(
      fc.record({
        userId: fc.string({ minLength: 1 }),
        role: fc.constantFrom('owner' as const, 'admin' as const, 'member' as const, 'guest' as const),
        keepsSeat: fc.constantFrom(true, false, null),
      }),
      { selector: ({ userId }) => userId, maxLength: 14 },
    );
    fc.assert(
      fc.property(anyTeam, fc.integer({ min: 0, max: 10 }), (team, max) => {
        const holders = pickSeatHolders(team, max);
        const owners = team.filter(({ role }) => role === 'owner');
        const open = team.filter(({ role, keepsSeat }) => role !== 'owner' && keepsSeat !== false);
        expect(new Set(holders).size).toBe(holders.length);
        expect(owners.every(({ userId }) => holders.includes(userId))).toBe(true);
        expect(holders.length).toBe(Math.max(owners.length, Math.min(max, owners.length + open.length)));
      }),
    );
  });
});
