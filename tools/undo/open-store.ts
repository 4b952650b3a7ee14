import type { Comment } from '@hearth/contracts/comments/comments';
import type { TimeEntry } from '@hearth/contracts/time-tracking/time-values';
import type { Client } from '#api/testing/make.ts';
import { createHttpTransport } from '@hearth/web/src/platform/sync/exchange/http-transport.ts';
import { createIds } from '@hearth/web/src/platform/sync/exchange/ids.ts';
import { alone, noStorage, noOthers } from '@hearth/web/src/platform/sync/copies/no-storage.ts';
import { browserClock } from '@hearth/web/src/platform/sync/copies/tabs.ts';
import { openTeam, type TeamStore } from '@hearth/web/src/platform/sync/store/team-store.ts';
import type { Device } from './network.ts';

/** Opens a team's store without local storage, for an observing user. */
export async function openStore({ person, apiOrigin }: Device, teamId: string): Promise<TeamStore> {
  let lastKey = 0;
  const store = openTeam({
    userId: person.user.id,
    teamId,
    transport: createHttpTransport(apiOrigin, teamId),
    storage: { ...noStorage, add: () => Promise.resolve((lastKey += 1)) },
    locks: noOthers,
    channel: alone,
    clock: browserClock,
    random: Math.random,
    newId: createIds(Date.now, (bytes) => void crypto.getRandomValues(bytes)),
    tab: 'tab',
  });
  await store.ready;
  return store;
}

/** Fetches the comments and time entries of all tasks, which the store otherwise loads on demand. */
export async function loadDetails(store: TeamStore, person: Client): Promise<void> {
  const bring = async (id: string): Promise<void> => {
    const at = `/teams/${store.teamId}/tasks/${id}`;
    await store.loadRows('comment', async () => {
      const { body } = await person.get<{ comments: Comment[] }>(`${at}/comments`);
      return { rows: body.comments, nextCursor: null };
    });
    await store.loadRows('timeEntry', async () => {
      const { body } = await person.get<{ entries: TimeEntry[] }>(`${at}/time`);
      return { rows: body.entries, nextCursor: null };
    });
  };
  await Promise.all(store.all('task').map(async ({ id }) => await bring(id)));
}

/**
 * Resolves once no mutation is pending: the server has responded and the feed has delivered the changes.
 * @throws if a mutation was rejected
 */
export async function settle(store: TeamStore): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (store.pendingCount > 0) return;
      stop();
      resolve();
    };
    const stop = store.subscribeSteps(check);
    check();
  });
  const [refused] = store.refusals;
  if (refused !== undefined) {
    const { route, params, body } = refused.mutation;
    throw new Error(`refused: ${JSON.stringify([route, params, body, refused.problem])}`);
  }
}
