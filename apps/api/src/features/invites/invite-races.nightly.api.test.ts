import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Invite } from '@hearth/contracts/invites/invites';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeTeam, signInMany, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('concurrent use of invites', (engine) => {
  const api = useSharedApp(engine);
  const [ada, bob] = usePeople(api, 'ada', 'bob');
  let crowd: SignedIn[];
  let teamId: string;

  beforeAll(async () => {
    crowd = await signInMany(api, 'person', 50);
  });
  beforeEach(async () => {
    teamId = (await makeTeam(ada))._id;
  });

  const invite = async (body: Record<string, unknown> = {}): Promise<Invite> => {
    const created = await ada.post<{ invite: Invite }>(`/teams/${teamId}/invites`, body);
    expect(created.status).toBe(201);
    return created.body.invite;
  };
  const makeLink = async (body: Record<string, unknown> = {}): Promise<string> =>
    (await invite(body)).link ?? '';
  const join = async (by: SignedIn, link: string | null): Promise<ApiResponse> =>
    await by.post(`/invites/${link}/join`);
  const usage = async () => {
    const { body } = await ada.get<{ subscription: { usage: { collaborators: number } } }>(
      `/subscriptions/team/?teamId=${teamId}`,
    );
    return body.subscription.usage.collaborators;
  };
  const setPlan = async (plan: string) => await ada.post(`/dev/teams/${teamId}/plan`, { plan });
  const countMembers = async () =>
    await asOwner(api.app.db, async (tx) => {
      const rows = await tx
        .selectFrom('memberships')
        .select('user_id')
        .where('team_id', '=', teamId)
        .where('removed_at', 'is', null)
        .execute();
      return rows.length;
    });

  it('gives the last seat to exactly one of 50 concurrent users', async () => {
    const link = await makeLink();
    await join(bob, link);
    const responses = await Promise.all(crowd.map(async (person) => await join(person, link)));
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 402)).toHaveLength(49);
    expect(await usage()).toBe(3);
    expect(await countMembers()).toBe(3);
    const listed = await ada.get<{ invites: Invite[] }>(`/teams/${teamId}/invites`);
    expect(listed.body.invites).toMatchObject([{ uses: 2 }]);
  });

  it('creates one membership from 50 concurrent joins of one user', async () => {
    const link = await makeLink({ maxUses: 1 });
    const responses = await Promise.all(Array.from({ length: 50 }, async () => await join(bob, link)));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
    expect(await usage()).toBe(2);
    expect(await countMembers()).toBe(2);
  });

  it('never exceeds the use limit of a link', async () => {
    await setPlan('pro');
    const link = await makeLink({ maxUses: 5 });
    const responses = await Promise.all(crowd.map(async (person) => await join(person, link)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(5);
    expect(responses.filter((response) => response.status === 410)).toHaveLength(45);
    expect(await usage()).toBe(6);
    expect(await countMembers()).toBe(6);
  });

  it('produces exactly one outcome when a revocation races with a join', async () => {
    await setPlan('pro');
    for (const person of crowd.slice(0, 8)) {
      const created = await invite();
      const [joined, revoked] = await Promise.all([
        join(person, created.link),
        ada.delete(`/teams/${teamId}/invites/${created.id}`),
      ]);
      expect(revoked.status).toBe(204);
      expect([200, 404]).toContain(joined.status);
      const seen = await person.get(`/teams/${teamId}/members`);
      expect(seen.status).toBe(joined.status);
    }
    expect(await usage()).toBe(await countMembers());
  });
});
