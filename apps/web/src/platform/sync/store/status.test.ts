import { expect, it } from 'vitest';
import { ManualClock } from '#testing/fake-browser.ts';
import { alone, noStorage, noOthers } from '#platform/sync/copies/no-storage.ts';
import { openTeam } from './team-store.ts';
import { TransportError } from '#platform/sync/rows/types.ts';

it('shows the local copy and reports offline only once the server is unreachable', async () => {
  const chunks = ['["task",[]]'];
  let failToAnswer: () => void = () => undefined;
  const never = () => new Promise<never>(() => undefined);
  const store = openTeam({
    userId: 'ann',
    teamId: 'team',
    transport: {
      snapshot: never,
      since: () => new Promise((_resolve, reject) => (failToAnswer = () => reject(new TransportError(0)))),
      send: never,
      openFeed: () => ({ send: () => undefined, close: () => undefined }),
      listTasks: never,
    },
    storage: { ...noStorage, load: () => Promise.resolve({ cursor: 7, epoch: 'e', chunks, outbox: [] }) },
    locks: noOthers,
    channel: alone,
    clock: new ManualClock().forTab(() => true),
    random: () => 0.5,
    newId: () => 'n1',
    tab: 'tab',
  });
  const seen = [store.status];
  store.subscribeStatus(() => seen.push(store.status));
  await store.ready;
  expect(store.cursor).toBe(7);
  await new Promise((resolve) => setTimeout(resolve));
  expect(seen).toEqual(['loading']);
  failToAnswer();
  await expect.poll(() => seen).toEqual(['loading', 'offline']);
  store.close();
});
