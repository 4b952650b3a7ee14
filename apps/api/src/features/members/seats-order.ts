import type { Writer } from './seats-team.queries.ts';

/**
 * Who keeps a seat: owners first, then the owner's choice, then those without a choice, in the order given. Owners
 * always do, even beyond the plan; members excluded by the choice do not, even if a seat stays free.
 */
export function pickKept(
  writers: readonly Pick<Writer, 'userId' | 'role' | 'keepsSeat'>[],
  max: number,
): string[] {
  const owners = writers.filter(({ role }) => role === 'owner');
  const others = writers.filter(({ role }) => role !== 'owner');
  const chosen = others.filter(({ keepsSeat }) => keepsSeat === true);
  const open = others.filter(({ keepsSeat }) => keepsSeat === null);
  return [...owners, ...chosen, ...open].slice(0, Math.max(max, owners.length)).map(({ userId }) => userId);
}
