import type { Writer } from './seats-team.queries.ts';

/**
 * Picks the members who keep a seat: owners first, then the chosen members, then members not covered by the choice, in the given order.
 * Owners always keep their seat, even beyond the plan. Members excluded by the choice lose theirs, even if a seat stays free.
 */
export function pickSeatHolders(
  writers: readonly Pick<Writer, 'userId' | 'role' | 'keepsSeat'>[],
  max: number,
): string[] {
  const owners = writers.filter(({ role }) => role === 'owner');
  const others = writers.filter(({ role }) => role !== 'owner');
  const chosen = others.filter(({ keepsSeat }) => keepsSeat === true);
  const open = others.filter(({ keepsSeat }) => keepsSeat === null);
  return [...owners, ...chosen, ...open].slice(0, Math.max(max, owners.length)).map(({ userId }) => userId);
}
