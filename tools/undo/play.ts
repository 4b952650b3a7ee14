import type { TeamStore } from '@hearth/web/src/platform/sync/store/team-store.ts';
import { Chance } from '@hearth/web/src/testing/acts/chance.ts';
import { acts, lastingActs, timerActs } from './acts.ts';

const all = { ...acts, ...timerActs, ...lastingActs };

/**
 * Runs an act of the table.
 * @param isEnough checked after each try: an act may set a value that is already there
 * @returns the commands sent, in order; empty if the act had nothing to apply to
 */
export function play(
  store: TeamStore,
  name: string,
  seed: number,
  isEnough: () => boolean = () => true,
): string[] {
  const mutationIds: string[] = [];
  for (let nth = 0; nth < 8; nth += 1) {
    const made = [all[name]?.(store, new Chance(seed + nth)) ?? []].flat().filter((one) => one !== null);
    if (made.length === 0) continue;
    mutationIds.push(...store.mutate(made).mutationIds);
    if (isEnough()) break;
  }
  return mutationIds;
}
