import { beforeAll, expect, it } from 'vitest';
import type { Analytics, Flow } from '@hearth/contracts/analytics/analytics';
import { makeGenerator } from '@hearth/contracts/analytics/forecast-values';
import { nearestRank } from '@hearth/contracts/analytics/spread-values';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { withTeam } from '#platform/db/index.ts';
import { dayAt } from '#platform/day-in-zone.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';
import { countDifferences } from './repair-flow.queries.ts';
import { repairTeam } from './repair-flow.ts';

const ZONE = 'Asia/Kolkata';
const STEPS = 120;

interface Known {
  id: string;
  projectId: string | null;
  isTrashed: boolean;
  /** A day or a timestamp. */
  dueDate: string | null;
  /** The category seen through the API since `at`. Null if the task was in the trash. */
  seen: { at: number; category: string | null }[];
}

describeOneEngine('analytics of random histories', (engine) => {
  const clock = createTestClock('2031-03-05T12:00:00Z');
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let teamId: string;
  let path: string;

  beforeAll(async () => {
    ada = await signIn(api, 'ada@example.com');
    teamId = await makeProTeam(ada);
    path = `/teams/${teamId}`;
    await ada.patch(path, { timeZone: ZONE });
    await repairTeam(api.app, teamId, false);
  });

  const dayOf = (ms: number) => dayAt(new Date(ms), ZONE);

  /** Performs random user actions and records them. */
  async function live(seed: number): Promise<Known[]> {
    const next = makeGenerator(seed);
    const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
    const { statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body;
    const projects = [(await makeProject(ada, teamId)).id, (await makeProject(ada, teamId)).id, null];
    const tasks: Known[] = [];
    const note = async (task: Known, category: string | null) => {
      task.seen.push({ at: clock.now().getTime(), category });
    };
    for (let step = 0; step < STEPS; step += 1) {
      clock.advance(Math.ceil(next() * 40_000));
      ada = await signIn(api, 'ada@example.com');
      const dice = next();
      const task = tasks.length === 0 ? undefined : one(tasks);
      if (task === undefined || dice < 0.3) {
        const status = one(statuses);
        const projectId = one(projects);
        const { id } = await makeTask(ada, teamId, { projectId, statusId: status.id });
        tasks.push({ id, projectId, isTrashed: false, dueDate: null, seen: [] });
        await note(tasks.at(-1) as Known, status.category);
      } else if (task.isTrashed) {
        if (dice > 0.6) continue;
        const { body } = await ada.post<{ item: object }>(`${path}/trash/${task.id}/restore`);
        expect(body.item).toBeDefined();
        task.isTrashed = false;
        await note(task, task.seen.at(-2)?.category ?? null);
      } else if (dice < 0.4) {
        await ada.delete(`${path}/tasks/${task.id}`);
        task.isTrashed = true;
        await note(task, null);
      } else if (dice < 0.5) {
        task.projectId = one(projects);
        const status = one(statuses);
        await ada.patch(`${path}/tasks/${task.id}`, { projectId: task.projectId, statusId: status.id });
        await note(task, status.category);
      } else if (dice < 0.6) {
        const at = new Date(
          clock.now().getTime() + Math.floor((next() - 0.5) * 6 * 86_400_000),
        ).toISOString();
        task.dueDate = one([null, at.slice(0, 10), `${at.slice(0, 16)}:00.000Z`]);
        await ada.patch(`${path}/tasks/${task.id}`, { dueDate: task.dueDate });
      } else if (dice < 0.7) {
        // The roll-ups take several tasks of a statement in another way than a single one.
        const several = tasks.filter(({ isTrashed }) => !isTrashed).filter(() => next() < 0.4);
        if (several.length === 0) continue;
        const taskIds = several.map(({ id }) => id);
        const status = dice < 0.66 ? one(statuses) : null;
        const response =
          status === null
            ? await ada.post(`${path}/tasks/trash`, { taskIds })
            : await ada.patch(`${path}/tasks`, { taskIds, statusId: status.id });
        expect(response.status).toBe(200);
        for (const changed of several) {
          changed.isTrashed = status === null;
          await note(changed, status?.category ?? null);
        }
      } else {
        const status = one(statuses);
        await ada.patch(`${path}/tasks/${task.id}`, { statusId: status.id });
        await note(task, status.category);
      }
    }
    return tasks;
  }

  function countOutcomes(tasks: readonly Known[], from: string, to: string): Analytics['dueDates'] {
    const counts = { onTime: 0, late: 0, open: 0 };
    for (const { dueDate, seen } of tasks) {
      const due = dueDate === null || dueDate.length === 10 ? dueDate : dayOf(Date.parse(dueDate));
      if (due === null || due < from || due > to) continue;
      const done = seen.find(({ category }) => category === 'completed');
      if (done !== undefined) counts[dayOf(done.at) <= due ? 'onTime' : 'late'] += 1;
      else if (!['cancelled', null].includes(seen.at(-1)?.category ?? null)) counts.open += 1;
    }
    return counts;
  }

  /** Returns the hours until first completion by category, for tasks that were ever completed. */
  function sumHours(tasks: readonly Known[]): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const { seen } of tasks) {
      const end = seen.findIndex(({ category }) => category === 'completed');
      for (let n = 0; n < end; n += 1) {
        const { at, category } = seen[n] as Known['seen'][number];
        const hours = ((seen[n + 1]?.at ?? 0) - at) / 3_600_000;
        if (category !== null) sums[category] = (sums[category] ?? 0) + hours;
      }
    }
    return sums;
  }

  it('matches a naive reference implementation and returns the same figures with and without roll-ups', async () => {
    const tasks = await live(7);
    const [from, to] = [dayOf(tasks[0]?.seen[0]?.at ?? 0), dayOf(clock.now().getTime())];
    for (const projectId of [null, ...new Set(tasks.map((task) => task.projectId))]) {
      const counted = projectId === null ? tasks : tasks.filter((task) => task.projectId === projectId);
      const query = `from=${from}&to=${to}${projectId === null ? '' : `&projectId=${projectId}`}`;
      const { analytics } = (await ada.get<{ analytics: Analytics }>(`${path}/analytics?${query}`)).body;
      const done = counted.flatMap(({ seen }) => seen.find(({ category }) => category === 'completed') ?? []);
      for (const { day, tasks: count } of analytics.throughput)
        expect([day, count]).toEqual([day, done.filter(({ at }) => dayOf(at) === day).length]);
      for (const { day, ...bands } of analytics.cumulativeFlow) {
        const stood = counted.map(
          ({ seen }) => seen.findLast(({ at }) => dayOf(at) <= day)?.category ?? null,
        );
        for (const [category, count] of Object.entries(bands))
          expect([day, category, count]).toEqual([
            day,
            category,
            stood.filter((at) => at === category).length,
          ]);
      }
      const leads = counted
        .flatMap(({ seen }) => {
          const end = seen.find(({ category }) => category === 'completed');
          return end === undefined ? [] : [(end.at - (seen[0]?.at ?? 0)) / 3_600_000];
        })
        .toSorted((one, other) => one - other);
      expect(analytics.dueDates).toEqual(countOutcomes(counted, from, to));
      const { flow } = (await ada.get<{ flow: Flow }>(`${path}/analytics/flow?${query}`)).body;
      for (const [category, hours] of Object.entries(sumHours(counted))) {
        const states = flow.timeInState.filter((state) => state.category === category);
        expect(states.reduce((sum, state) => sum + state.hours, 0)).toBeCloseTo(hours, 1);
      }
      expect(analytics.leadTime.tasks).toBe(leads.length);
      expect(analytics.leadTime.p85 ?? 0).toBeCloseTo(nearestRank(leads, 0.85) ?? 0, 1);
    }
    expect(await withTeam(api.app.db, { teamId, userId: null }, countDifferences)).toBe(0);
    // The days differ in another time zone, both in the roll-ups and in the expected figures.
    await ada.patch(path, { timeZone: 'America/Los_Angeles' });
    const read = async () =>
      (await ada.get<{ analytics: Analytics }>(`${path}/analytics?from=${from}&to=${to}`)).body;
    const spelledOut = await read();
    expect(await repairTeam(api.app, teamId, false)).toBe(0);
    const rolledUp = await read();
    expect({ ...rolledUp.analytics, workInProgress: [] }).toEqual({
      ...spelledOut.analytics,
      workInProgress: [],
    });
    expect(await repairTeam(api.app, teamId, true)).toBe(0);
  });
});
