import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { joinTeam, makeTask, makeTeam, signIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('statuses', (engine) => {
  const api = useSharedApp(engine);
  const [ada] = usePeople(api, 'ada');
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada))._id;
    path = `/teams/${teamId}/statuses`;
  });

  const list = async (): Promise<Status[]> => (await ada.get<{ statuses: Status[] }>(path)).body.statuses;
  const idOf = async (name: string): Promise<string> =>
    (await list()).find((one) => one.name === name)?.id ?? '';

  it('starts with six default statuses and lets owners, but not members, add more', async () => {
    const names = ['Backlog', 'To do', 'In progress', 'In review', 'Done', 'Cancelled'];
    expect((await list()).map((one) => one.name)).toEqual(names);
    const { body } = await ada.post<{ status: Status }>(path, { name: 'Blocked', category: 'started' });
    expect(body.status).toMatchObject({ name: 'Blocked', category: 'started', color: 'gray' });
    expect((await list()).map((one) => one.name)).toEqual([...names, 'Blocked']);
    const member = await signIn(api, 'ben@example.com');
    await joinTeam(ada, teamId, member, 'member');
    expect((await member.post(path, { name: 'Mine', category: 'started' })).status).toBe(403);
  });

  it('allows at most forty statuses', async () => {
    for (let n = 6; n < 40; n += 1) await ada.post(path, { name: `Number ${n}`, category: 'started' });
    expect(await ada.post(path, { name: 'One too many', category: 'started' })).toMatchObject({
      status: 422,
      body: { code: 'INVALID_STATE' },
    });
  });

  it('closes or reopens tasks when the category of their status changes', async () => {
    const statusId = await idOf('In review');
    const task = await makeTask(ada, teamId, { statusId });
    expect((await ada.patch(`${path}/${statusId}`, { category: 'completed' })).status).toBe(200);
    const read = async (): Promise<Task> =>
      (await ada.get<{ task: Task }>(`/teams/${teamId}/tasks/${task.id}`)).body.task;
    expect((await read()).closedAt).not.toBe(null);
    await ada.delete(`/teams/${teamId}/tasks/${task.id}`);
    await ada.patch(`${path}/${statusId}`, { category: 'started' });
    await ada.post(`/teams/${teamId}/trash/${task.id}/restore`);
    expect((await read()).closedAt).toBe(null);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('refuses to delete a status that is required or used, even by trashed tasks', async () => {
    const statusId = await idOf('Backlog');
    const task = await makeTask(ada, teamId, { statusId });
    const refused = { status: 422, body: { code: 'INVALID_STATE' } };
    expect(await ada.delete(`${path}/${statusId}`)).toMatchObject(refused);
    await ada.delete(`/teams/${teamId}/tasks/${task.id}`);
    expect(await ada.delete(`${path}/${statusId}`)).toMatchObject(refused);
    expect((await ada.delete(`${path}/${await idOf('Cancelled')}`)).status).toBe(204);
    expect(await ada.delete(`${path}/${await idOf('To do')}`)).toMatchObject(refused);
    expect(await ada.patch(`${path}/${await idOf('Done')}`, { category: 'started' })).toMatchObject(refused);
    expect((await ada.delete(`${path}/${randomUUID()}`)).status).toBe(404);
    expect((await list()).map((one) => one.name)).not.toContain('Cancelled');
  });
});
