import { expect, it } from 'vitest';
import { ManualClock } from '#testing/fake-browser.ts';
import { alone, noStorage, noOthers } from '#platform/sync/copies/no-storage.ts';
import { openTeam } from './team-store.ts';
import type { FeedHandlers, SendResult } from '#platform/sync/rows/types.ts';

const page = { seq: 1, epoch: 'e', reset: false, changes: [], nextCursor: null };

/** Opens a team whose server responds when the test permits it and records its requests. */
async function openWaitingTeam() {
  const requests: string[] = [];
  let answerSend: (answer: SendResult) => void = () => undefined;
  let openSocket: () => void = () => undefined;
  let handlers: FeedHandlers | undefined;
  let ids = 0;
  const store = openTeam({
    userId: 'ann',
    teamId: 'team',
    transport: {
      snapshot: () => Promise.resolve(page),
      since: () => {
        requests.push('since');
        return Promise.resolve(page);
      },
      send: () => {
        requests.push('send');
        return new Promise((resolve) => (answerSend = resolve));
      },
      openFeed: (_since, _epoch, given) => {
        requests.push('socket');
        handlers = given;
        return {
          send: () => undefined,
          close: () => requests.push('closed'),
          opened: new Promise<void>((resolve) => (openSocket = resolve)),
        };
      },
      listTasks: () => new Promise(() => undefined),
    },
    // The outbox must assign ids because mutations that are not stored are not sent.
    storage: { ...noStorage, add: () => Promise.resolve((ids += 1)) },
    locks: noOthers,
    channel: alone,
    clock: new ManualClock().forTab(() => true),
    random: () => 0.5,
    newId: () => `n${(ids += 1)}`,
    tab: 'tab',
  });
  await store.ready;
  await expect.poll(() => requests).toContain('socket');
  return {
    store,
    requests,
    answerSend: () => answerSend({ status: 200, seq: 2, problem: null, retryAfterMs: null }),
    openSocket: () => openSocket(),
    ping: () => handlers?.onFrame({ type: 'ping', seq: 9 }),
  };
}

const rename = {
  route: 'PATCH /teams/{teamId}/tasks/{taskId}',
  params: {},
  effects: [{ entity: 'task', id: 't1', op: 'patch', fields: { title: 'mine' } }],
} as const;

it('drains pending requests and closes an opening socket before it resolves', async () => {
  const { store, requests, answerSend, openSocket } = await openWaitingTeam();
  await store.mutate({ ...rename, effects: [...rename.effects] }).stored;
  await expect.poll(() => requests).toContain('send');
  let isAtRest = false;
  const rested = store.rest().then(() => (isAtRest = true));
  openSocket();
  await expect.poll(() => requests).toContain('closed');
  expect(isAtRest).toBe(false);
  answerSend();
  await rested;
  store.close();
});

it('sends no requests between rest and resume', async () => {
  const { store, requests, openSocket, ping } = await openWaitingTeam();
  openSocket();
  await store.rest();
  const before = requests.length;
  ping();
  store.wake();
  await store.mutate({ ...rename, effects: [...rename.effects] }).stored;
  expect(requests.slice(before)).toEqual([]);
  store.resume();
  await expect.poll(() => requests.slice(before)).toEqual(['since', 'send', 'socket']);
  store.close();
});
