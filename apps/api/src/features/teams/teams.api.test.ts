import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Team } from '@hearth/contracts/teams/teams';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

type Teams = { teams: Team[]; nextCursor: string | null };

describeOneEngine('teams', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [bob] = usePeople(api, 'bob');
  let ada: SignedIn;

  beforeAll(async () => {
    ada = await signIn(api, 'ada@example.com');
  });

  it('makes the creator the owner and assigns a seat and a key', async () => {
    const created = await ada.post<{ team: Team }>('/teams', { name: '  Acme Rocket Works ' });
    expect(created.status).toBe(201);
    expect(created.body.team).toMatchObject({ name: 'Acme Rocket Works', key: 'ARW', deletedAt: null });
    expect(created.headers.get('hearth-seq')).toBe('1');
    const teamId = created.body.team._id;
    const member = await ada.get(`/teams/${teamId}/members/${ada.user.id}`);
    expect(member.body).toMatchObject({ member: { teamRole: 'owner', email: 'ada@example.com' } });
    const subscription = await ada.get(`/subscriptions/team/?teamId=${teamId}`);
    expect(subscription.body).toMatchObject({
      subscription: { plan: 'free', status: 'trial', usage: { collaborators: 1 }, renewsAt: null },
    });
  });

  it('creates one team for 50 identical concurrent requests', async () => {
    const id = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 50 }, async () => await ada.post<{ team: Team }>('/teams', { name: 'Once', id })),
    );
    for (const response of responses) expect([201, 409]).toContain(response.status);
    const again = await ada.post<{ team: Team }>('/teams', { name: 'Once', id });
    expect(again).toMatchObject({ status: 201, body: { team: { _id: id, name: 'Once' } } });
    const { teams } = (await ada.get<Teams>('/teams')).body;
    expect(teams.filter((team) => team._id === id)).toHaveLength(1);
    expect(await ada.post('/teams', { name: 'Other', id })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    expect(await bob.post('/teams', { name: 'Once', id })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
  });

  it('lists teams page by page, oldest membership first', async () => {
    const cy = await signIn(api, 'cy@example.com');
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) ids.push((await makeTeam(cy, name))._id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const at: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page: Teams = (await cy.get<Teams>(`/teams?limit=2${at}`)).body;
      seen.push(...page.teams.map((team) => team._id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids);
    expect(await cy.get('/teams?cursor=nonsense')).toMatchObject({ status: 400 });
  });

  it('renames a team and logs nothing for an unchanged name', async () => {
    const team = await makeTeam(ada, 'Before');
    const renamed = await ada.patch<{ team: Team }>(`/teams/${team._id}`, { name: 'After' });
    expect(renamed).toMatchObject({ status: 200, body: { team: { name: 'After', key: team.key } } });
    const again = await ada.patch<{ team: Team }>(`/teams/${team._id}`, { name: 'After' });
    expect(again.headers.get('hearth-seq')).toBe(renamed.headers.get('hearth-seq'));
    expect(await ada.patch(`/teams/${team._id}`, { plan: 'pro' })).toMatchObject({ status: 400 });
    expect(await bob.patch(`/teams/${team._id}`, { name: 'Mine' })).toMatchObject({ status: 404 });
  });

  it('defaults to points as estimate unit and rejects unknown units', async () => {
    const team = await makeTeam(ada, 'Measured');
    expect(team.estimateUnit).toBe('points');
    const changed = await ada.patch<{ team: Team }>(`/teams/${team._id}`, { estimateUnit: 'hours' });
    expect(changed.body.team.estimateUnit).toBe('hours');
    const { teams } = (await ada.get<{ teams: Team[] }>('/teams?limit=200')).body;
    expect(teams.find(({ _id }) => _id === team._id)?.estimateUnit).toBe('hours');
    expect(await ada.patch(`/teams/${team._id}`, { estimateUnit: 'days' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'estimateUnit' }] },
    });
  });

  it('deletes a team for all members and lets an owner restore the team', async () => {
    const team = await makeTeam(ada, 'Gone');
    await joinTeam(ada, team._id, bob, 'admin');
    expect((await bob.delete(`/teams/${team._id}`)).status).toBe(403);
    expect((await ada.delete(`/teams/${team._id}`)).status).toBe(204);
    expect((await ada.get(`/teams/${team._id}/members`)).status).toBe(404);
    expect((await ada.get<Teams>('/teams')).body.teams.map((one) => one._id)).not.toContain(team._id);
    expect((await ada.get<Teams>('/teams/deleted')).body.teams.map((one) => one._id)).toContain(team._id);
    expect((await bob.get<Teams>('/teams/deleted')).body.teams).toEqual([]);
    expect((await bob.post(`/teams/${team._id}/restore`)).status).toBe(404);
    expect(await ada.post(`/teams/${team._id}/restore`)).toMatchObject({
      status: 200,
      body: { team: { deletedAt: null } },
    });
    expect((await bob.get(`/teams/${team._id}/members`)).status).toBe(200);
    expect(await ada.post(`/teams/${team._id}/restore`)).toMatchObject({
      status: 422,
      body: { code: 'INVALID_STATE' },
    });
    expect((await bob.post(`/teams/${team._id}/restore`)).status).toBe(403);
  });

  it('shows the installation notice to owners but not to members', async () => {
    const team = await makeTeam(ada, 'Where it lives');
    await joinTeam(ada, team._id, bob, 'member');
    expect(await ada.get(`/teams/${team._id}/installation`)).toMatchObject({
      status: 200,
      body: { notice: null },
    });
    const notice = { title: 'Embedded database', text: 'A power failure may lose the latest changes.' };
    Object.assign(api.app.db, { notice });
    expect((await ada.get(`/teams/${team._id}/installation`)).body).toEqual({ notice });
    expect((await bob.get(`/teams/${team._id}/installation`)).status).toBe(403);
  });

  describe('time limits', () => {
    it('requires a fresh sign-in for deletion', async () => {
      const team = await makeTeam(ada, 'Old sign-in');
      clock.advance(3_601);
      expect(await ada.delete(`/teams/${team._id}`)).toMatchObject({
        status: 403,
        body: { code: 'REAUTH_REQUIRED' },
      });
      ada = await signIn(api, 'ada@example.com');
      expect((await ada.delete(`/teams/${team._id}`)).status).toBe(204);
    });

    it('allows restoring for exactly 30 days after deletion', async () => {
      const team = await makeTeam(ada, 'Thirty days');
      expect((await ada.delete(`/teams/${team._id}`)).status).toBe(204);
      clock.advance(30 * 86_400 - 60);
      ada = await signIn(api, 'ada@example.com');
      expect((await ada.get<Teams>('/teams/deleted')).body.teams.map((one) => one._id)).toContain(team._id);
      clock.advance(61);
      expect((await ada.get<Teams>('/teams/deleted')).body.teams.map((one) => one._id)).not.toContain(
        team._id,
      );
      expect((await ada.post(`/teams/${team._id}/restore`)).status).toBe(404);
    });
  });
});
