import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { Change, SyncPage } from '@hearth/contracts/sync';
import { ManualClock } from '#testing/fake-browser.ts';
import { taskOf } from '#testing/model-server.ts';
import { alone, noOthers } from '#platform/sync/copies/no-storage.ts';
import { openStorage } from '#platform/sync/copies/storage.ts';
import { openTeam } from './team-store.ts';
import type { FeedHandlers, Mutation } from '#platform/sync/rows/types.ts';

// Behavior of a device after the server's log was restored from a backup.

/** A server with a few tasks. Its log can be restored to an earlier state. */
class Server {
  epoch = 'before';
  seq = 0;
  tasks = new Map<string, string>();
  readonly requests: string[] = [];
  readonly sent: Mutation[] = [];
  answers = true;
  feed: FeedHandlers | undefined;

  write(id: string, title: string): void {
    this.seq += 1;
    this.tasks.set(id, title);
  }

  page(isReset = false): SyncPage {
    const changes = [...this.tasks].map(([id, title]) => ({
      seq: this.seq,
      entity: 'task',
      id,
      op: 'put',
      data: taskOf(id, title),
    })) as unknown as Change[];
    return {
      seq: this.seq,
      epoch: this.epoch,
      reset: isReset,
      changes: isReset ? [] : changes,
      nextCursor: null,
    };
  }
}

async function openDevice(server: Server, teamId: string) {
  const storage = openStorage('ann', teamId);
  const clock = new ManualClock();
  let ids = 0;
  const store = openTeam({
    userId: 'ann',
    teamId,
    transport: {
      snapshot: () => {
        server.requests.push('snapshot');
        return Promise.resolve(server.page());
      },
      since: (seq, epoch) => {
        server.requests.push(`since ${seq} of ${epoch ?? 'none'}`);
        const isOther = epoch !== server.epoch;
        return Promise.resolve(isOther ? server.page(true) : { ...server.page(), changes: [] });
      },
      send: (mutation) => {
        server.sent.push(mutation);
        if (!server.answers) return new Promise(() => undefined);
        server.seq += 1;
        return Promise.resolve({ status: 200, seq: server.seq, problem: null, retryAfterMs: null });
      },
      openFeed: (_since, epoch, handlers) => {
        server.requests.push(`feed of ${epoch ?? 'none'}`);
        server.feed = handlers;
        return { send: () => undefined, close: () => undefined };
      },
      listTasks: () => new Promise(() => undefined),
    },
    storage,
    locks: noOthers,
    channel: alone,
    clock: clock.forTab(() => true),
    random: () => 0.5,
    newId: () => `n${(ids += 1)}`,
    tab: 'tab',
  });
  await expect.poll(() => server.requests.some((request) => request.startsWith('feed'))).toBe(true);
  /** Returns an assertion about the result of `read`, which is retried while the clock advances. */
  const until = (read: () => unknown) =>
    expect.poll(() => {
      clock.advance(1_000);
      return read();
    });
  return { store, storage, until, title: (id: string) => store.row('task', id)?.title };
}

function restore(server: Server): void {
  server.epoch = 'after';
  server.seq = 2;
  server.tasks = new Map([['t1', 'as it was saved']]);
  for (let n = 0; n < 8; n += 1) server.write(`new${n}`, `made after ${n}`);
}

it('discards rows of the previous epoch even if the log of the new epoch is ahead', async () => {
  const server = new Server();
  for (const id of ['t1', 'ghost']) server.write(id, 'before');
  const { store, title, until } = await openDevice(server, 'live');
  expect([title('t1'), title('ghost')]).toEqual(['before', 'before']);
  restore(server);
  server.feed?.onClose(1006);
  await until(() => title('new7')).toBe('made after 7');
  await until(() => server.requests.at(-1)).toBe('feed of after');
  expect([title('t1'), title('ghost')]).toEqual(['as it was saved', undefined]);
  expect(server.requests).toContain('since 2 of before');
  store.close();
});

it('resends acknowledged mutations that are missing on the server, without their base', async () => {
  const server = new Server();
  server.write('t1', 'before');
  const { store, title } = await openDevice(server, 'acked');
  store.mutate({
    route: 'PATCH /teams/{teamId}/tasks/{taskId}',
    params: { teamId: 'acked', taskId: 't1' },
    body: { title: 'mine' },
    effects: [{ entity: 'task', id: 't1', op: 'patch', fields: { title: 'mine' } }],
  });
  await expect.poll(() => server.sent.length).toBe(1);
  const [first] = server.sent;
  restore(server);
  server.feed?.onFrame({ type: 'reset' });
  await expect.poll(() => server.sent.length).toBe(2);
  expect(server.sent[1]).toMatchObject({ mutationId: first?.mutationId, body: { title: 'mine' } });
  expect(server.sent[1]).not.toHaveProperty('base');
  expect(title('t1')).toBe('mine');
  store.close();
});

it('stores the epoch with the local copy, and requests a snapshot if the server’s epoch differs after a reload', async () => {
  const server = new Server();
  for (const id of ['t1', 'ghost']) server.write(id, 'before');
  const first = await openDevice(server, 'kept');
  await first.until(async () => (await first.storage.peek()).epoch).toBe('before');
  first.store.close();
  restore(server);
  server.requests.length = 0;
  const { store, title } = await openDevice(server, 'kept');
  expect(server.requests).toEqual(['since 2 of before', 'snapshot', 'since 10 of after', 'feed of after']);
  expect([title('ghost'), title('new0')]).toEqual([undefined, 'made after 0']);
  store.close();
});
