import { expect, test } from 'vitest';
import { ManualClock } from '#testing/fake-browser.ts';
import { Outbox } from './outbox.ts';
import { RowStore } from '#platform/sync/rows/row-store.ts';
import type { Fields, Mutation, SendResult } from '#platform/sync/rows/types.ts';

const mutationOn = (
  entity: 'task' | 'timeEntry' | 'project',
  id: string,
  mutationId: string,
  fields: Fields = {},
): Mutation => ({
  mutationId,
  route: 'PATCH /teams/{teamId}/tasks/{taskId}',
  params: {},
  effects: [{ entity, id, op: 'patch', fields }],
  dependsOn: [],
  madeAt: 0,
});

/** Starts an outbox with these mutations. `sent` lists them in the order of sending. `answer` responds to the oldest pending request. */
function startOutbox(mutations: readonly Mutation[]) {
  const store = new RowStore();
  const sent: string[] = [];
  const open: ((answer: SendResult) => void)[] = [];
  const unreachable = (): never => {
    throw new Error('an outbox only sends');
  };
  const outbox = new Outbox(
    {
      store,
      acknowledge: ({ mutation }, seq) => void store.acknowledge(mutation.mutationId, seq),
      refuse: () => undefined,
      noteStoredLate: unreachable,
    },
    {
      channel: { post: unreachable },
      storage: { add: unreachable },
      transport: {
        snapshot: unreachable,
        since: unreachable,
        openFeed: unreachable,
        listTasks: unreachable,
        send: ({ mutationId }) => {
          sent.push(mutationId);
          return new Promise((resolve) => open.push(resolve));
        },
      },
      clock: new ManualClock().forTab(() => true),
      random: () => 0.5,
    },
    () => undefined,
  );
  for (const [at, mutation] of mutations.entries())
    store.addPending({ mutation, order: at + 1, state: 'queued', seq: null });
  outbox.start({ expect: () => undefined, catchUp: unreachable });
  const answer = async () => {
    open.shift()?.({ status: 200, seq: 1, problem: null, retryAfterMs: null });
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { sent, answer };
}

test('sends mutations without common rows in parallel', () => {
  const { sent } = startOutbox([mutationOn('task', 'a', 'm1'), mutationOn('task', 'b', 'm2')]);
  expect(sent).toEqual(['m1', 'm2']);
});

test('sends time entries sequentially, because the server allows one running timer', async () => {
  const { sent, answer } = startOutbox([
    mutationOn('timeEntry', 'a', 'm1'),
    mutationOn('timeEntry', 'b', 'm2'),
    mutationOn('task', 'c', 'm3'),
  ]);
  expect(sent).toEqual(['m1', 'm3']);
  await answer();
  expect(sent).toEqual(['m1', 'm3', 'm2']);
});

test.each(['archivedAt', 'hasTriage'])(
  'sends a project’s barrier mutation (%s) alone and in order',
  async (door) => {
    const { sent, answer } = startOutbox([
      mutationOn('task', 'a', 'm1'),
      mutationOn('project', 'p', 'm2', { [door]: null }),
      mutationOn('task', 'b', 'm3'),
      mutationOn('task', 'c', 'm4'),
    ]);
    for (const soFar of [['m1'], ['m1', 'm2'], ['m1', 'm2', 'm3', 'm4']]) {
      expect(sent).toEqual(soFar);
      await answer();
    }
  },
);
