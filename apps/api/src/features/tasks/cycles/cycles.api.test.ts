import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Cycle, CycleEntry } from '@hearth/contracts/cycles/cycles';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Status, PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { withTeam } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import { rollOverCycles } from './roll-over-cycles.ts';

const DAY_S = 86_400;
/** In Kolkata the day ends at 18:30 UTC. */
const PLAN = { weeks: 1, startWeekday: 1, cooldownWeeks: 0, ahead: 2, timeZone: 'Asia/Kolkata' };

describeOneEngine('cycles', (engine) => {
  let clock: ReturnType<typeof createTestClock>;
  let api: TestApp;
  let ada: SignedIn;
  let teamId: string;
  let path: string;
  let projectId: string;
  let statuses: Status[];

  // Each test starts its own server, because the clock cannot be moved back.
  beforeEach(async () => {
    clock = createTestClock();
    // A Wednesday at noon UTC.
    clock.advance((Date.parse('2031-03-05T12:00:00Z') - clock.now().getTime()) / 1000);
    api = await startApp(engine, { clock });
    ada = await signIn(api, 'ada@example.com');
    teamId = await makeProTeam(ada);
    path = `/teams/${teamId}`;
    ({ statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body);
    projectId = (await makeProject(ada, teamId, { name: 'Website' })).id;
  });
  afterEach(() => api.close());

  const plan = async (cycles: object | null) => {
    const response = await ada.patch<Problem>(`${path}/projects/${projectId}`, { cycles });
    await getJobs(api.app).runDue();
    return response;
  };
  const list = async (): Promise<Cycle[]> => {
    const { body } = await ada.get<{ cycles: Cycle[] }>(`${path}/projects/${projectId}/cycles`);
    return body.cycles.toReversed();
  };
  const wait = async (days: number): Promise<void> => {
    clock.advance(days * DAY_S);
    ada = await signIn(api, 'ada@example.com');
    await getJobs(api.app).runDue();
  };
  const listCycles = async () =>
    (await list()).map(({ number, startsOn, endsOn, startedAt, closedAt }) =>
      [number, startsOn, endsOn, closedAt !== null ? 'past' : startedAt !== null ? 'current' : 'ahead'].join(
        ' ',
      ),
    );
  const statusOf = (category: string): string => statuses.find((one) => one.category === category)?.id ?? '';
  const read = async (id: string): Promise<Task> =>
    (await ada.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task;
  const change = async (id: string, body: object) =>
    await ada.patch<{ task: Task } & Problem>(`${path}/tasks/${id}`, body);

  it('creates, starts and closes cycles automatically in the project’s time zone', async () => {
    expect((await plan(PLAN)).status).toBe(200);
    expect(await listCycles()).toEqual([
      '1 2031-03-03 2031-03-09 current',
      '2 2031-03-10 2031-03-16 ahead',
      '3 2031-03-17 2031-03-23 ahead',
    ]);
    // Sunday, about 23:00 in Kolkata. An hour later it is Monday there but still Sunday in UTC.
    await wait(4 + 5.5 / 24);
    expect((await listCycles())[0]).toBe('1 2031-03-03 2031-03-09 current');
    await wait(1.1 / 24);
    expect(await listCycles()).toEqual([
      '1 2031-03-03 2031-03-09 past',
      '2 2031-03-10 2031-03-16 current',
      '3 2031-03-17 2031-03-23 ahead',
      '4 2031-03-24 2031-03-30 ahead',
    ]);
    const before = await listCycles();
    await Promise.all([
      rollOverCycles(api.app, { teamId, projectId }),
      rollOverCycles(api.app, { teamId, projectId }),
    ]);
    expect(await listCycles()).toEqual(before);
    // After two months without activity, no empty cycles are created for that period.
    await wait(60);
    expect((await listCycles()).map((line) => line.split(' ').slice(2).join(' '))).toEqual([
      '2031-03-09 past',
      '2031-03-16 past',
      '2031-05-11 current',
      '2031-05-18 ahead',
      '2031-05-25 ahead',
    ]);
  });

  it('freezes a closed cycle’s figures and carries over open tasks', async () => {
    await plan(PLAN);
    const [first, second] = await list();
    const at = { projectId, cycleId: first?.id };
    const done = await makeTask(ada, teamId, { ...at, estimate: 3 });
    const open = await makeTask(ada, teamId, { ...at, estimate: 5.25 });
    const removed = await makeTask(ada, teamId, { ...at, estimate: 2 });
    const trashed = await makeTask(ada, teamId, at);
    const [next, later] = [
      await makeTask(ada, teamId, { projectId, cycleId: second?.id, estimate: 8 }),
      await makeTask(ada, teamId, { projectId, estimate: 1 }),
    ];
    await wait(6);
    // All tasks were added to the first cycle after it had started empty.
    expect((await list())[0]?.figures).toEqual({
      start: { tasks: 0, points: 0 },
      added: { tasks: 4, points: 10.25 },
      removed: { tasks: 0, points: 0 },
      done: { tasks: 0, points: 0 },
      cancelled: { tasks: 0, points: 0 },
      carried: { tasks: 4, points: 10.25 },
    });
    const { body } = await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${open.id}/history`);
    expect(body.changes.map(({ field, old, new: now, actor }) => [field, old, now, actor])).toEqual([
      ['cycleId', first?.id, second?.id, null],
    ]);
    expect((await list())[1]?.scope).toEqual({ tasks: 5, points: 18.25 });
    await change(done.id, { statusId: statusOf('completed') });
    await change(next.id, { statusId: statusOf('cancelled') });
    await change(removed.id, { cycleId: null });
    await change(later.id, { cycleId: second?.id });
    await ada.delete(`${path}/tasks/${trashed.id}`);
    await wait(7);
    const closed = (await list())[1];
    expect(closed?.figures).toEqual({
      start: { tasks: 5, points: 18.25 },
      added: { tasks: 1, points: 1 },
      removed: { tasks: 2, points: 2 },
      done: { tasks: 1, points: 3 },
      cancelled: { tasks: 1, points: 8 },
      carried: { tasks: 2, points: 6.25 },
    });
    const third = (await list())[2];
    expect(await Promise.all([done, open, later].map(async ({ id }) => (await read(id)).cycleId))).toEqual([
      second?.id,
      third?.id,
      third?.id,
    ]);
    const record = async () => {
      const { body: page } = await ada.get<{ entries: CycleEntry[] }>(
        `${path}/projects/${projectId}/cycles/${second?.id}/record`,
      );
      return page.entries;
    };
    const entries = await record();
    expect(entries.map(({ taskId, entered, outcome }) => [taskId, entered, outcome])).toEqual([
      [done.id, 'start', 'done'],
      [open.id, 'start', 'carried'],
      [next.id, 'start', 'cancelled'],
      [later.id, 'added', 'carried'],
      [removed.id, 'start', 'removed'],
      [trashed.id, 'start', 'removed'],
    ]);
    expect(entries.map(({ task }) => task?.title ?? null).slice(-1)).toEqual([null]);
    // Later changes to tasks do not affect the figures, and clients can't overwrite them.
    await change(done.id, { statusId: statusOf('unstarted'), estimate: 100, cycleId: null });
    expect((await list())[1]?.figures).toEqual(closed?.figures);
    const rewrite = withTeam(api.app.db, { teamId, userId: null }, (tx) =>
      tx
        .updateTable('cycles')
        .set({ figures: '{}' })
        .where('id', '=', second?.id ?? '')
        .execute(),
    );
    await expect(rewrite).rejects.toThrow('does not change');
  });

  it('accepts only tasks of the same project and only until the cycle is closed', async () => {
    await plan(PLAN);
    const [first, second] = await list();
    const other = (await makeProject(ada, teamId, { name: 'Shop' })).id;
    const task = await makeTask(ada, teamId, { projectId, cycleId: second?.id });
    const stray = await makeTask(ada, teamId, { projectId: other });
    const refused = await change(stray.id, { cycleId: second?.id });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([404, 'cycleId']);
    expect((await change(task.id, { projectId: other })).body.task.cycleId).toBeNull();
    await change(task.id, { projectId, cycleId: second?.id });
    const many = { taskIds: [task.id, stray.id], cycleId: second?.id };
    expect((await ada.patch(`${path}/tasks`, many)).status).toBe(404);
    await ada.patch(`${path}/tasks`, { ...many, projectId });
    expect((await read(stray.id)).cycleId).toBe(second?.id);
    const found = await ada.get<{ tasks: Task[] }>(`${path}/tasks?filter=cycle:next`);
    expect(found.body.tasks.map(({ id }) => id)).toEqual([stray.id, task.id]);
    await wait(6);
    const late = await change(task.id, { cycleId: first?.id });
    expect([late.status, late.body.errors?.[0]?.path]).toEqual([404, 'cycleId']);
    const current = await ada.get<{ tasks: Task[] }>(`${path}/tasks?filter=cycle:current`);
    expect(current.body.tasks).toHaveLength(2);
  });

  it('applies schedule changes and removes upcoming cycles when cycles are turned off', async () => {
    await plan(PLAN);
    for (const [wrong, field] of [
      [{ ...PLAN, weeks: 0 }, 'cycles.weeks'],
      [{ ...PLAN, startWeekday: 8 }, 'cycles.startWeekday'],
      [{ ...PLAN, timeZone: 'Mars/Olympus' }, 'cycles.timeZone'],
    ] as const) {
      const refused = await plan(wrong);
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, field]);
    }
    await plan({ ...PLAN, weeks: 2, startWeekday: 3, cooldownWeeks: 1, ahead: 1 });
    expect(await listCycles()).toEqual(['1 2031-03-03 2031-03-09 current', '2 2031-03-19 2031-04-01 ahead']);
    const [first, second] = await list();
    const at = `${path}/projects/${projectId}/cycles/${second?.id}`;
    expect((await ada.patch<{ cycle: Cycle }>(at, { name: 'Spring' })).body.cycle.name).toBe('Spring');
    expect((await ada.patch(at, { name: 'x'.repeat(81) })).status).toBe(400);
    const task = await makeTask(ada, teamId, { projectId, cycleId: first?.id });
    await plan(null);
    expect(await listCycles()).toEqual(['1 2031-03-03 2031-03-09 current']);
    await wait(6);
    expect(await listCycles()).toEqual(['1 2031-03-03 2031-03-09 past']);
    expect((await read(task.id)).cycleId).toBeNull();
    await plan(PLAN);
    expect(await listCycles()).toEqual([
      '1 2031-03-03 2031-03-09 past',
      '2 2031-03-10 2031-03-16 current',
      '3 2031-03-17 2031-03-23 ahead',
      '4 2031-03-24 2031-03-30 ahead',
    ]);
  });
});
