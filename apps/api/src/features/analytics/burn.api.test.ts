import { beforeAll, expect, it } from 'vitest';
import type { Burn, Flow, Odds, TeamWorkload, Velocity } from '@hearth/contracts/analytics/analytics';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProject, makeTask, type SignedIn } from '#testing/make.ts';
import { openFlowTeam, type FlowTeam } from '#testing/flow-team.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

describeOneEngine('burnup, flow and workload metrics', (engine) => {
  // A Monday, at noon UTC.
  const clock = createTestClock('2031-03-03T12:00:00Z');
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let path: string;
  let projectId: string;
  let team: FlowTeam;

  beforeAll(async () => {
    team = await openFlowTeam(api, clock);
    ({ ada, path } = team);
    projectId = (await makeProject(ada, team.teamId, {})).id;
  });

  const statusOf = (category: string) => team.statusOf(category);
  const make = async (fields: object = {}) => (await makeTask(ada, team.teamId, { projectId, ...fields })).id;
  const change = async (id: string, fields: object) => {
    expect((await ada.patch(`${path}/tasks/${id}`, fields)).status).toBe(200);
  };
  const wait = async (days: number) => {
    await team.wait(days * 24);
    ({ ada } = team);
  };
  const read = async <T>(name: string, query = '') => {
    const response = await ada.get<T>(`${path}/analytics/${name}?projectId=${projectId}${query}`);
    expect(response.status).toBe(200);
    return response.body;
  };
  const burn = async () => (await read<{ burn: Burn }>('burn', '&from=2031-03-03&to=2031-03-07')).burn;

  it('keeps past burnup days unchanged when the scope changes and lists the tasks behind each figure', async () => {
    const [one, two, three] = [await make(), await make(), await make({ estimate: 3 })];
    await wait(1);
    await change(one, { statusId: statusOf('completed') });
    await wait(1);
    const before = (await burn()).days.slice(0, 3);
    await wait(1);
    for (let count = 0; count < 3; count += 1) await make();
    await change(two, { projectId: null });
    await wait(1);
    await change(three, { statusId: statusOf('cancelled') });
    const { days, startScope } = await burn();
    expect(startScope).toBe(3);
    expect(days.slice(0, 3)).toEqual(before);
    expect(days.map(({ scope, added, removed, done }) => [scope, added, removed, done].join(' '))).toEqual([
      '3 3 0 0',
      '3 0 0 1',
      '3 0 0 1',
      '5 3 1 1',
      '4 0 1 1',
    ]);
    const behind = async (metric: string, day: string) =>
      (await read<{ tasks: object[] }>('tasks', `&metric=${metric}&day=${day}`)).tasks.length;
    for (const { day, scope, done, added, removed } of days) {
      const counted = {
        scope,
        scopeDone: done,
        scopeLeft: scope - done,
        scopeAdded: added,
        scopeRemoved: removed,
      };
      for (const [metric, count] of Object.entries(counted))
        expect([day, metric, await behind(metric, day)]).toEqual([day, metric, count]);
    }
    const range = `${path}/analytics/tasks?metric=scope&from=2031-03-03&to=2031-03-07&projectId=${projectId}`;
    expect((await ada.get(range)).status).toBe(400);
    expect((await ada.get(`${path}/analytics/tasks?metric=scope&day=2031-03-03`)).status).toBe(400);
    expect(days.map(({ ideal }) => Math.round(ideal * 10) / 10)).toEqual([2.4, 1.8, 1.2, 0.6, 0]);
  });

  it('splits the lead time by status, lists the tasks behind it and computes the flow efficiency', async () => {
    const [blocker, task] = [await make(), await make()];
    await ada.post(`${path}/tasks/${task}/relations`, { side: 'blockedBy', otherId: blocker });
    await wait(1);
    await change(task, { statusId: statusOf('started') });
    await wait(2);
    await change(task, { statusId: statusOf('completed') });
    const { flow } = await read<{ flow: Flow }>('flow', '&from=2031-03-10&to=2031-03-10');
    expect(flow.timeInState.map(({ category, hours }) => [category, Math.round(hours)])).toEqual([
      ['unstarted', 24],
      ['started', 48],
    ]);
    const started = flow.timeInState[1];
    const behind = `&metric=timeInStatus&day=2031-03-10&statusId=${started?.statusId}`;
    const { tasks } = await read<{ tasks: { id: string; hours: number }[] }>('tasks', behind);
    expect(tasks).toMatchObject([{ id: task, hours: started?.hours }]);
    expect(flow.efficiency.share).toBeCloseTo(2 / 3, 3);
    const [done] = flow.done;
    expect(flow.timeInState.reduce((sum, { hours }) => sum + hours, 0)).toBeCloseTo(done?.leadHours ?? 0, 6);
  });

  it('returns empty odds and velocity without data and spreads estimates over working days', async () => {
    const { odds } = await read<{ odds: Odds }>('odds');
    expect(odds).toMatchObject({ due: null, percent: null, forecast: null });
    const { velocity } = await read<{ velocity: Velocity }>('velocity');
    expect(velocity).toEqual({ unit: 'tasks', cycles: [], mean: null, low: null, high: null });
    const planned = await make({
      estimate: 6,
      startDate: '2031-03-13',
      dueDate: '2031-03-18',
      assigneeIds: [ada.user.id],
    });
    await ada.patch(`${path}/work-time`, { capacity: 10 });
    await ada.patch(path, { holidays: ['2031-03-18'] });
    const { workload } = await read<{ workload: TeamWorkload }>('workload', '&from=2031-03-10&to=2031-03-23');
    expect(workload.weeks).toEqual(['2031-03-10', '2031-03-17']);
    expect(workload.people[0]?.weeks).toEqual([
      { planned: 4, capacity: 10 },
      { planned: 2, capacity: 8 },
    ]);
    const behind = async (day: string) => {
      const query = `&metric=planned&userId=${ada.user.id}&day=${day}`;
      return (await read<{ tasks: { id: string }[] }>('tasks', query)).tasks.map(({ id }) => id);
    };
    expect(await behind('2031-03-17')).toEqual([planned]);
    expect(await behind('2031-03-24')).toEqual([]);
  });
});
