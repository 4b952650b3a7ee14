import { expect, it } from 'vitest';
import type { PrivateProject, Project } from '@hearth/contracts/projects/projects';
import { purgeAccounts } from '#features/auth/index.ts';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProTeam, makeProject, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

const ROUNDS = 6;
const DAY_S = 86_400;

describeOneEngine('departure of the last manager of a private project', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let people = 0;

  interface World {
    teamId: string;
    ada: SignedIn;
    admin: SignedIn;
    bob: SignedIn;
    cleo: SignedIn;
    project: Project;
  }
  /** Creates a team owned by Ada, with Bob, a member who has a private project, and Cleo, another member. */
  async function makeWorld(): Promise<World> {
    people += 1;
    const [ada, admin, bob, cleo] = (await Promise.all(
      ['ada', 'admin', 'bob', 'cleo'].map((name) => signIn(api, `${name}${people}@example.com`)),
    )) as [SignedIn, SignedIn, SignedIn, SignedIn];
    const teamId = await makeProTeam(ada, { admin: [admin], member: [bob, cleo] });
    const project = await makeProject(bob, teamId, { name: 'Secret', isPrivate: true });
    return { teamId, ada, admin, bob, cleo, project };
  }
  const grant = ({ teamId, project, bob }: World, to: SignedIn, level: string, by = bob) =>
    by.send('PUT', `/teams/${teamId}/projects/${project.id}/grants/${to.user.id}`, { body: { level } });
  const remove = ({ teamId }: World, who: SignedIn, by: SignedIn) =>
    by.delete(`/teams/${teamId}/members/${who.user.id}`);
  const listManagers = async ({ teamId, ada, project }: World): Promise<string[] | undefined> => {
    const { body } = await ada.get<{ projects: PrivateProject[] }>(`/teams/${teamId}/private-projects`);
    return body.projects.find(({ id }) => id === project.id)?.managerIds;
  };
  const listPassed = ({ teamId }: World) =>
    asOwner(api.app.db, (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['actor', 'object_id', 'object_name', 'details'])
        .where('team_id', '=', teamId)
        .where('act', '=', 'project.managementPassedOn')
        .execute(),
    );

  it('promotes the member with the highest grant', async () => {
    const world = await makeWorld();
    const { teamId, ada, admin, bob, cleo, project } = world;
    await grant(world, admin, 'view');
    await grant(world, cleo, 'edit');
    expect((await remove(world, bob, ada)).status).toBe(204);
    expect(await listManagers(world)).toEqual([cleo.user.id]);
    expect(await listPassed(world)).toEqual([
      {
        actor: ada.user.id,
        object_id: project.id,
        // The name is omitted because not all readers of the log may see it.
        object_name: null,
        details: { userId: cleo.user.id, from: bob.user.id, level: 'manage', before: 'edit' },
      },
    ]);
    // The user who removed the manager gains no access.
    expect((await ada.get(`/teams/${teamId}/projects/${project.id}`)).status).toBe(404);
    const renamed = await cleo.patch(`/teams/${teamId}/projects/${project.id}`, { isPrivate: false });
    expect(renamed.status).toBe(200);
  });

  it('promotes the member who removed the manager, or an owner when the manager leaves', async () => {
    const removed = await makeWorld();
    expect((await remove(removed, removed.bob, removed.admin)).status).toBe(204);
    expect(await listManagers(removed)).toEqual([removed.admin.user.id]);
    expect((await removed.admin.get(`/teams/${removed.teamId}/projects/${removed.project.id}`)).status).toBe(
      200,
    );

    const world = await makeWorld();
    expect((await remove(world, world.bob, world.bob)).status).toBe(204);
    expect(await listManagers(world)).toEqual([world.ada.user.id]);
    expect(await listPassed(world)).toMatchObject([
      { actor: world.bob.user.id, details: { userId: world.ada.user.id } },
    ]);
  });

  it('promotes no one if there is another manager and never promotes a guest', async () => {
    const managed = await makeWorld();
    await grant(managed, managed.cleo, 'manage');
    await remove(managed, managed.bob, managed.ada);
    expect(await listManagers(managed)).toEqual([managed.cleo.user.id]);
    expect(await listPassed(managed)).toEqual([]);

    const withGuest = await makeWorld();
    const guest = await signIn(api, `guest${people}@example.com`);
    await joinTeam(withGuest.ada, withGuest.teamId, guest, 'guest');
    await grant(withGuest, guest, 'edit');
    await remove(withGuest, withGuest.bob, withGuest.ada);
    expect(await listManagers(withGuest)).toEqual([withGuest.ada.user.id]);
  });

  it('promotes a new manager in a trashed project', async () => {
    const world = await makeWorld();
    const path = `/teams/${world.teamId}`;
    expect((await world.bob.delete(`${path}/projects/${world.project.id}`)).status).toBe(204);
    await remove(world, world.bob, world.ada);
    expect((await world.ada.post(`${path}/trash/${world.project.id}/restore`)).status).toBe(200);
    expect(await listManagers(world)).toEqual([world.ada.user.id]);
  });

  it('promotes a new manager when the manager’s account is deleted', async () => {
    const world = await makeWorld();
    expect((await world.bob.delete('/account')).status).toBeLessThan(300);
    clock.advance(15 * DAY_S);
    expect(await purgeAccounts(api.app)).toBe(1);
    world.ada = await signIn(api, world.ada.user.email);
    expect(await listManagers(world)).toEqual([world.ada.user.id]);
  });

  it('keeps a manager under concurrent removals and revocations', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const world = await makeWorld();
      const { teamId, ada, admin, bob, cleo, project } = world;
      await grant(world, cleo, round % 2 === 0 ? 'manage' : 'edit');
      const path = `/teams/${teamId}/projects/${project.id}`;
      const responses = await Promise.all([
        remove(world, bob, ada),
        remove(world, cleo, admin),
        bob.delete(`${path}/grants/${cleo.user.id}`),
        grant(world, admin, 'manage'),
        grant(world, cleo, 'manage'),
        cleo.delete(`${path}/grants/${bob.user.id}`),
      ]);
      expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      const managers = await asOwner(api.app.db, (tx) =>
        tx
          .selectFrom('project_grants as g')
          .innerJoin('memberships as m', (join) =>
            join.onRef('m.team_id', '=', 'g.team_id').onRef('m.user_id', '=', 'g.user_id'),
          )
          .select(['g.user_id', 'm.removed_at'])
          .where('g.project_id', '=', project.id)
          .where('g.level', '=', 'manage')
          .execute(),
      );
      expect(managers.length).toBeGreaterThan(0);
      expect(managers.filter((one) => one.removed_at !== null)).toEqual([]);
    }
  });
});
