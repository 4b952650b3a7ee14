import type { SyncRows } from '@hearth/contracts/sync';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openStillTeam } from '#testing/still-team.ts';
import type { Command, TeamStore } from '#platform/sync/index.ts';
import { tasksByCycle } from '#features/tasks/cycles/cycles.data.ts';
import { milestoneSlot, tasksByMilestone } from '#features/tasks/milestones/milestones.data.ts';
import { MyWork, SECTIONS } from '#features/tasks/my-work/my-work.ts';
import { columnKey, createTask, openTasksByProject, tasksByColumn, updateTask } from './tasks.data.ts';
import { declineAsDuplicates, declineTasks } from '#features/tasks/triage/triage-decline.data.ts';
import { waitingByProject } from './triage-waits.ts';
import { acceptTasks, listSendable, putOffTasks, sendToTriage, switchTriage } from './triage.data.ts';

type Task = SyncRows['task'];
const SINCE = '2026-11-20T09:30:00.000Z';
const waits = { since: SINCE, until: null };
const status = (id: string, category: 'unstarted' | 'completed' | 'cancelled', position: string) =>
  ({ id, name: id, category, color: 'gray', position }) as const;

function task(id: string, fields: Partial<Task> = {}): Task {
  return {
    id,
    number: 1,
    key: id,
    title: id,
    projectId: 'p',
    statusId: 'todo',
    priority: 'none',
    assigneeIds: ['me'],
    watcherIds: [],
    dueDate: null,
    startDate: null,
    parentId: null,
    position: `a${id}`,
    triage: null,
    milestoneId: null,
    cycleId: null,
    createdBy: 'ben',
    reporterId: 'ben',
    createdAt: '2026-11-01T00:00:00.000Z',
    closedAt: null,
    ...fields,
  } as Task;
}

const project = { id: 'p', name: 'Website', hasTriage: true, archivedAt: null } as SyncRows['project'];
const elsewhere = { ...project, id: 'q', hasTriage: false };

async function open(tasks: readonly Task[], teamRole: 'member' | 'guest' = 'member'): Promise<TeamStore> {
  return await openStillTeam('me', {
    status: [
      status('todo', 'unstarted', 'a0'),
      status('done', 'completed', 'a1'),
      status('gone', 'cancelled', 'a2'),
    ],
    project: [project, elsewhere],
    member: [{ userId: 'me', teamRole } as SyncRows['member']],
    task: tasks,
  });
}

const triageOf = (store: TeamStore, id: string) => store.row('task', id)?.triage ?? null;
const waiting = (store: TeamStore) => waitingByProject(store).ids('p');

it('excludes tasks in triage from columns, projects, cycles, milestones and My work', async () => {
  const anyTask = fc.record({
    triage: fc.constantFrom(null, waits, { since: SINCE, until: '2030-01-01' }),
    cycleId: fc.constantFrom(null, 'c'),
    milestoneId: fc.constantFrom(null, 'm'),
    dueDate: fc.constantFrom(null, '2026-11-20'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyTask, { minLength: 1, maxLength: 8 }), async (all) => {
      const tasks = all.map((fields, at) => task(String(at), fields));
      const store = await open(tasks);
      const taken = tasks.filter(({ triage }) => triage === null);
      const idsOf = (those: readonly Task[]) => those.map(({ id }) => id);
      expect(tasksByColumn(store).ids(columnKey('p', 'todo'))).toEqual(idsOf(taken));
      expect(openTasksByProject(store).ids('p')).toEqual(idsOf(taken));
      expect(tasksByCycle(store).ids('c')).toEqual(idsOf(taken.filter(({ cycleId }) => cycleId === 'c')));
      expect(tasksByMilestone(store).ids(milestoneSlot('m', 'todo'))).toEqual(
        idsOf(taken.filter(({ milestoneId }) => milestoneId === 'm')),
      );
      const work = new MyWork(store, { today: '2026-11-20', now: '2026-11-20T12:00:00.000Z' });
      expect(SECTIONS.flatMap((section) => work.ids(section)).toSorted()).toEqual(idsOf(taken));
      expect(waiting(store)).toEqual(idsOf(tasks.filter(({ triage }) => triage !== null)));
    }),
    { numRuns: 100 },
  );
});

it('undoes and redoes each triage action in one step', async () => {
  const acts: [string, (store: TeamStore) => readonly Command[] | null][] = [
    ['accept', (store) => acceptTasks(store, ['1', '2'])],
    ['accept into', (store) => acceptTasks(store, ['1', '2'], 'done')],
    ['decline', (store) => declineTasks(store, ['1', '2'], 'No')],
    ['duplicate', (store) => declineAsDuplicates(store, ['1', '2'], '3')],
    ['snooze', (store) => putOffTasks(store, ['1', '2'], '2030-01-01')],
    ['send', (store) => sendToTriage(store, listSendable(store, ['1', '3', '4']))],
    ['turn off', (store) => switchTriage(store, 'p', false)],
    ['move', (store) => [updateTask(store, '1', { projectId: 'q' })]],
  ];
  for (const [name, act] of acts) {
    const store = await open([
      task('1', { triage: waits }),
      task('2', { triage: { since: SINCE, until: '2029-01-01' } }),
      task('3'),
      task('4', { statusId: 'done', closedAt: SINCE }),
    ]);
    const read = () =>
      JSON.stringify(
        ['1', '2', '3', '4'].map((id) => {
          const { statusId, projectId, triage, closedAt } = store.row('task', id) ?? task(id);
          return [statusId, projectId, triage, closedAt === null];
        }),
      ) + String(store.row('project', 'p')?.hasTriage);
    const before = read();
    store.mutate(act(store) ?? []);
    const after = read();
    expect(after, name).not.toBe(before);
    store.undo();
    expect(read(), name).toBe(before);
    store.redo();
    expect(read(), name).toBe(after);
  }
});

it('accepts a task when its status changes, and reopens closed tasks sent to triage', async () => {
  const store = await open([task('1', { triage: waits }), task('2', { statusId: 'done', closedAt: SINCE })]);
  store.mutate(updateTask(store, '1', { statusId: 'done' }));
  expect(triageOf(store, '1')).toBeNull();
  store.mutate(sendToTriage(store, listSendable(store, ['2'])));
  expect(store.row('task', '2')).toMatchObject({ statusId: 'todo', closedAt: null });
  expect(triageOf(store, '2')).not.toBeNull();
});

it('sends new tasks from guests, but not from members, to triage', async () => {
  for (const role of ['guest', 'member'] as const) {
    const store = await open([], role);
    store.mutate(createTask(store, { title: 'New', projectId: 'p' }, 'new'));
    store.mutate(createTask(store, { title: 'New', projectId: 'q' }, 'other'));
    expect(waiting(store)).toEqual(role === 'guest' ? ['new'] : []);
    expect(triageOf(store, 'other')).toBeNull();
  }
});
