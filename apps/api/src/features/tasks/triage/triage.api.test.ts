import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Project } from '@hearth/contracts/projects/projects';
import type { PastChange, Status, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { makeProTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';

describeOneEngine('triage', (engine) => {
  let clock: ReturnType<typeof createTestClock>;
  let api: TestApp;
  let ada: SignedIn;
  let bob: SignedIn;
  let gus: SignedIn;
  let teamId: string;
  let path: string;
  let project: Project;
  let at: string;
  let statuses: Status[];

  beforeAll(async () => {
    clock = createTestClock();
    api = await startApp(engine, { clock });
    [ada, bob, gus] = [
      await signIn(api, 'ada@example.com'),
      await signIn(api, 'bob@example.com'),
      await signIn(api, 'gus@example.com'),
    ];
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [bob], guest: [gus] });
    path = `/teams/${teamId}`;
    project = await makeProject(ada, teamId, { name: 'Website', key: 'WEB' });
    at = `${path}/projects/${project.id}`;
    await ada.send('PUT', `${at}/grants/${gus.user.id}`, { body: { level: 'edit' } });
    ({ statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body);
  });

  type Reply = { task: Task } & Problem;
  const statusOf = (category: string) => statuses.find((one) => one.category === category)?.id ?? '';
  const setTriage = async (hasTriage: boolean, who = ada) =>
    await who.patch<{ project: Project } & Problem>(at, { hasTriage });
  const change = async (id: string, body: object, who = ada) =>
    await who.patch<Reply>(`${path}/tasks/${id}`, body);
  const read = async (id: string) => (await ada.get<Reply>(`${path}/tasks/${id}`)).body.task;
  const listed = async (query = '') =>
    (await ada.get<{ tasks: Task[] }>(`${path}/tasks?${query}`)).body.tasks.map(({ title }) => title);
  const inProject = async (title: string, who = ada) =>
    await makeTask(who, teamId, { title, projectId: project.id });

  it('lets only managers turn triage on and off and ignores repeated requests', async () => {
    expect(project.hasTriage).toBe(false);
    expect((await setTriage(true, bob)).status).toBe(403);
    expect((await setTriage(true)).body.project.hasTriage).toBe(true);
    const { seq } = await readSync(ada, teamId);
    await setTriage(true);
    expect((await readSync(ada, teamId)).seq).toBe(seq);
    expect((await setTriage(false)).body.project.hasTriage).toBe(false);
  });

  it('holds tasks that guests create in the project or move to it, but not those that members create', async () => {
    expect((await inProject('Before', gus)).triage).toBeNull();
    await setTriage(true);
    const created = await inProject('By a guest', gus);
    expect(created.triage).toEqual({ since: created.createdAt, until: null });
    expect((await inProject('By a member', bob)).triage).toBeNull();
    const other = await makeProject(ada, teamId, { name: 'Shop' });
    await ada.send('PUT', `${path}/projects/${other.id}/grants/${gus.user.id}`, { body: { level: 'edit' } });
    const elsewhere = await makeTask(gus, teamId, { title: 'Elsewhere', projectId: other.id });
    expect(elsewhere.triage).toBeNull();
    const moved = await change(elsewhere.id, { projectId: project.id }, gus);
    expect(moved.body.task.triage).not.toBeNull();
    // Moving the task to another project removes it from triage.
    expect((await change(elsewhere.id, { projectId: other.id }, gus)).body.task.triage).toBeNull();
  });

  it('hides tasks from lists until they are accepted but keeps them accessible', async () => {
    await setTriage(true);
    const created = await inProject('Waits', gus);
    await inProject('Goes on');
    for (const query of ['', `projectId=${project.id}`, 'filter=priority:none', 'sort=due'])
      expect(await listed(query)).toEqual(['Goes on']);
    expect(await listed(`waits=true&projectId=${project.id}`)).toEqual(['Waits']);
    expect(await listed(`key=${created.key}`)).toEqual(['Waits']);
    expect((await ada.get<Problem>(`${path}/tasks?waits=no`)).status).toBe(400);
    expect((await readSync(ada, teamId)).changes.find(({ id }) => id === created.id)?.data).toMatchObject({
      triage: created.triage,
    });
    const taken = await change(created.id, { triage: null, statusId: statusOf('unstarted') });
    expect(taken.body.task.triage).toBeNull();
    expect(await listed()).toEqual(['Goes on', 'Waits']);
    const { changes } = (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${created.id}/history`))
      .body;
    expect(changes).toMatchObject([{ field: 'triage', old: created.triage, new: null, actor: ada.user.id }]);
  });

  it('accepts tasks when their status or project changes, also in bulk', async () => {
    await setTriage(true);
    const [one, two] = [await inProject('One', gus), await inProject('Two', gus)];
    const declined = await change(one.id, { statusId: statusOf('cancelled') });
    expect(declined.body.task.triage).toBeNull();
    const back = await change(one.id, { statusId: one.statusId, triage: one.triage });
    expect(back.body.task.triage).toEqual(one.triage);
    const many = async (body: object) =>
      await ada.patch<{ taskIds: string[] } & Problem>(`${path}/tasks`, {
        taskIds: [one.id, two.id],
        ...body,
      });
    expect((await many({ triage: { until: '2030-01-02' } })).body.taskIds).toHaveLength(2);
    expect((await read(two.id)).triage).toEqual({ since: two.triage?.since, until: '2030-01-02' });
    // Requests without the field keep its value.
    await many({ priority: 'high' });
    expect((await read(one.id)).triage?.until).toBe('2030-01-02');
    expect((await many({ triage: null })).body.taskIds).toHaveLength(2);
    expect(await listed()).toEqual(['Two', 'One']);
    await many({ triage: {} });
    await many({ projectId: null });
    expect((await read(two.id)).triage).toBeNull();
  });

  it('rejects closed tasks and projects without triage and clamps future dates', async () => {
    const task = await inProject('Task');
    const refused = await change(task.id, { triage: {} });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'triage']);
    await setTriage(true);
    await change(task.id, { statusId: statusOf('completed') });
    expect((await change(task.id, { triage: {} })).status).toBe(400);
    const reopened = await change(task.id, {
      statusId: statusOf('unstarted'),
      triage: { since: '2999-01-01T00:00:00Z' },
    });
    expect(Date.parse(reopened.body.task.triage?.since ?? '')).toBeLessThanOrEqual(clock.now().getTime());
    expect((await change(task.id, { triage: { since: 'yesterday' } })).status).toBe(400);
    expect((await change(task.id, { triage: { until: '2028-02-31' } })).status).toBe(400);
    const loose = await makeTask(ada, teamId, { title: 'Of no project' });
    expect((await change(loose.id, { triage: {} })).status).toBe(400);
  });

  it('accepts all tasks, including trashed ones, when triage is turned off', async () => {
    await setTriage(true);
    const [one, trashed] = [await inProject('One', gus), await inProject('Gone', gus)];
    await ada.delete(`${path}/tasks/${trashed.id}`);
    await setTriage(false);
    expect(await listed()).toEqual(['One']);
    const { changes } = (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${one.id}/history`)).body;
    expect(changes[0]).toMatchObject({ field: 'triage', old: one.triage, new: null });
    const logged = (await readSync(bob, teamId)).changes.findLast(({ id }) => id === one.id);
    expect(logged?.data).toMatchObject({ triage: null });
    await ada.post(`${path}/trash/${trashed.id}/restore`);
    expect(await listed()).toEqual(['Gone', 'One']);
  });
});
