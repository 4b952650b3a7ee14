import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Project } from '@hearth/contracts/projects/projects';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { joinTeam, makeProject, makeTeam, signIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('project lead, dates and health', (engine) => {
  const api = useSharedApp(engine);
  const [ada, bob, gus] = usePeople(api, 'ada', 'bob', 'gus');
  let teamId: string;
  let path: string;
  let project: Project;

  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    await joinTeam(ada, teamId, bob, 'member');
    await joinTeam(ada, teamId, gus, 'guest');
    project = await makeProject(ada, teamId);
    path = `/teams/${teamId}/projects/${project.id}`;
  });

  async function change(fields: object) {
    return await ada.patch<{ project: Project } & Problem>(path, fields);
  }

  async function read(): Promise<Project> {
    return (await ada.get<{ project: Project }>(path)).body.project;
  }

  it('sets, reads, publishes and clears the fields', async () => {
    const plan = { leadId: bob.user.id, startDate: '2026-11-02', targetDate: '2026-12-24', health: 'atRisk' };
    expect((await change(plan)).body.project).toMatchObject(plan);
    expect(await read()).toMatchObject(plan);
    const { changes } = await readSync(bob, teamId);
    expect(changes.find(({ id }) => id === project.id)?.data).toMatchObject(plan);
    const none = { leadId: null, startDate: null, targetDate: null, health: null };
    expect((await change(none)).body.project).toMatchObject(none);
  });

  it('sets the fields on creation', async () => {
    const id = api.app.ids.uuid();
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    const plan = {
      leadId: ada.user.id,
      startDate: '2026-11-02',
      targetDate: '2026-11-02',
      health: 'onTrack',
    };
    const created = await ada.post<{ project: Project }>(`/teams/${teamId}/projects`, {
      id,
      name: 'Launch',
      ...plan,
    });
    expect(created).toMatchObject({ status: 201, body: { project: { id, ...plan } } });
  });

  it('rejects a target date before the start date and an unknown health', async () => {
    await change({ startDate: '2026-11-10' });
    const wrong = { status: 400, body: { errors: [{ path: 'targetDate' }] } };
    expect(await change({ targetDate: '2026-11-09' })).toMatchObject(wrong);
    await change({ targetDate: '2026-11-10' });
    expect(await change({ startDate: '2026-11-11' })).toMatchObject(wrong);
    expect(await change({ health: 'fine' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'health' }] },
    });
    expect(await change({ targetDate: '2026-02-30' })).toMatchObject({ status: 400 });
  });

  it('rejects a lead who cannot see the project', async () => {
    const stranger = await signIn(api, 'stranger@example.com');
    for (const leadId of [gus.user.id, stranger.user.id, api.app.ids.uuid()]) {
      expect(await change({ leadId })).toMatchObject({ status: 404, body: { errors: [{ path: 'leadId' }] } });
    }
    expect((await read()).leadId).toBeNull();
    await ada.send('PUT', `${path}/grants/${gus.user.id}`, { body: { level: 'view' } });
    expect((await change({ leadId: gus.user.id })).status).toBe(200);
  });

  it('rejects a lead without access on creation', async () => {
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    const make = (fields: object) =>
      ada.post<{ project: Project } & Problem>(`/teams/${teamId}/projects`, { name: 'Launch', ...fields });
    for (const leadId of [gus.user.id, api.app.ids.uuid()]) {
      expect(await make({ leadId })).toMatchObject({ status: 404, body: { errors: [{ path: 'leadId' }] } });
    }
    expect((await make({ leadId: bob.user.id, isPrivate: true })).status).toBe(404);
    expect((await make({ leadId: bob.user.id })).status).toBe(201);
    expect((await make({ leadId: ada.user.id, isPrivate: true })).body.project.leadId).toBe(ada.user.id);
  });

  it('clears the lead when the lead loses access', async () => {
    await change({ leadId: bob.user.id });
    const closed = await change({ isPrivate: true });
    expect(closed.body.project).toMatchObject({ isPrivate: true, leadId: null });
    expect((await read()).leadId).toBeNull();
    await ada.send('PUT', `${path}/grants/${bob.user.id}`, { body: { level: 'edit' } });
    await change({ leadId: bob.user.id });
    await ada.delete(`${path}/grants/${bob.user.id}`);
    expect((await read()).leadId).toBeNull();
    await change({ isPrivate: false, leadId: bob.user.id });
    await ada.delete(path);
    await ada.delete(`/teams/${teamId}/members/${bob.user.id}`);
    await ada.post(`/teams/${teamId}/trash/${project.id}/restore`);
    expect((await read()).leadId).toBeNull();
  });
});
