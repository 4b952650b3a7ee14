import 'fake-indexeddb/auto';
import type { SyncRows } from '@hearth/contracts/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '#testing/fake-browser.ts';
import { taskOf } from '#testing/model-server.ts';
import { Engine } from './engine.ts';
import { openStorage } from '#platform/sync/copies/storage.ts';
import type { Mutation, TabMessage } from '#platform/sync/rows/types.ts';

const mutation: Mutation = {
  mutationId: 'm1',
  route: 'PATCH /teams/{teamId}/tasks/{taskId}',
  params: {},
  effects: [{ entity: 'task', id: 't1', op: 'patch', fields: { title: 'mine' } }],
  dependsOn: [],
  madeAt: 0,
};
const problem = { type: 'about:blank', title: 'No', status: 403, detail: 'No', code: 'FORBIDDEN' } as const;

function titled(title: string): SyncRows['task'] {
  return taskOf('t1', title) as unknown as SyncRows['task'];
}

/** A follower tab. It receives the test's messages and never acquires the lock. */
async function startFollower(): Promise<{ engine: Engine; receive: (message: TabMessage) => void }> {
  let listener: (message: TabMessage) => void = () => undefined;
  const unreachable = (): never => {
    throw new Error('a follower asks the server nothing');
  };
  let isOpen: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (isOpen = resolve));
  const engine = new Engine(
    {
      transport: {
        snapshot: unreachable,
        since: unreachable,
        send: unreachable,
        openFeed: unreachable,
        listTasks: unreachable,
      },
      storage: openStorage('ann', 'late'),
      locks: {
        acquire: () => {
          isOpen();
          return new Promise(() => undefined);
        },
        tryAcquire: () => Promise.resolve(true),
      },
      channel: { post: () => undefined, listen: (callback) => (listener = callback), close: () => undefined },
      clock: new ManualClock().forTab(() => true),
      random: () => 0.5,
      newId: () => 'follower',
      tab: 'follower',
      userId: 'ann',
    },
    {
      onStatus: () => undefined,
      onRefusals: () => undefined,
      onSessionOver: () => undefined,
      onRemoteDeletes: () => undefined,
      onRowsReplaced: () => undefined,
    },
  );
  void engine.open('lock');
  await opened;
  return { engine, receive: (message) => listener(message) };
}

describe('late message about a mutation from another tab', () => {
  let engine: Engine;
  let receive: (message: TabMessage) => void;
  beforeEach(async () => {
    ({ engine, receive } = await startFollower());
    const rows = new Map([['task' as const, new Map([['t1', titled('old')]])]]);
    receive({ type: 'state', for: null, seq: 10, epoch: 'e', rows });
  });
  const sendMutation = (): void => receive({ type: 'mutation', order: 1, mutation });
  const shown = (): unknown => [engine.store.row('task', 't1')?.title, engine.store.pending.all().length];

  it('adds the mutation if its outcome is unknown', () => {
    sendMutation();
    expect(shown()).toEqual(['mine', 1]);
  });

  it('ignores a mutation that the feed has already delivered', () => {
    const effect = { seq: 11, entity: 'task' as const, id: 't1', op: 'put' as const, mutationId: 'm1' };
    receive({
      type: 'changes',
      epoch: 'e',
      from: 10,
      to: 11,
      changes: [{ ...effect, data: titled('mine') }],
    });
    const later = { ...effect, seq: 12, mutationId: 'm2' };
    receive({
      type: 'changes',
      epoch: 'e',
      from: 11,
      to: 12,
      changes: [{ ...later, data: titled('theirs') }],
    });
    sendMutation();
    expect(shown()).toEqual(['theirs', 0]);
  });

  it('ignores a mutation that the leader reported as settled', () => {
    sendMutation();
    receive({ type: 'answers', for: 'follower', settled: ['m1'], unknown: [] });
    sendMutation();
    expect(shown()).toEqual(['old', 0]);
  });

  it('ignores a refused mutation', () => {
    receive({ type: 'refused', refusals: [{ mutation, problem, order: 1 }] });
    sendMutation();
    expect(shown()).toEqual(['old', 0]);
    receive({ type: 'acked', mutationId: 'm1', seq: 11 });
    sendMutation();
    expect(shown()).toEqual(['old', 0]);
    expect(engine.refusals).toHaveLength(1);
  });

  it('keeps the mutation as acknowledged until the feed catches up', () => {
    receive({ type: 'acked', mutationId: 'm1', seq: 11 });
    sendMutation();
    expect(shown()).toEqual(['mine', 1]);
    receive({ type: 'changes', epoch: 'e', from: 10, to: 11, changes: [] });
    expect(shown()).toEqual(['old', 0]);
  });
});
