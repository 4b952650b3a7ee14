import { beforeEach, expect, it } from 'vitest';
import type { Analytics, Burn, Forecast, TrackRecord, Velocity } from '@hearth/contracts/analytics/analytics';
import { drawDays, hashSeed, toDates } from '@hearth/contracts/analytics/forecast-values';
import { countDays } from '@hearth/contracts/core/days';
import type { Cycle } from '@hearth/contracts/cycles/cycles';
import { withTeam } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProject, makeTask, type SignedIn } from '#testing/make.ts';
import { openFlowTeam, type FlowTeam } from '#testing/flow-team.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

// Covers metric definitions that other products often get wrong, each with a history that distinguishes the definitions. Further metrics
// are covered by burn.api.test.ts and figures.api.test.ts.

const WEEK_H = 7 * 24;

describeOneEngine('metric definitions', (engine) => {
  // A Monday, at noon UTC.
  const clock = createTestClock('2031-05-26T12:00:00Z');
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let teamId: string;
  let path: string;
  let team: FlowTeam;

  beforeEach(async () => {
    team = await openFlowTeam(api, clock);
    ({ ada, teamId, path } = team);
  });

  const move = async (taskId: string, category: string) => await team.move(taskId, category);
  const wait = async (hours: number) => {
    await team.wait(hours);
    ({ ada } = team);
  };
  const today = () => team.day();
  const ask = async <T>(query: string) => {
    const response = await ada.get<T>(`${path}/analytics${query}`);
    expect(response.status).toBe(200);
    return response.body;
  };
  const figures = async (from: string, to: string) =>
    (await ask<{ analytics: Analytics }>(`?from=${from}&to=${to}`)).analytics;
  const doneIn = async (from: string, to: string) =>
    (await figures(from, to)).throughput.reduce((sum, { tasks }) => sum + tasks, 0);

  it('counts throughput once per task, in the month of first completion rather than creation', async () => {
    const created = today();
    const { id } = await makeTask(ada, teamId);
    await wait(WEEK_H);
    await move(id, 'completed');
    const done = today();
    expect([created.slice(0, 7), done.slice(0, 7)]).toEqual(['2031-05', '2031-06']);
    await wait(24);
    await move(id, 'started');
    await wait(24);
    await move(id, 'completed');
    expect([await doneIn('2031-05-01', '2031-05-31'), await doneIn('2031-06-01', '2031-06-30')]).toEqual([
      0, 1,
    ]);
    expect((await figures(done, today())).rework).toEqual({ reopened: 1, completed: 1 });
  });

  it('computes lead time percentiles with the nearest-rank method', async () => {
    const from = today();
    const ids = [];
    for (let count = 0; count < 20; count += 1) ids.push((await makeTask(ada, teamId)).id);
    for (const id of ids) {
      await wait(1);
      await move(id, 'completed');
    }
    const { leadTime } = await figures(from, today());
    // Rank of percentile p: ⌈p × 20⌉. Values are compared with tolerance because the clock keeps running during the test.
    expect(leadTime).toEqual({
      tasks: 20,
      median: expect.closeTo(10, 1),
      p85: expect.closeTo(17, 1),
      p95: expect.closeTo(19, 1),
    });
  });

  it('returns cumulative flow bands that sum to the number of existing tasks', async () => {
    const from = today();
    const ids: string[] = [];
    const counts: number[] = [];
    for (let day = 0; day < 5; day += 1) {
      for (let count = 0; count <= day; count += 1) ids.push((await makeTask(ada, teamId)).id);
      if (day > 0) await move(ids[day] ?? '', ['started', 'completed', 'cancelled'][day % 3] ?? '');
      if (day === 3) await ada.delete(`${path}/tasks/${ids.pop()}`);
      counts.push(ids.length);
      if (day < 4) await wait(24);
    }
    const { cumulativeFlow } = await figures(from, today());
    const sums = cumulativeFlow.map(({ day: _day, ...bands }) =>
      Object.values(bands).reduce((sum, tasks) => sum + tasks, 0),
    );
    expect(sums).toEqual(counts);
  });

  it('computes the burnup scope as initial scope plus additions minus removals', async () => {
    const projectId = (await makeProject(ada, teamId, {})).id;
    const from = today();
    const first = await makeTask(ada, teamId, { projectId });
    await makeTask(ada, teamId, { projectId });
    for (const change of [2, 1]) {
      await wait(24);
      for (let count = 0; count < change; count += 1) await makeTask(ada, teamId, { projectId });
      if (change === 1) await ada.patch(`${path}/tasks/${first.id}`, { projectId: null });
    }
    const { burn } = await ask<{ burn: Burn }>(`/burn?projectId=${projectId}&from=${from}&to=${today()}`);
    let scope = burn.startScope;
    for (const day of burn.days.slice(1)) {
      scope += day.added - day.removed;
      expect(day.scope).toBe(scope);
    }
    expect([burn.startScope, scope]).toEqual([2, 4]);
  });

  it('keeps the velocity of a closed cycle when its tasks are later moved, completed or reopened', async () => {
    const projectId = (await makeProject(ada, teamId, {})).id;
    const cycles = { weeks: 1, startWeekday: 1, cooldownWeeks: 0, ahead: 2, timeZone: 'UTC' };
    expect((await ada.patch(`${path}/projects/${projectId}`, { cycles })).status).toBe(200);
    await getJobs(api.app).runDue();
    const list = await ada.get<{ cycles: Cycle[] }>(`${path}/projects/${projectId}/cycles`);
    const [current, next] = list.body.cycles.toReversed();
    const at = { projectId, cycleId: next?.id, estimate: 3 };
    expect(current?.startsOn).not.toBe(next?.startsOn);
    const done = await makeTask(ada, teamId, at);
    const removed = await makeTask(ada, teamId, at);
    const read = async () =>
      (await ask<{ velocity: Velocity }>(`/velocity?projectId=${projectId}&unit=points`)).velocity;
    const goOn = async (hours: number) => {
      await wait(hours);
      await getJobs(api.app).runDue();
    };
    await goOn(WEEK_H);
    await makeTask(ada, teamId, { ...at, estimate: 1 });
    await move(done.id, 'completed');
    await goOn(WEEK_H);
    const before = await read();
    expect(before.cycles.at(-1)).toMatchObject({ cycleId: next?.id, startScope: 6, done: 3, doneOfStart: 3 });
    await ada.patch(`${path}/tasks/${removed.id}`, { projectId: null });
    await move(removed.id, 'completed');
    await move(done.id, 'started');
    expect(await read()).toEqual(before);
    const behind = async (metric: string) => {
      const { tasks } = await ask<{ tasks: { id: string }[] }>(`/tasks?metric=${metric}&cycleId=${next?.id}`);
      return tasks.map(({ id }) => id).toSorted();
    };
    expect(await behind('cycleStart')).toEqual([done.id, removed.id].toSorted());
    expect(await behind('cycleDone')).toEqual([done.id]);
    expect(await behind('cycleDoneOfStart')).toEqual([done.id]);
  });

  it('seeds forecasts with the team and day and records which percentiles held', async () => {
    const history: number[] = [];
    for (let week = 0; week < 5; week += 1) {
      for (let count = 0; count < 5; count += 1)
        await makeTask(ada, teamId, { statusId: team.statusOf('completed') });
      await wait(WEEK_H);
      history.push(5, ...Array<number>(6).fill(0));
    }
    const open = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    const drawn = drawDays(history, open.length, { seed: hashSeed(`${teamId}  ${today()}`) });
    const { forecast } = await ask<{ forecast: Forecast }>('/forecast');
    const { p50, p85, p95 } = forecast;
    expect(drawn && toDates(today(), drawn)).toEqual({ p50, p85, p95 });

    // A sample project is left out of the figures of the team, but hides none of them.
    const sample = await makeProject(ada, teamId);
    await withTeam(api.app.db, { teamId, userId: ada.user.id }, (tx) =>
      tx.updateTable('projects').set({ is_sample: true }).where('id', '=', sample.id).execute(),
    );
    const record = async () => (await ask<{ record: TrackRecord }>('/forecast/record')).record;
    const none = { known: 0, heldP50: 0, heldP85: 0, heldP95: 0 };
    expect(await record()).toEqual({ ...none, waiting: 1 });
    // Complete the tasks on the day after the P50 date, which is not later than the P85 date.
    expect(p50 < p85).toBe(true);
    await wait(24 * (countDays(today(), p50) + 1));
    for (const { id } of open) await move(id, 'completed');
    expect(await record()).toEqual({ known: 1, waiting: 0, heldP50: 0, heldP85: 1, heldP95: 1 });
  });
});
