import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { Project } from '@hearth/contracts/projects/projects';
import type { SavedView } from '@hearth/contracts/views/saved-views';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { joinTeam, makeProject, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

type Reply = { view: SavedView } & Problem;

describeOneEngine('saved views', (engine) => {
  const api = useSharedApp(engine);
  const [ada, bob, gus] = usePeople(api, 'ada', 'bob', 'gus');
  let teamId: string;
  let project: Project;

  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    await joinTeam(ada, teamId, bob, 'member');
    await joinTeam(ada, teamId, gus, 'guest');
    project = await makeProject(ada, teamId);
  });

  const TEXT = 'view=table&filter=assignee%3Ame&sort=-due';
  const make = (by: SignedIn, fields: object = {}) =>
    by.post<Reply>(`/teams/${teamId}/views`, { name: 'Mine', text: TEXT, ...fields });
  const change = (by: SignedIn, id: string, fields: object) =>
    by.patch<Reply>(`/teams/${teamId}/views/${id}`, fields);
  const remove = (by: SignedIn, id: string) => by.delete<Problem>(`/teams/${teamId}/views/${id}`);
  const list = async (by: SignedIn) =>
    (await by.get<{ views: SavedView[] }>(`/teams/${teamId}/views`)).body.views.map(({ name }) => name);
  const seen = async (by: SignedIn) => {
    const { changes } = await readSync(by, teamId);
    return changes.flatMap((one) => (one.entity === 'view' && one.op === 'put' ? [one.data.name] : []));
  };

  it('creates, updates, deletes and publishes views', async () => {
    const created = await make(ada, { color: 'sky' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        view: { name: 'Mine', text: TEXT, color: 'sky', projectId: null, isPrivate: false, isLocked: false },
      },
    });
    const { id } = created.body.view;
    expect(await list(bob)).toEqual(['Mine']);
    expect(await seen(bob)).toEqual(['Mine']);
    const renamed = await change(bob, id, { name: 'Ours', text: 'view=board' });
    expect(renamed.body.view).toMatchObject({ name: 'Ours', text: 'view=board' });
    expect(await seen(ada)).toEqual(['Ours']);
    expect((await remove(ada, id)).status).toBe(204);
    expect(await list(ada)).toEqual([]);
    expect(await seen(bob)).toEqual([]);
    expect((await change(ada, id, { name: 'Gone' })).status).toBe(404);
  });

  it('rejects invalid view settings with a field error', async () => {
    for (const text of [
      'view=cube',
      'filter=colour%3Ared',
      'sort=size',
      'columns=smell',
      'task=1',
      'view=list&view=board',
      `filter=${'x'.repeat(7000)}`,
    ]) {
      expect(await make(ada, { text })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_REQUEST', errors: [{ path: 'text' }] },
      });
    }
    expect((await make(ada, { text: '' })).status).toBe(201);
    expect((await make(ada, { name: ' ' })).status).toBe(400);
  });

  it('shows private views only to their author, even if they were shared before', async () => {
    const { view } = (await make(bob, { name: 'Secret', isPrivate: true })).body;
    expect(await list(bob)).toEqual(['Secret']);
    expect(await seen(bob)).toEqual(['Secret']);
    for (const other of [ada, gus]) {
      expect(await list(other)).toEqual([]);
      expect(await seen(other)).toEqual([]);
    }
    expect((await change(ada, view.id, { name: 'Known' })).status).toBe(404);
    expect((await remove(ada, view.id)).status).toBe(404);
    expect((await change(bob, view.id, { isPrivate: false })).status).toBe(200);
    expect(await seen(ada)).toEqual(['Secret']);
    // An admin may manage the view, but not make it private.
    expect((await change(ada, view.id, { isPrivate: true })).status).toBe(403);
    expect((await change(bob, view.id, { isPrivate: true })).status).toBe(200);
    expect(await seen(ada)).toEqual([]);
  });

  it('lets only the author and managers change a locked view', async () => {
    const cat = await signIn(api, 'cat@example.com');
    await joinTeam(ada, teamId, cat, 'member');
    const { view } = (await make(bob, { isLocked: true })).body;
    expect((await change(cat, view.id, { name: 'Not mine' })).status).toBe(403);
    expect((await change(cat, view.id, { isLocked: false })).status).toBe(403);
    expect((await remove(cat, view.id)).status).toBe(403);
    expect((await change(bob, view.id, { name: 'Still mine' })).status).toBe(200);
    expect((await change(ada, view.id, { isLocked: false })).status).toBe(200);
    expect((await change(cat, view.id, { name: 'Ours' })).status).toBe(200);
    expect((await remove(cat, view.id)).status).toBe(403);
  });

  it('shows project views only to users who can see the project', async () => {
    await make(ada, { projectId: project.id, name: 'Of the project' });
    await make(ada, { name: 'Of the team' });
    expect(await list(bob)).toEqual(['Of the project', 'Of the team']);
    // Views of the whole team are hidden from guests.
    expect(await list(gus)).toEqual([]);
    expect(await seen(gus)).toEqual([]);
    const grants = `/teams/${teamId}/projects/${project.id}/grants/${gus.user.id}`;
    await ada.send('PUT', grants, { body: { level: 'edit' } });
    expect(await list(gus)).toEqual(['Of the project']);
    expect(await seen(gus)).toEqual(['Of the project']);
    expect((await make(gus, { projectId: project.id })).status).toBe(403);
    expect((await make(gus, { projectId: project.id, isPrivate: true, name: 'Of Gus' })).status).toBe(201);
    expect(await seen(gus)).toEqual(['Of the project', 'Of Gus']);
    await ada.patch(`/teams/${teamId}/projects/${project.id}`, { isPrivate: true });
    expect(await list(bob)).toEqual(['Of the team']);
    expect(await seen(bob)).toEqual(['Of the team']);
    expect(await make(bob, { projectId: project.id })).toMatchObject({
      status: 404,
      body: { errors: [{ path: 'projectId' }] },
    });
  });

  it('lets guests keep a limited number of private views of projects that they can access', async () => {
    const own = { projectId: project.id, isPrivate: true };
    expect((await make(gus, own)).status).toBe(404);
    const grants = `/teams/${teamId}/projects/${project.id}/grants/${gus.user.id}`;
    await ada.send('PUT', grants, { body: { level: 'view' } });
    // A guest cannot create views of the whole team because they can see only some projects.
    expect((await make(gus, { isPrivate: true })).status).toBe(404);
    const { view } = (await make(gus, own)).body;
    expect(await list(bob)).toEqual([]);
    expect(await seen(ada)).toEqual([]);
    expect((await change(gus, view.id, { name: 'My own', text: 'view=list' })).status).toBe(200);
    // A grant to manage the project does not permit a guest to share views.
    await ada.send('PUT', grants, { body: { level: 'manage' } });
    expect((await change(gus, view.id, { isPrivate: false })).status).toBe(403);
    expect((await change(bob, view.id, { name: 'Not mine' })).status).toBe(404);
    await ada.delete(grants);
    expect(await list(gus)).toEqual([]);
    expect(await seen(gus)).toEqual([]);
    expect((await change(gus, view.id, { name: 'Gone' })).status).toBe(404);
    await ada.send('PUT', grants, { body: { level: 'view' } });
    expect(await seen(gus)).toEqual(['My own']);
    expect((await remove(gus, view.id)).status).toBe(204);
    const created = [];
    for (let at = 0; at <= LIMITS.viewsPerGuest; at += 1) created.push((await make(gus, own)).status);
    expect(created).toEqual([...Array.from({ length: LIMITS.viewsPerGuest }, () => 201), 422]);
  });

  it('trashes and restores views with their project', async () => {
    const { view } = (await make(ada, { projectId: project.id })).body;
    await ada.delete(`/teams/${teamId}/projects/${project.id}`);
    expect(await list(ada)).toEqual([]);
    expect(await seen(bob)).toEqual([]);
    expect((await change(ada, view.id, { name: 'Buried' })).status).toBe(404);
    await ada.post(`/teams/${teamId}/trash/${project.id}/restore`);
    expect(await seen(bob)).toEqual(['Mine']);
  });

  it('lists views page by page', async () => {
    for (const name of ['a', 'b', 'c']) await make(ada, { name });
    const first = await ada.get<{ views: SavedView[]; nextCursor: string }>(`/teams/${teamId}/views?limit=2`);
    expect(first.body.views).toHaveLength(2);
    const next = await ada.get<{ views: SavedView[]; nextCursor: null }>(
      `/teams/${teamId}/views?limit=2&cursor=${first.body.nextCursor}`,
    );
    expect(next.body).toMatchObject({ views: [{ name: 'c' }], nextCursor: null });
    expect((await ada.get(`/teams/${teamId}/views?cursor=x`)).status).toBe(400);
  });
});
