import type { SyncRows } from '@hearth/contracts/sync';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openStillTeam } from '#testing/still-team.ts';
import { makeTaskRow } from '#testing/team-rows.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import { MyWork, SECTIONS, type Section } from './my-work.ts';
import { placePersonal, snoozeTasks } from '#features/tasks/reminders/personal-task.data.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';

type Task = SyncRows['task'];

const TODAY = '2026-11-20';
const status = (id: string, category: 'unstarted' | 'completed', position: string) =>
  ({ id, name: id, category, color: 'gray', position }) as const;

function task(id: string, fields: Partial<Task> = {}): Task {
  return makeTaskRow(id, {
    projectId: null,
    assigneeIds: ['me'],
    position: 'a0',
    reporterId: 'ben',
    createdBy: 'ben',
    ...fields,
  });
}

const blocks = (fromId: string, toId: string): SyncRows['relation'] => ({
  id: `${fromId}>${toId}`,
  kind: 'blocks',
  fromId,
  toId,
  createdBy: 'me',
  createdAt: '2026-11-01T00:00:00.000Z',
});

async function open(
  tasks: readonly Task[],
  relations: readonly SyncRows['relation'][] = [],
): Promise<{ store: TeamStore; work: MyWork; shown: () => Partial<Record<Section, string[]>> }> {
  const store = await openStillTeam('me', {
    status: [status('todo', 'unstarted', 'a0'), status('done', 'completed', 'a1')],
    task: tasks,
    relation: relations,
  });
  const work = new MyWork(store, { today: TODAY, now: `${TODAY}T12:00:00.001Z` });
  work.attach();
  const shown = () =>
    Object.fromEntries(
      SECTIONS.map((section) => [section, [...work.ids(section)]] as const).filter(
        ([, ids]) => ids.length > 0,
      ),
    );
  return { store, work, shown };
}

it('groups tasks into sections by date, blockers, dependents and delegation', async () => {
  const { shown } = await open(
    [
      task('late', { dueDate: '2026-11-19' }),
      task('now', { dueDate: TODAY }),
      task('begun', { startDate: '2026-11-18', dueDate: '2026-12-01' }),
      task('soon', { dueDate: '2026-11-21' }),
      task('starts', { startDate: '2026-11-21' }),
      task('some day'),
      task('stuck', { dueDate: '2026-11-19' }),
      task('theirs', { assigneeIds: ['ben'] }),
      task('free again', { assigneeIds: ['ben'] }),
      task('given', { assigneeIds: ['ben'], reporterId: 'me' }),
      task('given to nobody', { assigneeIds: [], reporterId: 'me' }),
      task('done', { closedAt: '2026-11-01T00:00:00.000Z', statusId: 'done' }),
      task('done blocker', { closedAt: '2026-11-01T00:00:00.000Z' }),
    ],
    [
      blocks('theirs', 'stuck'),
      blocks('now', 'theirs'),
      blocks('done blocker', 'soon'),
      blocks('done', 'free again'),
    ],
  );
  expect(shown()).toEqual({
    overdue: ['late'],
    today: ['now', 'begun'],
    upcoming: ['soon', 'starts'],
    undated: ['some day'],
    blocked: ['stuck'],
    waiting: ['theirs'],
    delegated: ['given'],
  });
});

it('notifies only sections affected by a change, and lists a snoozed task again when its day comes', async () => {
  const { store, work, shown } = await open(
    [task('one', { dueDate: TODAY }), task('two'), task('blocker', { assigneeIds: ['ben'] })],
    [blocks('blocker', 'two')],
  );
  const notified: Section[] = [];
  for (const section of SECTIONS) work.subscribe(section, () => notified.push(section));
  expect(shown()).toEqual({ today: ['one'], blocked: ['two'] });
  store.mutate(updateTask(store, 'blocker', { statusId: 'done' }));
  expect(shown()).toEqual({ today: ['one'], undated: ['two'] });
  expect(notified.splice(0)).toEqual(['undated', 'blocked']);
  for (const command of [snoozeTasks(store, ['one'], '2026-11-23')])
    if (command !== null) store.mutate(command);
  expect(shown()).toEqual({ undated: ['two'], snoozed: ['one'] });
  store.undo();
  expect(shown()).toEqual({ today: ['one'], undated: ['two'] });
  const back = new MyWork(store, { today: '2026-11-23', now: '2026-11-23T12:00:00.001Z' });
  back.attach();
  expect(back.ids('overdue')).toEqual(['one']);
});

it('keeps the dropped order across moves, and restores the original order on undo', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ from: fc.nat(5), to: fc.nat(5) }), { minLength: 1, maxLength: 20 }),
      async (moves) => {
        const { store, work } = await open(
          ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at) => task(id, { dueDate: `2026-12-0${at + 1}` })),
        );
        const start = work.ids('upcoming');
        for (const { from, to } of moves) {
          const ids = [...work.ids('upcoming')];
          const [moved = ''] = ids.splice(from, 1);
          const command = placePersonal(store, moved, ids, to);
          if (command !== null) store.mutate(command);
          ids.splice(to, 0, moved);
          expect(work.ids('upcoming')).toEqual(ids);
        }
        while (store.canUndo) store.undo();
        expect(work.ids('upcoming')).toEqual(start);
      },
    ),
    { numRuns: 60 },
  );
});

it('moves a task to Overdue once its due time has passed', async () => {
  const { work, shown } = await open([
    task('day', { dueDate: TODAY }),
    task('noon', { dueDate: `${TODAY}T12:01:00.000Z` }),
    task('eleven', { dueDate: `${TODAY}T11:00:00.000Z` }),
    task('started', { startDate: `${TODAY}T11:30:00.000Z` }),
  ]);
  expect(shown()).toEqual({ overdue: ['eleven'], today: ['noon', 'day', 'started'] });
  work.refresh(`${TODAY}T12:01:00.001Z`);
  expect(shown()).toEqual({ overdue: ['eleven', 'noon'], today: ['day', 'started'] });
});
