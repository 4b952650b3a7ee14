import type { Writer } from './seats-team.queries.ts';

/**
 * Who keeps a seat, owners first, then as the owner chose, then those about whom no choice was made, in the order given. An
 * owner always does, even beyond what the plan has; whoever was left out of a choice does not, even if a seat stays free.
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
