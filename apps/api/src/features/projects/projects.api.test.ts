import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Project, ProjectGrant } from '@hearth/contracts/projects/projects';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { joinTeam, makeProTeam, makeProject, makeTask } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('projects', (engine) => {
  const api = useSharedApp(engine);
  const [ada, gus] = usePeople(api, 'ada', 'gus');
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    teamId = await makeProTeam(ada);
    path = `/teams/${teamId}`;
  });

  it('derives a free key from the project name', async () => {
    const keys = [];
    for (const name of ['Website', 'Webshop', 'Mobile app', '42', 'Ö']) {
      keys.push((await makeProject(ada, teamId, { name })).key);
    }
    expect(keys).toEqual(['WEB', 'WEB2', 'MA', 'PROJ', 'PROJ2']);
  });

  it('rejects the key of the team or of another project, even a trashed one', async () => {
    const project = await makeProject(ada, teamId, { key: 'web' });
    expect(project.key).toBe('WEB');
    const response = await ada.post<Problem>(`${path}/projects`, { name: 'Other', key: 'WEB' });
    expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT', errors: [{ path: 'key' }] } });
    const team = (await ada.get<{ teams: { _id: string; key: string }[] }>('/teams')).body.teams;
    const teamKey = team.find((one) => one._id === teamId)?.key;
    expect((await ada.post(`${path}/projects`, { name: 'Other', key: teamKey })).status).toBe(409);
    await ada.delete(`${path}/projects/${project.id}`);
    expect((await ada.post(`${path}/projects`, { name: 'Other', key: 'WEB' })).status).toBe(409);
  });

  it('assigns unique keys under concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => ada.post(`${path}/projects`, { name: 'Race', key: 'RACE' })),
    );
    expect(responses.filter((one) => one.status === 201).length).toBe(1);
    expect(responses.filter((one) => one.status === 409).length).toBe(5);
  });

  it('rekeys tasks with their project and still resolves old keys', async () => {
    const project = await makeProject(ada, teamId, { key: 'OLD' });
    const task = await makeTask(ada, teamId, { projectId: project.id });
    expect(task.key).toBe('OLD-1');
    expect((await ada.patch(`${path}/projects/${project.id}`, { key: 'NEW' })).status).toBe(200);
    for (const name of ['OLD-1', 'new-1', task.id]) {
      const { body } = await ada.get<{ task: Task }>(`${path}/tasks/${name}`);
      expect(body.task).toMatchObject({ id: task.id, key: 'NEW-1' });
    }
    expect((await ada.get(`${path}/tasks/NONE-1`)).status).toBe(404);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('lists projects page by page in order', async () => {
    for (const name of ['One', 'Two', 'Three']) await makeProject(ada, teamId, { name });
    const names: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const suffix: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await ada.get<{ projects: Project[]; nextCursor: string | null }>(
        `${path}/projects?limit=2${suffix}`,
      );
      names.push(...body.projects.map((one) => one.name));
      cursor = body.nextCursor;
    }
    expect(names).toEqual(['One', 'Two', 'Three']);
    for (const bad of ['x', Buffer.from('["a0","no uuid"]').toString('base64url')]) {
      expect((await ada.get(`${path}/projects?cursor=${bad}`)).status).toBe(400);
    }
  });

  it('updates single fields and rejects an invalid order key', async () => {
    const { id } = await makeProject(ada, teamId, { description: 'As it was' });
    const { body } = await ada.patch<{ project: Project }>(`${path}/projects/${id}`, { name: 'Renamed' });
    expect(body.project).toMatchObject({ name: 'Renamed', description: 'As it was' });
    expect((await ada.patch(`${path}/projects/${id}`, { position: 'zz' })).status).toBe(400);
    expect((await ada.patch(`${path}/projects/${randomUUID()}`, { name: 'x' })).status).toBe(404);
    expect((await ada.get(`${path}/projects/nonsense`)).status).toBe(404);
  });

  it('grants a guest access and takes a seat only for edit access', async () => {
    await joinTeam(ada, teamId, gus, 'guest');
    const [open, shut] = [
      await makeProject(ada, teamId, { name: 'Open' }),
      await makeProject(ada, teamId, { name: 'Shut' }),
    ];
    expect((await gus.get(`${path}/projects/${open.id}`)).status).toBe(404);
    const grants = `${path}/projects/${open.id}/grants`;
    const given = await ada.send<{ grant: ProjectGrant }>('PUT', `${grants}/${gus.user.id}`, {
      body: { level: 'view' },
    });
    expect(given).toMatchObject({ status: 200, body: { grant: { userId: gus.user.id, level: 'view' } } });
    expect(await countSeats()).toBe(1);
    const seen = await gus.get<{ projects: Project[] }>(`${path}/projects`);
    expect(seen.body.projects.map((one) => one.id)).toEqual([open.id]);
    expect((await gus.get(`${path}/projects/${shut.id}`)).status).toBe(404);
    expect((await gus.post(`${path}/tasks`, { title: 'Mine', projectId: open.id })).status).toBe(403);
    expect((await gus.post(`${path}/tasks`, { title: 'Mine', projectId: shut.id })).status).toBe(404);

    await ada.send('PUT', `${grants}/${gus.user.id}`, { body: { level: 'edit' } });
    expect(await countSeats()).toBe(2);
    expect((await gus.post(`${path}/tasks`, { title: 'Mine', projectId: open.id })).status).toBe(201);
    const listed = (await gus.get<{ grants: ProjectGrant[] }>(grants)).body.grants;
    expect(listed).toMatchObject([{ userId: gus.user.id, level: 'edit', grantedBy: ada.user.id }]);
    expect((await ada.delete(`${grants}/${gus.user.id}`)).status).toBe(204);
    expect((await gus.get(`${path}/projects/${open.id}`)).status).toBe(404);
    expect(await countSeats()).toBe(1);
    expect((await ada.send('PUT', `${grants}/${randomUUID()}`, { body: { level: 'view' } })).status).toBe(
      404,
    );
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  async function countSeats(): Promise<number> {
    const { body } = await ada.get<{ subscription: { usage: { collaborators: number } } }>(
      `/subscriptions/team/?teamId=${teamId}`,
    );
    return body.subscription.usage.collaborators;
  }
});
