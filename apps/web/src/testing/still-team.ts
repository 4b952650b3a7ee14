import type { SyncRows } from '@hearth/contracts/sync';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { alone, noStorage, noOthers } from '#platform/sync/copies/no-storage.ts';
import { openTeam, type TeamStore } from '#platform/sync/store/team-store.ts';
import type { SendResult } from '#platform/sync/rows/types.ts';
import type { Change } from '@hearth/contracts/sync';
import { ManualClock } from './fake-browser.ts';

type Rows = { [E in SyncEntity]?: readonly SyncRows[E][] };

const idOf = (entity: SyncEntity, row: object): string => {
  const fields = row as Record<string, unknown>;
  return String(fields[{ team: '_id', member: 'userId', ownTask: 'taskId' }[entity as string] ?? 'id']);
};

/**
 * A team with these rows. Its server does not respond to mutations, so optimistic updates stay pending.
 * @param answer the server's response to mutations, if it should respond
 */
export async function openStillTeam(userId: string, rows: Rows, answer?: SendResult): Promise<TeamStore> {
  const never = (): Promise<never> => new Promise(() => undefined);
  const changes = Object.entries(rows).flatMap(([entity, list]) =>
    list.map(
      (data) =>
        ({ seq: 1, entity, id: idOf(entity as SyncEntity, data), op: 'put', data }) as unknown as Change,
    ),
  );
  let count = 0;
  const store = openTeam({
    userId,
    teamId: 'team',
    transport: {
      snapshot: () => Promise.resolve({ seq: 1, epoch: 'e', reset: false, changes, nextCursor: null }),
      since: () => {
        const page = { seq: 1, epoch: 'e', reset: false, changes: [], nextCursor: null };
        return answer === undefined ? never() : Promise.resolve(page);
      },
      send: () => (answer === undefined ? never() : Promise.resolve(answer)),
      openFeed: () => ({ send: () => undefined, close: () => undefined }),
      listTasks: never,
    },
    storage: noStorage,
    locks: noOthers,
    channel: alone,
    clock: new ManualClock().forTab(() => true),
    random: () => 0.5,
    newId: () => `n${(count += 1)}`,
    tab: 'tab',
  });
  await store.ready;
  return store;
}
