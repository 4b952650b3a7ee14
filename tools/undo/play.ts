import type { TeamStore } from '@hearth/web/src/platform/sync/store/team-store.ts';
import { Chance } from '@hearth/web/src/testing/acts/chance.ts';
import { acts, lastingActs, timerActs } from './acts.ts';

const all = { ...acts, ...timerActs, ...lastingActs };

/**
 * Runs a named action.
 * @param isEnough checked after each attempt. If false, the attempt is repeated because an action may set a field to its current value.
 * @returns the ids of the mutations, in order; empty if the action had nothing to apply to
 */
export function play(
  store: TeamStore,
  name: string,
  seed: number,
  isEnough: () => boolean = () => true,
): string[] {
  const mutationIds: string[] = [];
  for (let nth = 0; nth < 8; nth += 1) {
    const commands = [all[name]?.(store, new Chance(seed + nth)) ?? []].flat().filter((one) => one !== null);
    if (commands.length === 0) continue;
    mutationIds.push(...store.mutate(commands).mutationIds);
    if (isEnough()) break;
  }
  return mutationIds;
}
