import { beforeAll, expect, it } from 'vitest';
import type { ReachedProject } from '@hearth/contracts/members/members';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, signIn, type Client, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('member access list', (engine) => {
  const api = useSharedApp(engine);
  const [ada, bob, guest] = usePeople(api, 'ada', 'bob', 'guest');
  let teamId: string;
  let first: string;
  let second: string;

  beforeAll(async () => {
    teamId = await makeProTeam(ada, { member: [bob], guest: [guest] });
    first = (await makeProject(ada, teamId, { name: 'First' })).id;
    second = (await makeProject(ada, teamId, { name: 'Second' })).id;
    await grant(guest, second, 'comment');
    await grant(bob, first, 'manage');
    await grant(bob, second, 'view');
  });

  const grant = (person: SignedIn, projectId: string, level: string) =>
    ada.send('PUT', `/teams/${teamId}/projects/${projectId}/grants/${person.user.id}`, { body: { level } });
  const readReach = (by: Client, member: SignedIn, query = '') =>
    by.get<{ reach: ReachedProject[]; nextCursor: string | null }>(
      `/teams/${teamId}/members/${member.user.id}/reach${query}`,
    );
  const reachOf = async (by: Client, member: SignedIn) =>
    (await readReach(by, member)).body.reach.map((one) => `${one.name} ${one.level} by ${one.via}`);

  it('lists each project with access level and source', async () => {
    expect(await reachOf(ada, ada)).toEqual(['First manage by role', 'Second manage by role']);
    expect(await reachOf(ada, bob)).toEqual(['First manage by grant', 'Second edit by role']);
    expect(await reachOf(ada, guest)).toEqual(['Second comment by grant']);
    expect(await reachOf(guest, guest)).toEqual(['Second comment by grant']);
  });

  it('paginates the list and denies it to other members and non-members', async () => {
    expect((await readReach(bob, guest)).status).toBe(403);
    expect((await readReach(guest, ada)).status).toBe(403);
    expect((await readReach(await signIn(api, 'stranger@example.com'), ada)).status).toBe(404);
    const page = await readReach(ada, bob, '?limit=1');
    expect(page.body.reach.map((one) => one.projectId)).toEqual([first]);
    const rest = await readReach(ada, bob, `?limit=1&cursor=${page.body.nextCursor}`);
    expect(rest.body).toMatchObject({ reach: [{ projectId: second }], nextCursor: null });
  });

  it('hides private projects that the reader cannot access', async () => {
    const hidden = await makeProject(bob, teamId, { name: 'Hidden', isPrivate: true });
    expect(await reachOf(bob, bob)).toContain('Hidden manage by grant');
    // An owner can see Bob's other projects, but not this one.
    expect(await reachOf(ada, bob)).toEqual(['First manage by grant', 'Second edit by role']);
    const granted = await bob.send('PUT', `/teams/${teamId}/projects/${hidden.id}/grants/${ada.user.id}`, {
      body: { level: 'view' },
    });
    expect(granted.status).toBe(200);
    expect(await reachOf(ada, bob)).toContain('Hidden manage by grant');
    expect(await reachOf(ada, ada)).toContain('Hidden view by grant');
    expect((await reachOf(ada, guest)).join()).not.toContain('Hidden');
  });

  it('excludes trashed projects', async () => {
    await ada.delete(`/teams/${teamId}/projects/${second}`);
    expect(await reachOf(ada, guest)).toEqual([]);
  });
});
