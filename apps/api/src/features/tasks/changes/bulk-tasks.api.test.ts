import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Project } from '@hearth/contracts/projects/projects';
import type { PastChange, Status, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProTeam, makeProject, makeTask, makeTeam, signIn, type ApiResponse } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

type Many = ApiResponse<{ taskIds: string[] } & Problem>;

describeOneEngine('bulk task changes', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben, gus] = usePeople(api, 'ada', 'ben', 'gus');
  let teamId: string;
  let path: string;
  let web: Project;
  let statuses: Status[];

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben], guest: [gus] });
    path = `/teams/${teamId}`;
    web = await makeProject(ada, teamId, { key: 'WEB' });
    statuses = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body.statuses;
  });

  const statusOf = (name: string): string => statuses.find((one) => one.name === name)?.id ?? '';
  const make = async (count: number, fields: Record<string, unknown> = {}): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) ids.push((await makeTask(ada, teamId, fields)).id);
    return ids;
  };
  const read = async (ids: readonly string[]): Promise<Task[]> =>
    await Promise.all(
      ids.map(async (id) => (await ada.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task),
    );
  const change = async (body: object, who = ada): Promise<Many> => await who.patch(`${path}/tasks`, body);
  const seqOf = ({ headers }: ApiResponse): number => Number(headers.get('hearth-seq'));

  it('uses one sequence number, writes history per task and appends tasks to the column in order', async () => {
    const inProgress = await makeTask(ada, teamId, { statusId: statusOf('In progress') });
    const ids = await make(3);
    const before = seqOf(await ada.patch(`${path}/tasks/${inProgress.id}`, { priority: 'low' }));
    const response = await change({
      taskIds: ids,
      statusId: statusOf('In progress'),
      priority: 'high',
      assigneeIds: [ben.user.id],
      dueDate: '2026-12-24',
      estimate: 3,
    });
    expect(response.status).toBe(200);
    expect(response.body.taskIds).toEqual(ids);
    expect(seqOf(response)).toBe(before + 1);
    const tasks = await read(ids);
    for (const task of tasks) {
      expect(task).toMatchObject({
        statusId: statusOf('In progress'),
        priority: 'high',
        assigneeIds: [ben.user.id],
        dueDate: '2026-12-24',
        estimate: 3,
      });
    }
    const positions = [inProgress.position, ...tasks.map(({ position }) => position)];
    expect(positions).toEqual(positions.toSorted());
    expect(new Set(positions).size).toBe(4);
    const { changes } = (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${ids[2]}/history`)).body;
    expect(changes.map(({ field }) => field).sort()).toEqual([
      'assigneeIds',
      'dueDate',
      'estimate',
      'priority',
      'statusId',
      'watcherIds',
    ]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('merges common and per-task fields and logs no unchanged tasks', async () => {
    const [one = '', two = ''] = await make(2);
    await change({ taskIds: [one], priority: 'low' });
    const response = await change({
      taskIds: [one, two],
      priority: 'low',
      each: [{}, { priority: 'urgent', labelIds: [], startDate: '2026-12-01' }],
    });
    expect(response.body.taskIds).toEqual([two]);
    const tasks = await read([one, two]);
    expect(tasks.map(({ priority, startDate }) => [priority, startDate])).toEqual([
      ['low', null],
      ['urgent', '2026-12-01'],
    ]);
    const again = await change({ taskIds: [one, two], each: [{}, { priority: 'urgent' }] });
    expect(again.body.taskIds).toEqual([]);
    expect(seqOf(again)).toBe(seqOf(response));
  });

  it('assigns new keys to moved tasks and unassigns members without access', async () => {
    const ids = await make(2, { projectId: web.id, assigneeIds: [ada.user.id, ben.user.id] });
    const closed = await makeProject(ada, teamId, { key: 'HID', isPrivate: true });
    expect((await change({ taskIds: ids, projectId: closed.id })).status).toBe(200);
    for (const task of await read(ids)) {
      expect(task.key).toBe(`HID-${task.number}`);
      expect(task.assigneeIds).toEqual([ada.user.id]);
    }
    expect((await change({ taskIds: ids, priority: 'low' }, ben)).status).toBe(404);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('applies all changes or none and names the rejected task or field in the error', async () => {
    const ids = await make(2, { projectId: web.id });
    const hidden = await makeProject(ada, teamId, { isPrivate: true });
    const [secret = ''] = await make(1, { projectId: hidden.id });
    const stranger = await signIn(api, 'eve@example.com');
    const foreign = await makeTask(stranger, (await makeTeam(stranger))._id);
    for (const odd of [secret, foreign.id, randomUUID()]) {
      const response = await change({ taskIds: [ids[0], odd, ids[1]], priority: 'high' }, ben);
      expect(response.status).toBe(404);
      expect(response.body.errors).toEqual([
        { path: 'taskIds.1', message: 'doesn’t exist, or you don’t have access to it' },
      ]);
    }
    await ada.send('PUT', `${path}/projects/${web.id}/grants/${gus.user.id}`, { body: { level: 'view' } });
    const refused = await change({ taskIds: ids, priority: 'high' }, gus);
    expect(refused.status).toBe(403);
    expect(refused.body.errors?.map((error) => error.path)).toEqual(['taskIds.0', 'taskIds.1']);
    // Members may only delete tasks that they created.
    const own = await makeTask(ben, teamId, { projectId: web.id });
    const trash = await ben.post<Problem>(`${path}/tasks/trash`, { taskIds: [own.id, ids[0]] });
    expect(trash.status).toBe(403);
    expect(trash.body.errors?.map((error) => error.path)).toEqual(['taskIds.1']);
    for (const [body, field] of [
      [{ statusId: foreign.statusId }, 'statusId'],
      [{ labelIds: [randomUUID()] }, 'labelIds.0'],
      [{ assigneeIds: [stranger.user.id] }, 'assigneeIds.0'],
      [{ each: [{}, { statusId: foreign.statusId }] }, 'each.1.statusId'],
      [{ each: [{}, { projectId: hidden.id }] }, 'each.1.projectId'],
      [{ each: [{ assigneeIds: [gus.user.id, stranger.user.id] }, {}] }, 'each.0.assigneeIds.1'],
    ] as const) {
      const response = await change({ taskIds: ids, priority: 'high', ...body }, ben);
      expect([response.status, response.body.errors?.[0]?.path], field).toEqual([404, field]);
    }
    for (const body of [
      { taskIds: [] },
      { taskIds: [ids[0], ids[0]] },
      { taskIds: ids, each: [{}] },
      { taskIds: ids, title: 'All the same' },
      { taskIds: ids, each: [{ position: 'not a key!' }, {}] },
      { taskIds: Array.from({ length: 501 }, () => randomUUID()) },
    ]) {
      expect((await change(body)).status, JSON.stringify(body).slice(0, 80)).toBe(400);
    }
    for (const task of await read([...ids, secret, own.id])) expect(task.priority).toBe('none');
  });

  it('trashes and restores tasks unchanged with one sequence number per request', async () => {
    const ids = await make(3, { projectId: web.id, labelIds: [], priority: 'high' });
    const before = await read(ids);
    const request = { body: { taskIds: ids }, headers: { 'idempotency-key': randomUUID() } };
    const trashed = await ada.send<{ taskIds: string[] }>('POST', `${path}/tasks/trash`, request);
    expect([trashed.status, trashed.body.taskIds]).toEqual([200, ids]);
    const repeated = await ada.send('POST', `${path}/tasks/trash`, request);
    expect([repeated.status, seqOf(repeated)]).toEqual([200, seqOf(trashed)]);
    expect((await ada.get(`${path}/tasks/${ids[0]}`)).status).toBe(404);
    expect((await ada.post(`${path}/tasks/trash`, { taskIds: ids })).status).toBe(404);
    const back = await ada.post(`${path}/trash/restore`, { itemIds: ids });
    expect([back.status, seqOf(back)]).toEqual([200, seqOf(trashed) + 1]);
    expect(await read(ids)).toEqual(before);
    expect((await ada.post(`${path}/trash/restore`, { itemIds: ids })).status).toBe(404);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('trashes sub-tasks by cascade and restores them with their parents', async () => {
    const [top = '', other = ''] = await make(2, { projectId: web.id });
    const [part = ''] = await make(1, { projectId: web.id, parentId: top });
    const [below = ''] = await make(1, { projectId: web.id, parentId: part });
    const before = await read([top, other, part, below]);
    // The request may also list a descendant that is trashed by cascade anyway.
    const trashed = await ada.post<{ taskIds: string[] }>(`${path}/tasks/trash`, {
      taskIds: [part, top, other],
    });
    expect(trashed.status).toBe(200);
    for (const id of [top, other, part, below])
      expect((await ada.get(`${path}/tasks/${id}`)).status).toBe(404);
    const { items } = (await ada.get<{ items: { id: string }[] }>(`${path}/trash`)).body;
    expect(items.map(({ id }) => id).toSorted()).toEqual([top, other].toSorted());
    const back = await ada.post(`${path}/trash/restore`, { itemIds: [part, top, other] });
    expect(back.status).toBe(200);
    expect(await read([top, other, part, below])).toEqual(before);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('hides the parents of sub-tasks from readers without access', async () => {
    const hidden = await makeProject(ada, teamId, { isPrivate: true });
    const [secret = ''] = await make(1, { projectId: hidden.id });
    const parts = await make(2, { projectId: web.id, parentId: secret });
    await ada.patch(`${path}/tasks/${parts[0]}`, { priority: 'low' });
    expect((await change({ taskIds: parts, priority: 'high' }, ben)).status).toBe(200);
    const sync = await ben.get(`${path}/sync?since=0`);
    expect(JSON.stringify(sync.body)).not.toContain(secret);
    const [one] = await read(parts);
    expect(one).toMatchObject({ priority: 'high', parentId: secret });
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('nests tasks below a parent in order and detaches them', async () => {
    const [top = '', other = ''] = await make(2, { projectId: web.id });
    const [first = ''] = await make(1, { parentId: top });
    const ids = await make(3, { projectId: web.id });
    const before = await read(ids);
    const partsOf = async (id: string) =>
      (await ada.get<{ tasks: Task[] }>(`${path}/tasks?parentId=${id}`)).body.tasks
        .toSorted((a, b) => ((a.siblingPosition ?? '') < (b.siblingPosition ?? '') ? -1 : 1))
        .map((task) => task.id);
    expect((await change({ taskIds: ids, parentId: top })).body.taskIds).toEqual(ids);
    expect(await partsOf(top)).toEqual([first, ...ids]);
    const { changes } = (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${ids[1]}/history`)).body;
    expect(changes).toMatchObject([{ field: 'parentId', old: null, new: top }]);
    // Setting the same parent again is a no-op that keeps the position.
    expect((await change({ taskIds: ids, parentId: top })).body.taskIds).toEqual([]);
    const each = [{ parentId: other }, { siblingPosition: 'a0V' }, { parentId: null }];
    expect((await change({ taskIds: ids, each })).status).toBe(200);
    expect(new Set(await partsOf(top))).toEqual(new Set([first, ids[1]]));
    expect(await partsOf(other)).toEqual([ids[0]]);
    expect((await change({ taskIds: ids, parentId: null, siblingPosition: null })).status).toBe(200);
    const after = await read(ids);
    expect(after.map(({ updatedAt: _updatedAt, ...task }) => task)).toEqual(
      before.map(({ updatedAt: _updatedAt, ...task }) => task),
    );
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('rejects circular nesting, excessive depth and parents that the caller cannot change', async () => {
    const ids = await make(7, { projectId: web.id });
    const [one = '', two = '', three = ''] = ids;
    const refused = async (body: object, who = ada) => {
      const { status, body: answer } = await change(body, who);
      return [status, answer.code, answer.errors?.[0]?.path];
    };
    const parts = (...parentIds: (string | null | undefined)[]) =>
      parentIds.map((parentId) => ({ parentId }));
    expect(await refused({ taskIds: [one, two], parentId: two })).toEqual([422, 'CIRCULAR', 'parentId']);
    // Each of these parent changes would be valid on its own.
    expect(await refused({ taskIds: [one, two, three], each: parts(two, three, one) })).toEqual([
      422,
      'CIRCULAR',
      'each.0.parentId',
    ]);
    expect(await refused({ taskIds: ids.slice(1), each: parts(...ids.slice(0, -1)) })).toEqual([
      422,
      'TOO_DEEP',
      'each.0.parentId',
    ]);
    const chain = ids.slice(0, 6);
    expect((await change({ taskIds: chain.slice(1), each: parts(...chain.slice(0, -1)) })).status).toBe(200);
    expect(await refused({ taskIds: [ids[6], one], each: parts(undefined, ids[6]) })).toEqual([
      422,
      'TOO_DEEP',
      'each.1.parentId',
    ]);
    // Inverts a tree in a single request.
    const turned = chain.toReversed();
    expect((await change({ taskIds: turned, each: parts(null, ...turned.slice(0, -1)) })).status).toBe(200);
    const hidden = await makeProject(ada, teamId, { isPrivate: true });
    const [secret = ''] = await make(1, { projectId: hidden.id });
    expect(await refused({ taskIds: [two], parentId: secret }, ben)).toEqual([404, 'NOT_FOUND', 'parentId']);
    expect((await change({ taskIds: [ids[6]], parentId: secret })).status).toBe(200);
    expect(await refused({ taskIds: [two, ids[6]], parentId: null }, ben)).toEqual([
      422,
      'INVALID_STATE',
      'parentId',
    ]);
    expect(JSON.stringify((await ben.get(`${path}/sync?since=0`)).body)).not.toContain(secret);
    const shared = await makeProject(ada, teamId);
    const [looked = ''] = await make(1, { projectId: shared.id });
    for (const [project, level] of [
      [web, 'edit'],
      [shared, 'view'],
    ] as const)
      await ada.send('PUT', `${path}/projects/${project.id}/grants/${gus.user.id}`, { body: { level } });
    expect(await refused({ taskIds: [two], parentId: looked }, gus)).toEqual([403, 'FORBIDDEN', undefined]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('restores tasks only into live projects and only within the plan limit', async () => {
    const [one = '', two = ''] = await make(2, { projectId: web.id });
    await ada.post(`${path}/tasks/trash`, { taskIds: [one, two] });
    await make(9);
    await ada.post(`/dev${path}/plan`, { plan: 'free' });
    expect((await ada.post(`${path}/trash/restore`, { itemIds: [one, two] })).status).toBe(402);
    expect((await ada.post(`${path}/trash/restore`, { itemIds: [one] })).status).toBe(200);
    await ada.delete(`${path}/projects/${web.id}`);
    const orphan = await ada.post<Problem>(`${path}/trash/restore`, { itemIds: [two] });
    expect([orphan.status, orphan.body.code]).toEqual([422, 'INVALID_STATE']);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('preserves the changes of concurrent bulk edits', async () => {
    const ids = await make(20);
    const responses = await Promise.all([
      change({ taskIds: ids, priority: 'high' }),
      change({ taskIds: ids.toReversed(), estimate: 5.75 }, ben),
      change({ taskIds: ids, statusId: statusOf('Done') }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const task of await read(ids)) {
      expect(task).toMatchObject({ priority: 'high', estimate: 5.75, statusId: statusOf('Done') });
      expect(task.closedAt).not.toBe(null);
    }
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });
});
