import { expect, it } from 'vitest';
import type { PersonHere } from '@hearth/contracts/presence/presence-values';
import { FEED_CLOSE } from '@hearth/contracts/sync-values';
import { ManualClock } from '#testing/fake-browser.ts';
import { alone, noStorage, noOthers } from '#platform/sync/copies/no-storage.ts';
import { openTeam } from './team-store.ts';
import type { FeedHandlers } from '#platform/sync/rows/types.ts';

const page = { seq: 1, epoch: 'e', reset: false, changes: [], nextCursor: null };

async function openTeamOf(userId: string) {
  const requests: string[] = [];
  const clock = new ManualClock();
  let handlers: FeedHandlers | undefined;
  const store = openTeam({
    userId,
    teamId: 'team',
    transport: {
      snapshot: () => Promise.resolve(page),
      since: () => {
        requests.push('since');
        return Promise.resolve(page);
      },
      send: () => new Promise(() => undefined),
      openFeed: (_since, _epoch, given) => {
        requests.push('socket');
        handlers = given;
        return { send: () => undefined, close: () => undefined };
      },
      listTasks: () => new Promise(() => undefined),
    },
    storage: noStorage,
    locks: noOthers,
    channel: alone,
    clock: clock.forTab(() => true),
    random: () => 0.5,
    newId: () => 'n1',
    tab: 'tab',
  });
  await expect.poll(() => requests).toContain('socket');
  return { store, requests, clock, server: () => handlers as FeedHandlers };
}

it('polls and retries after at least 30 seconds if the session has too many sockets', async () => {
  const { store, requests, clock, server } = await openTeamOf('ann');
  const seen = [store.status];
  store.subscribeStatus(() => seen.push(store.status));
  requests.length = 0;
  server().onClose(FEED_CLOSE.tooMany);
  await new Promise((resolve) => setTimeout(resolve));
  clock.advance(29_000);
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests).toEqual([]);
  clock.advance(31_000);
  await expect.poll(() => requests).toEqual(['since', 'socket']);
  expect(seen).toEqual(['live']);
  store.close();
});

it('merges presence updates and omits the current user', async () => {
  const { store, server } = await openTeamOf('ann');
  const at = (userId: string, screen: string | null): PersonHere => ({
    userId,
    places: screen === null ? [] : [{ projectId: null, taskId: null, field: null, screen, follows: null }],
  });
  const sendPresence = (isWhole: boolean, ...people: PersonHere[]) =>
    server().onFrame({ type: 'presence', isWhole, people });
  const here = () => store.presence.people.map(({ userId, places }) => [userId, places[0]?.screen]);
  sendPresence(true, at('ann', '/tasks'), at('bob', '/tasks'), at('cem', '/tasks'));
  expect(here()).toEqual([
    ['bob', '/tasks'],
    ['cem', '/tasks'],
  ]);
  sendPresence(false, at('ann', '/members'), at('bob', null), at('cem', '/members'), at('dee', '/tasks'));
  expect(here()).toEqual([
    ['cem', '/members'],
    ['dee', '/tasks'],
  ]);
  sendPresence(true, at('eve', '/tasks'));
  expect(here()).toEqual([['eve', '/tasks']]);
  store.close();
});

it('notifies listeners of a task only when users open or leave the task', async () => {
  const { store, server } = await openTeamOf('ann');
  const at = (userId: string, taskId: string | null, field: string | null = null): PersonHere => ({
    userId,
    places: [{ projectId: null, taskId, field, screen: '/tasks', follows: null }],
  });
  const notifications: string[] = [];
  const { presence } = store;
  const stops = ['lamp', 'sofa'].map((taskId) =>
    presence.subscribeTask(taskId, () =>
      notifications.push(`${taskId}: ${presence.openersOf(taskId).join(' ')}`),
    ),
  );
  for (const [isWhole, people, expected] of [
    [true, [at('ann', 'lamp'), at('bob', null)], []],
    [false, [at('bob', 'lamp')], ['lamp: bob']],
    [false, [at('cem', null), at('dee', 'rug')], []],
    // A move to another field of the same task does not count.
    [false, [at('bob', 'lamp', 'title')], []],
    [false, [at('cem', 'lamp')], ['lamp: bob cem']],
    [false, [at('bob', 'sofa')], ['lamp: cem', 'sofa: bob']],
    [true, [], ['lamp: ', 'sofa: ']],
  ] as const) {
    notifications.length = 0;
    server().onFrame({ type: 'presence', isWhole, people: [...people] });
    expect(notifications.toSorted()).toEqual(expected);
  }
  for (const stop of stops) stop();
  notifications.length = 0;
  server().onFrame({ type: 'presence', isWhole: true, people: [at('bob', 'lamp')] });
  expect(notifications).toEqual([]);
  store.close();
});
