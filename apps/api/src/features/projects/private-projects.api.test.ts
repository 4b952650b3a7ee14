import { beforeEach, expect, it } from 'vitest';
import type { GrantLevel } from '@hearth/contracts/permissions/permissions';
import type { PrivateProject, Project, ProjectGrant } from '@hearth/contracts/projects/projects';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { joinTeam, makeProTeam, makeProject, makeTask, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('private projects', (engine) => {
  const api = useSharedApp(engine);
  const [ada, bob, cleo, gus] = usePeople(api, 'ada', 'bob', 'cleo', 'gus');
  let teamId: string;
  let path: string;
  let project: Project;
  let task: Task;

  /** Creates Bob's project with a task assigned to Ada and Bob. Ada owns the team, Cleo is a member, Gus a guest. */
  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [bob, cleo], guest: [gus] });
    path = `/teams/${teamId}`;
    project = await makeProject(bob, teamId, { name: 'Plans' });
    const assigneeIds = [ada.user.id, bob.user.id];
    task = await makeTask(bob, teamId, { title: 'Secret', projectId: project.id, assigneeIds });
  });

  const at = (): string => `${path}/projects/${project.id}`;
  const grant = (by: SignedIn, to: SignedIn, level: GrantLevel) =>
    by.send('PUT', `${at()}/grants/${to.user.id}`, { body: { level } });
  const setPrivate = (by: SignedIn, isPrivate: boolean) => by.patch(at(), { isPrivate });

  /** Returns everything that a user can read, as one string. */
  async function readAll(person: SignedIn): Promise<string> {
    const responses = await Promise.all([
      person.get(`${path}/projects`),
      person.get(at()),
      person.get(`${path}/tasks`),
      person.get(`${path}/tasks?projectId=${project.id}`),
      person.get(`${path}/tasks/${task.id}`),
      person.get(`${path}/tasks/${task.key}`),
      person.get(`${path}/tasks/${task.id}/comments`),
      person.get(`${path}/trash`),
      person.get('/account/export'),
    ]);
    const { changes } = await readSync(person, teamId);
    return JSON.stringify([responses.map((response) => response.body), changes]);
  }

  it('requires a grant on all routes regardless of the role', async () => {
    expect((await setPrivate(bob, true)).status).toBe(200);
    for (const person of [ada, cleo, gus]) {
      expect(await readAll(person)).not.toMatch(/Secret|Plans/);
      expect((await person.get(at())).status).toBe(404);
      expect((await person.post(`${path}/tasks`, { title: 'x', projectId: project.id })).status).toBe(404);
    }
    expect(await readAll(bob)).toMatch(/Secret.*Plans|Plans.*Secret/);
    await grant(bob, cleo, 'view');
    expect(await readAll(cleo)).toMatch(/Secret/);
    expect((await cleo.patch(`${path}/tasks/${task.id}`, { title: 'x' })).status).toBe(403);
    await bob.delete(`${path}/tasks/${task.id}`);
    expect((await ada.get<{ items: unknown[] }>(`${path}/trash`)).body.items).toEqual([]);
    expect((await ada.post(`${path}/trash/${task.id}/restore`)).status).toBe(404);
    await bob.delete(at());
    expect((await ada.get<{ items: unknown[] }>(`${path}/trash`)).body.items).toEqual([]);
    expect((await bob.post(`${path}/trash/${project.id}/restore`)).status).toBe(200);
    expect((await ada.get(at())).status).toBe(404);
  });

  it('lets only managers change the visibility', async () => {
    expect((await setPrivate(cleo, true)).status).toBe(403);
    await grant(ada, gus, 'edit');
    expect((await setPrivate(gus, true)).status).toBe(403);
    expect((await setPrivate(ada, true)).status).toBe(200);
    expect((await bob.get(at())).status).toBe(404);
    await grant(ada, bob, 'view');
    expect((await setPrivate(bob, false)).status).toBe(403);
    expect((await setPrivate(ada, false)).status).toBe(200);
    expect((await cleo.get(at())).status).toBe(200);
  });

  it('refuses to remove or demote the last manager', async () => {
    const created = await makeProject(cleo, teamId, { name: 'Mine', isPrivate: true });
    const grants = `${path}/projects/${created.id}/grants`;
    const { body } = await cleo.get<{ grants: ProjectGrant[] }>(grants);
    expect(body.grants).toMatchObject([{ userId: cleo.user.id, level: 'manage', grantedBy: cleo.user.id }]);
    const own = `${grants}/${cleo.user.id}`;
    expect((await cleo.delete(own)).status).toBe(422);
    expect((await cleo.send('PUT', own, { body: { level: 'edit' } })).status).toBe(422);
    await cleo.send('PUT', `${grants}/${bob.user.id}`, { body: { level: 'manage' } });
    expect((await cleo.delete(own)).status).toBe(204);
    expect((await cleo.get(`${path}/projects/${created.id}`)).status).toBe(404);
  });

  it('resets open feeds when a project becomes private and again when access is granted', async () => {
    const [adas, cleos, bobs] = await Promise.all([
      openFeed(ada, teamId),
      openFeed(cleo, teamId),
      openFeed(bob, teamId),
    ]);
    await setPrivate(bob, true);
    await Promise.all(
      [adas, cleos].map((feed) => feed.waitUntil(() => feed.frames.some((one) => one.type === 'reset'))),
    );
    await bob.patch(`${path}/tasks/${task.id}`, { title: 'Secret still' });
    await bobs.waitUntil(() => JSON.stringify(bobs.frames).includes('Secret still'));
    const { _id: marker } = (await ada.patch<{ team: { _id: string } }>(path, { name: 'Marker' })).body.team;
    for (const feed of [adas, cleos]) {
      await feed.waitUntil(() => feed.changes.some((one) => one.id === marker));
      expect(JSON.stringify(feed.frames)).not.toContain('Secret');
    }
    await grant(bob, cleo, 'view');
    await cleos.waitUntil(() => cleos.frames.filter((one) => one.type === 'reset').length === 2);
    await bob.patch(`${path}/tasks/${task.id}`, { title: 'Secret now' });
    await cleos.waitUntil(() => JSON.stringify(cleos.frames).includes('Secret now'));
    expect(JSON.stringify(adas.frames)).not.toContain('Secret');
    for (const feed of [adas, cleos, bobs]) feed.close();
  });

  it('publishes nothing about a new private project to other members’ feeds', async () => {
    const feeds = await Promise.all([ada, gus].map((one) => openFeed(one, teamId)));
    const created = await makeProject(bob, teamId, { name: 'Hush', isPrivate: true });
    await makeTask(bob, teamId, { title: 'Hush hush', projectId: created.id });
    const { _id: marker } = (await ada.patch<{ team: { _id: string } }>(path, { name: 'Marker' })).body.team;
    for (const feed of feeds) {
      await feed.waitUntil(() => feed.changes.some((one) => one.id === marker));
      expect(JSON.stringify(feed.frames)).not.toContain('Hush');
      expect(feed.frames.some((one) => one.type === 'reset')).toBe(false);
      feed.close();
    }
  });

  it('grants an owner access only through an audited command', async () => {
    await setPrivate(bob, true);
    const known = await ada.get<{ projects: PrivateProject[] }>(`${path}/private-projects`);
    expect(known.body.projects).toEqual([{ id: project.id, name: 'Plans', managerIds: [bob.user.id] }]);
    expect((await cleo.get(`${path}/private-projects`)).status).toBe(403);
    expect((await cleo.post(`${at()}/grants/me`)).status).toBe(403);
    expect((await ada.get(`${path}/tasks/${task.id}`)).status).toBe(404);
    const response = await ada.post<{ grant: ProjectGrant }>(`${at()}/grants/me`);
    expect(response).toMatchObject({
      status: 200,
      body: { grant: { userId: ada.user.id, level: 'manage' } },
    });
    expect((await ada.get(`${path}/tasks/${task.id}`)).status).toBe(200);
    const grants = (await bob.get<{ grants: ProjectGrant[] }>(`${at()}/grants`)).body.grants;
    expect(grants.find((one) => one.userId === ada.user.id)?.grantedBy).toBe(ada.user.id);
    const { acts, lines } = await asOwner(api.app.db, async (tx) => ({
      acts: await tx
        .selectFrom('audit_entries')
        .select('actor')
        .where('team_id', '=', teamId)
        .where('act', '=', 'project.grantedMyself')
        .execute(),
      lines: await tx
        .selectFrom('history')
        .select(['actor', 'new_value'])
        .where('team_id', '=', teamId)
        .where('entity_id', '=', project.id)
        .where('field', '=', 'grant')
        .orderBy('seq', 'desc')
        .execute(),
    }));
    expect(acts).toEqual([{ actor: ada.user.id }]);
    expect(lines[0]).toEqual({ actor: ada.user.id, new_value: { userId: ada.user.id, level: 'manage' } });
  });

  it('unassigns members who lose access', async () => {
    const others = await makeTask(ada, teamId, { assigneeIds: [ada.user.id, cleo.user.id] });
    await setPrivate(bob, true);
    expect((await bob.get<{ task: Task }>(`${path}/tasks/${task.id}`)).body.task.assigneeIds).toEqual([
      bob.user.id,
    ]);
    expect(await readHistory(task.id)).toEqual([
      { old_value: [ada.user.id, bob.user.id].sort(), new_value: [bob.user.id] },
    ]);
    await ada.delete(`${path}/members/${cleo.user.id}`);
    const after = (await ada.get<{ task: Task }>(`${path}/tasks/${others.id}`)).body.task;
    expect(after.assigneeIds).toEqual([ada.user.id]);
    expect(await readHistory(others.id)).toHaveLength(1);
    await joinTeam(ada, teamId, cleo);
    await ada.patch(`${path}/tasks/${others.id}`, { assigneeIds: [cleo.user.id] });
    await ada.patch(`${path}/members/${cleo.user.id}`, { teamRole: 'guest' });
    expect((await ada.get<{ task: Task }>(`${path}/tasks/${others.id}`)).body.task.assigneeIds).toEqual([]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('frees a guest’s seat while the project is in the trash', async () => {
    const countSeats = async (): Promise<number> => {
      const { body } = await ada.get<{ subscription: { usage: { collaborators: number } } }>(
        `/subscriptions/team?teamId=${teamId}`,
      );
      return body.subscription.usage.collaborators;
    };
    await grant(ada, gus, 'edit');
    expect(await countSeats()).toBe(4);
    await bob.delete(at());
    expect(await countSeats()).toBe(3);
    await bob.post(`${path}/trash/${project.id}/restore`);
    expect(await countSeats()).toBe(4);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('includes only a user’s own grants in the snapshot', async () => {
    await grant(ada, gus, 'comment');
    const own = (await readSync(gus, teamId)).changes.filter((one) => one.entity === 'grant');
    expect(own).toMatchObject([{ id: project.id, op: 'put', data: { id: project.id, level: 'comment' } }]);
    expect((await readSync(cleo, teamId)).changes.some((one) => one.entity === 'grant')).toBe(false);
  });

  async function readHistory(taskId: string): Promise<unknown[]> {
    return await asOwner(api.app.db, (tx) =>
      tx
        .selectFrom('history')
        .select(['old_value', 'new_value'])
        .where('team_id', '=', teamId)
        .where('entity_id', '=', taskId)
        .where('field', '=', 'assigneeIds')
        .execute(),
    );
  }
});
