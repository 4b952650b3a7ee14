import { LRUCache } from 'lru-cache';
import type { Caller, LoadedActor } from '#platform/feature.ts';

const MAX_ACTORS = 1_000;

/**
 * The permissions that recent requests have read, by user and team. They may be outdated, and contain the version of the team's permissions
 * that a transaction has to assert.
 */
export class RecentActors {
  readonly #actors = new LRUCache<string, LoadedActor>({ max: MAX_ACTORS });

  find(userId: string, teamId: string): LoadedActor | undefined {
    return this.#actors.get(`${userId} ${teamId}`);
  }

  /** Stores the permissions of an authorized request, except those of API tokens and of views of the team as another member. */
  remember({ session, teamId, actor, view }: Partial<Caller>): void {
    if (session?.token !== undefined || view !== null || actor?.rights === undefined) return;
    this.#actors.set(`${actor.userId} ${teamId}`, { ...actor, rights: actor.rights });
  }
}
