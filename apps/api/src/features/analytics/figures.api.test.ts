import { beforeAll, expect, it } from 'vitest';
import type { Analytics, Forecast } from '@hearth/contracts/analytics/analytics';
import type { Problem } from '@hearth/contracts/core/errors';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { openFlowTeam, type FlowTeam } from '#testing/flow-team.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

/** Compares with tolerance because the clock keeps running during the test. */
const hours = (count: number): unknown => expect.closeTo(count, 1);

describeOneEngine('analytics', (engine) => {
  // A Wednesday, at noon UTC.
  const clock = createTestClock('2031-03-05T12:00:00Z');
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let teamId: string;
  let path: string;
  let team: FlowTeam;

  beforeAll(async () => {
    ada = await signIn(api, 'ada@example.com');
  });

  const open = async () => {
    team = await openFlowTeam(api, clock);
    ({ ada, teamId, path } = team);
  };
  const move = async (taskId: string, category: string) => await team.move(taskId, category);
  const wait = async (hours: number) => {
    await team.wait(hours);
    ({ ada } = team);
  };
  const day = (offset?: number) => team.day(offset);
  const read = async (from: string, to: string, more = '', by = ada) => {
    const response = await by.get<{ analytics: Analytics }>(`${path}/analytics?from=${from}&to=${to}${more}`);
    expect(response.status).toBe(200);
    return response.body.analytics;
  };
  const taken = (rows: { day: string; tasks: number }[]) => rows.filter(({ tasks }) => tasks > 0);

  it('dates metrics by the first completion and reports reopened tasks as rework and work in progress', async () => {
    await open();
    const start = day();
    const task = await makeTask(ada, teamId, { dueDate: day(2) });
    const skipped = await makeTask(ada, teamId, { dueDate: day(-1) });
    await wait(10);
    await move(task.id, 'started');
    await wait(24);
    await move(task.id, 'completed');
    await move(skipped.id, 'completed');
    const done = day();
    await wait(24);
    await move(task.id, 'started');
    await wait(5);
    const figures = await read(start, day());
    expect(taken(figures.throughput)).toEqual([{ day: done, tasks: 2 }]);
    expect(taken(figures.created)).toEqual([{ day: start, tasks: 2 }]);
    expect(figures.leadTime).toEqual({ tasks: 2, median: hours(34), p85: hours(34), p95: hours(34) });
    expect(figures.cycleTime).toEqual({
      tasks: 2,
      median: 0,
      p85: hours(24),
      p95: hours(24),
      withoutStart: 1,
    });
    expect(figures.rework).toEqual({ reopened: 1, completed: 2 });
    expect(figures.workInProgress).toEqual([
      { taskId: task.id, startedAt: expect.any(String), ageHours: hours(53), isPastP85: true },
    ]);
    expect(figures.dueDates).toEqual({ onTime: 1, late: 0, open: 0 });
    expect((await read(day(-9), day())).dueDates).toEqual({ onTime: 1, late: 1, open: 0 });
    const bands = figures.cumulativeFlow.map(({ day: at, ...band }) =>
      [at, ...Object.values(band)].join(' '),
    );
    expect(bands[0]).toBe(`${start} 0 1 1 0 0`);
    expect(bands.at(-1)).toBe(`${day()} 0 0 1 1 0`);
    const behind = await ada.get<{ tasks: { id: string; hours: number }[] }>(
      `${path}/analytics/tasks?metric=cycleTime&day=${done}`,
    );
    expect(behind.body.tasks.map(({ id, hours }) => [id, hours])).toEqual([
      [task.id, hours(24)],
      [skipped.id, 0],
    ]);
    expect(
      (await read(start, day(), '&filter=category:completed')).throughput.find((one) => one.day === done)
        ?.tasks,
    ).toBe(1);
  });

  it('counts only tasks visible to the caller', async () => {
    await open();
    const [closed, shared] = [
      await makeProject(ada, teamId, { isPrivate: true }),
      await makeProject(ada, teamId),
    ];
    const bob = await signIn(api, 'bob@example.com');
    const guest = await signIn(api, 'guest@example.com');
    await joinTeam(ada, teamId, bob);
    await joinTeam(ada, teamId, guest, 'guest');
    await ada.send('PUT', `${path}/projects/${shared.id}/grants/${guest.user.id}`, {
      body: { level: 'view' },
    });
    for (const projectId of [closed.id, shared.id, null])
      await move((await makeTask(ada, teamId, { projectId })).id, 'completed');
    const sums = async (by: SignedIn) => {
      const { throughput, cumulativeFlow } = await read(day(-3), day(), '', by);
      return [throughput.at(-1)?.tasks, cumulativeFlow.at(-1)?.completed];
    };
    expect([await sums(ada), await sums(bob), await sums(guest)]).toEqual([
      [3, 3],
      [2, 2],
      [1, 1],
    ]);
    const refused = await bob.get(`${path}/analytics?from=${day()}&to=${day()}&projectId=${closed.id}`);
    expect(refused.status).toBe(404);
    const moved = await makeTask(ada, teamId, { projectId: shared.id });
    await move(moved.id, 'completed');
    await ada.patch(`${path}/tasks/${moved.id}`, {
      projectId: closed.id,
      statusId: team.statusOf('started'),
    });
    expect([await sums(ada), await sums(bob), await sums(guest)]).toEqual([
      [4, 3],
      [2, 2],
      [1, 1],
    ]);
  });

  it('exports CSV with escaped formulas and requires Pro except for the preview', async () => {
    await open();
    await makeTask(ada, teamId, { title: '=1+1', statusId: team.statusOf('completed') });
    const at = `${path}/analytics?from=${day()}&to=${day()}`;
    const csv = await ada.get<string>(at.replace('analytics', 'analytics.csv'));
    expect(csv.body).toContain(`throughput,${day()},tasks,1\r\n`);
    const list = await ada.get<string>(`${path}/analytics/tasks.csv?metric=throughput&day=${day()}`);
    expect(list.body).toContain(`"'=1+1"`);
    const short = await ada.get<Problem>(`${path}/analytics/forecast?tasks=5`);
    expect([short.status, short.body.code]).toEqual([422, 'INVALID_STATE']);
    await ada.post(`/dev${path}/plan`, { plan: 'free' });
    const refused = await ada.get<Problem>(at);
    expect([refused.status, refused.body]).toEqual([
      402,
      expect.objectContaining({ code: 'PLAN_REQUIRED', feature: 'analytics', plan: 'free' }),
    ]);
    expect((await ada.get<Problem>(`${path}/analytics?from=2031-01-02&to=2031-01-01`)).status).toBe(400);
    const preview = await ada.get<{ preview: { throughput: { tasks: number }[] } }>(
      `${path}/analytics/preview`,
    );
    expect(preview.body.preview.throughput.map(({ tasks }) => tasks)).toEqual([...Array(29).fill(0), 1]);
  });

  it('computes reproducible forecasts from past throughput, with earlier dates at a higher pace', async () => {
    await open();
    for (let week = 0; week < 5; week += 1) {
      for (let count = 0; count < 5; count += 1)
        await makeTask(ada, teamId, { statusId: team.statusOf('completed') });
      await wait(7 * 24);
    }
    const ask = async (query: string) => {
      const response = await ada.get<{ forecast: Forecast }>(`${path}/analytics/forecast?${query}`);
      expect(response.status).toBe(200);
      return response.body.forecast;
    };
    const one = await ask('tasks=10');
    expect(one).toEqual(await ask('tasks=10'));
    expect(one).toMatchObject({ basedOnWeeks: 5, asOf: day() });
    expect([one.asOf < one.p50, one.p50 <= one.p85, one.p85 <= one.p95]).toEqual([true, true, true]);
    expect((await ask('tasks=10&pace=3')).p85 < one.p85).toBe(true);
    // Twelve weeks later only the old tasks are left, which say nothing about the pace, whatever was finished before.
    await wait(12 * 7 * 24);
    for (const status of [422, 200]) {
      for (let count = 0; count < 19; count += 1)
        await makeTask(ada, teamId, { statusId: team.statusOf('completed') });
      await wait(24);
      expect((await ada.get(`${path}/analytics/forecast?tasks=10`)).status).toBe(status);
    }
  });
});
