import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Project } from '@hearth/contracts/projects/projects';
import type { Comment } from '@hearth/contracts/comments/comments';
import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProTeam, makeProject, makeTask, makeTeam, signIn, type ApiResponse } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

type TaskAnswer = ApiResponse<{ task: Task } & Problem>;

describeOneEngine('tasks', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben, gus] = usePeople(api, 'ada', 'ben', 'gus');
  let teamId: string;
  let path: string;
  let web: Project;
  let app: Project;
  let statuses: Status[];

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben], guest: [gus] });
    path = `/teams/${teamId}`;
    [web, app] = [
      await makeProject(ada, teamId, { key: 'WEB' }),
      await makeProject(ada, teamId, { key: 'APP' }),
    ];
    statuses = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body.statuses;
  });

  const statusOf = (name: string): string => statuses.find((one) => one.name === name)?.id ?? '';
  const change = async (id: string, body: object, who = ada): Promise<TaskAnswer> =>
    await who.patch(`${path}/tasks/${id}`, body);

  it('creates tasks in the first unstarted status at the end of its column', async () => {
    const [one, two] = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    expect(one).toMatchObject({
      number: 1,
      statusId: statusOf('To do'),
      priority: 'none',
      assigneeIds: [],
      dueDate: null,
    });
    expect(two.number).toBe(2);
    expect(two.position > one.position).toBe(true);
    const done = await makeTask(ada, teamId, { statusId: statusOf('Done'), projectId: web.id });
    expect(done.closedAt).toBe(done.createdAt);
    expect(done.key).toBe('WEB-3');
  });

  it('updates only the given fields and logs no change for unchanged values', async () => {
    const task = await makeTask(ada, teamId, { projectId: web.id, description: 'Stays' });
    const { body, headers } = await change(task.id, {
      title: 'New',
      assigneeIds: [ben.user.id, ada.user.id],
      dueDate: '2026-12-24',
    });
    expect(body.task).toMatchObject({ title: 'New', description: 'Stays', dueDate: '2026-12-24' });
    expect(body.task.assigneeIds).toEqual([ada.user.id, ben.user.id].sort());
    expect(Number(headers.get('hearth-seq'))).toBeGreaterThan(0);
    const same = await change(task.id, { title: 'New', dueDate: '2026-12-24' });
    expect(same.body.task).toEqual(body.task);
    expect(same.headers.get('hearth-seq')).toBe(headers.get('hearth-seq'));
    expect((await ada.get<{ task: Task }>(`${path}/tasks/${task.id}`)).body.task).toEqual(body.task);
    const cleared = await change(task.id, { assigneeIds: [], dueDate: null });
    expect(cleared.body.task).toMatchObject({ assigneeIds: [], dueDate: null });
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('closes and reopens tasks on status changes', async () => {
    const task = await makeTask(ada, teamId);
    const done = await change(task.id, { statusId: statusOf('Done') });
    expect(done.body.task.closedAt).not.toBe(null);
    const again = await change(task.id, { statusId: statusOf('In progress') });
    expect(again.body.task.closedAt).toBe(null);
    await ada.delete(`${path}/tasks/${task.id}`);
    await ada.post(`${path}/trash/${task.id}/restore`);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('rejects references to objects that the caller cannot see and names the field', async () => {
    const task = await makeTask(ada, teamId);
    const stranger = await signIn(api, 'eve@example.com');
    const foreign = (await makeTeam(stranger))._id;
    const foreignProject = await makeProject(stranger, foreign);
    for (const [body, field] of [
      [{ projectId: foreignProject.id }, 'projectId'],
      [{ projectId: randomUUID() }, 'projectId'],
      [{ statusId: randomUUID() }, 'statusId'],
      [{ assigneeIds: [ada.user.id, stranger.user.id] }, 'assigneeIds.1'],
      [{ projectId: null, assigneeIds: [gus.user.id] }, 'assigneeIds.0'],
    ] as const) {
      for (const response of [
        await change(task.id, body),
        await ada.post<Problem>(`${path}/tasks`, { title: 'New', ...body }),
      ]) {
        expect(response, JSON.stringify(body)).toMatchObject({
          status: 404,
          body: { code: 'NOT_FOUND', errors: [{ path: field }] },
        });
      }
    }
    expect((await change(task.id, { position: 'zz' })).status).toBe(400);
    expect((await change(task.id, { title: '' })).status).toBe(400);
    expect((await change(task.id, { colour: 'red' })).status).toBe(400);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('assigns a new key on a project move and removes assignees without access', async () => {
    await ada.send('PUT', `${path}/projects/${web.id}/grants/${gus.user.id}`, { body: { level: 'comment' } });
    const task = await makeTask(ada, teamId, { projectId: web.id, assigneeIds: [gus.user.id, ben.user.id] });
    await gus.post(`${path}/tasks/${task.id}/comments`, { body: 'Seen' });
    const { body } = await change(task.id, { projectId: app.id });
    expect(body.task).toMatchObject({ projectId: app.id, key: 'APP-1', assigneeIds: [ben.user.id] });
    expect((await gus.get(`${path}/tasks/${task.id}`)).status).toBe(404);
    expect((await ada.get<{ task: Task }>(`${path}/tasks/WEB-1`)).body.task.id).toBe(task.id);
    expect((await change(task.id, { projectId: null })).body.task).toMatchObject({ projectId: null });
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('limits guests to the level of their grant', async () => {
    const task = await makeTask(ada, teamId, { projectId: web.id });
    expect((await gus.get(`${path}/tasks/WEB-1`)).status).toBe(404);
    await ada.send('PUT', `${path}/projects/${web.id}/grants/${gus.user.id}`, { body: { level: 'comment' } });
    expect((await gus.get<{ tasks: Task[] }>(`${path}/tasks`)).body.tasks.map((one) => one.id)).toEqual([
      task.id,
    ]);
    expect((await change(task.id, { title: 'Mine' }, gus)).status).toBe(403);
    expect((await gus.post(`${path}/tasks/${task.id}/comments`, { body: 'Hello' })).status).toBe(201);
    await ada.send('PUT', `${path}/projects/${web.id}/grants/${gus.user.id}`, { body: { level: 'edit' } });
    expect((await change(task.id, { title: 'Edited' }, gus)).status).toBe(200);
    expect((await change(task.id, { projectId: app.id }, gus)).status).toBe(404);
    expect((await gus.delete(`${path}/tasks/${task.id}`)).status).toBe(403);
    expect((await gus.post(`${path}/tasks`, { title: 'Of the team' })).status).toBe(404);
  });

  it('lists tasks newest first with filters and pagination', async () => {
    for (const title of ['a', 'b', 'c']) await makeTask(ada, teamId, { title, projectId: web.id });
    await makeTask(ada, teamId, { title: 'd', assigneeIds: [ben.user.id], statusId: statusOf('Done') });
    const titles = async (query: string): Promise<string[]> =>
      (await ada.get<{ tasks: Task[] }>(`${path}/tasks?${query}`)).body.tasks.map((one) => one.title);
    expect(await titles('')).toEqual(['d', 'c', 'b', 'a']);
    expect(await titles(`projectId=${web.id}`)).toEqual(['c', 'b', 'a']);
    expect(await titles(`statusId=${statusOf('Done')}`)).toEqual(['d']);
    expect(await titles(`assigneeId=${ben.user.id}`)).toEqual(['d']);
    expect(await titles('key=WEB-2')).toEqual(['b']);
    expect(await titles('key=nonsense')).toEqual([]);
    const { nextCursor } = (await ada.get<{ nextCursor: string }>(`${path}/tasks?limit=2`)).body;
    expect(await titles(`limit=2&cursor=${nextCursor}`)).toEqual(['b', 'a']);
  });

  it('lists comments chronologically with pagination', async () => {
    const task = await makeTask(ada, teamId);
    for (const body of ['one', 'two', 'three']) await ada.post(`${path}/tasks/${task.id}/comments`, { body });
    const first = await ada.get<{ comments: Comment[]; nextCursor: string }>(
      `${path}/tasks/${task.id}/comments?limit=2`,
    );
    const { nextCursor } = first.body;
    const rest = await ada.get<{ comments: Comment[]; nextCursor: null }>(
      `${path}/tasks/${task.id}/comments?limit=2&cursor=${nextCursor}`,
    );
    expect([...first.body.comments, ...rest.body.comments].map((one) => one.body)).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(rest.body.nextCursor).toBe(null);
    expect((await ada.post(`${path}/tasks/${task.id}/comments`, { body: '' })).status).toBe(400);
  });

  it('rebalances a column with a long order key through the log', async () => {
    const [one, two] = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    const long = `${one.position}${'V'.repeat(80)}`;
    const three = await makeTask(ada, teamId, { position: long });
    let read = three;
    while (read.position.length > 64) {
      read = (await ada.get<{ task: Task }>(`${path}/tasks/${three.id}`)).body.task;
    }
    expect(one.position < read.position && read.position < two.position).toBe(true);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });
});
