import 'fake-indexeddb/auto';
import type { SyncPage } from '@hearth/contracts/sync';
import { expect, it } from 'vitest';
import { ManualClock } from '#testing/fake-browser.ts';
import { taskOf } from '#testing/model-server.ts';
import { openStorage } from '#platform/sync/copies/storage.ts';
import { openTeam, type TeamStore } from './team-store.ts';
import type { FirstRows, Transport } from '#platform/sync/rows/types.ts';

function pageOf(...titles: string[]): SyncPage {
  const changes = titles.map((title) => ({
    seq: 5,
    entity: 'task' as const,
    id: title,
    op: 'put' as const,
    data: taskOf(title, title) as never,
  }));
  return { seq: 5, epoch: 'e', reset: false, changes, nextCursor: null };
}

const never = (): Promise<never> => new Promise(() => undefined);
let teams = 0;

/** Opens a tab without a local copy. Its snapshot is delayed until the test delivers it. */
function open(takeFirstRows: () => Promise<FirstRows | null>, whenIdle?: () => Promise<void>) {
  const snapshot = Promise.withResolvers<SyncPage>();
  const requests: string[] = [];
  const sent: string[] = [];
  const transport: Transport = {
    snapshot: () => {
      requests.push('snapshot');
      return snapshot.promise;
    },
    since: () => Promise.resolve(pageOf()),
    listTasks: () => Promise.resolve({ tasks: [taskOf('old', 'old') as never], nextCursor: null }),
    send: ({ mutationId }) => {
      sent.push(mutationId);
      return never();
    },
    openFeed: () => ({ send: () => undefined, close: () => undefined }),
  };
  let ids = 0;
  const clock = new ManualClock();
  teams += 1;
  const store = openTeam({
    userId: 'ann',
    teamId: `first-${teams}`,
    transport,
    storage: openStorage('ann', `first-${teams}`),
    locks: { acquire: () => Promise.resolve(), tryAcquire: () => Promise.resolve(true) },
    channel: { post: () => undefined, listen: () => undefined, close: () => undefined },
    clock: clock.forTab(() => true),
    random: () => 0.5,
    newId: () => `id${(ids += 1)}`,
    tab: 'tab',
    takeFirstRows,
    ...(whenIdle && { whenIdle }),
  });
  return { store, clock, requests, sent, bringSnapshot: (page: SyncPage) => snapshot.resolve(page) };
}

const titles = (store: TeamStore) =>
  store
    .all('task')
    .map(({ title }) => title)
    .toSorted();
const rename = (id: string, title: string) => ({
  route: 'PATCH /teams/{teamId}/tasks/{taskId}' as const,
  params: { teamId: 'first', taskId: id },
  body: { title },
  effects: [{ entity: 'task' as const, id, op: 'patch' as const, fields: { title } }],
});

it('shows the first rows until the snapshot replaces them and keeps new changes', async () => {
  const { store, requests, sent, bringSnapshot } = open(() =>
    Promise.resolve({ page: pageOf('a', 'b'), part: { projectId: 'p', figures: null } }),
  );
  await store.ready;
  expect(requests).toEqual([]);
  expect([titles(store), store.cursor, store.first?.projectId]).toEqual([['a', 'b'], null, 'p']);
  const before = store.row('task', 'b');
  await store.mutate(rename('a', 'mine')).stored;
  expect([titles(store), sent]).toEqual([['b', 'mine'], []]);

  bringSnapshot(pageOf('a', 'b', 'c'));
  await store.whole;
  expect([titles(store), store.cursor, store.first?.projectId]).toEqual([['b', 'c', 'mine'], 5, undefined]);
  expect(store.row('task', 'b')).toBe(before);
  await expect.poll(() => sent).toEqual(['id2']);
  store.close();
});

it('requests the snapshot only after the first rows are rendered and the page is idle', async () => {
  const idle = Promise.withResolvers<void>();
  const takeFirstRows = () => Promise.resolve({ page: pageOf('a'), part: { projectId: 'p', figures: null } });
  const { store, requests } = open(takeFirstRows, () => idle.promise);
  await store.ready;
  store.noteDrawn();
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests).toEqual([]);
  idle.resolve();
  await expect.poll(() => requests).toEqual(['snapshot']);
  store.close();
});

it('accepts first rows in the column format of snapshots', async () => {
  const packed = [{ entity: 'task' as const, columns: { id: ['a', 'b'], title: ['A', 'B'], dueDate: null } }];
  const page = { ...pageOf(), packed };
  const { store, bringSnapshot } = open(() =>
    Promise.resolve({ page, part: { projectId: 'p', figures: null } }),
  );
  await store.ready;
  expect(store.row('task', 'b')).toEqual({ id: 'b', title: 'B', dueDate: null });
  bringSnapshot({
    ...page,
    packed: [{ entity: 'task', columns: { id: ['a'], title: ['A'], dueDate: null } }],
  });
  await store.whole;
  expect(titles(store)).toEqual(['A']);
  store.close();
});

it('requests the snapshot after a timeout if no screen is drawn', async () => {
  const takeFirstRows = () => Promise.resolve({ page: pageOf('a'), part: { projectId: 'p', figures: null } });
  const { store, clock, requests } = open(takeFirstRows, () => Promise.resolve());
  await store.ready;
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests).toEqual([]);
  clock.advance(3_000);
  await expect.poll(() => requests).toEqual(['snapshot']);
  store.close();
});

it('adds rows from outside the working set only after the snapshot has replaced the first rows', async () => {
  const { store, bringSnapshot } = open(() =>
    Promise.resolve({ page: pageOf('a'), part: { projectId: 'p', figures: null } }),
  );
  await store.ready;
  const older = store.loadOlder({});
  await Promise.resolve();
  expect(titles(store)).toEqual(['a']);
  bringSnapshot(pageOf('a', 'b'));
  await older;
  expect(titles(store)).toEqual(['a', 'b', 'old']);
  store.close();
});

it.each([
  ['there are no first rows', () => Promise.resolve(null)],
  ['no first rows were requested', undefined],
])('applies the snapshot if %s', async (_case, takeFirstRows) => {
  const { store, bringSnapshot } = open(takeFirstRows as never);
  bringSnapshot(pageOf('a'));
  await store.whole;
  expect(titles(store)).toEqual(['a']);
  store.close();
});
