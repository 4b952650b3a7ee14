import { beforeAll, expect, it } from 'vitest';
import type { Subscription } from '@hearth/contracts/billing/billing';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('team plan', (engine) => {
  const api = useSharedApp(engine);
  const [ada] = usePeople(api, 'ada');
  let people: SignedIn[];

  beforeAll(async () => {
    people = [];
    for (const name of ['bob', 'cy', 'di', 'eve']) people.push(await signIn(api, `${name}@example.com`));
  });

  const setPlan = async (teamId: string, plan: string) =>
    await ada.post<{ subscription: Subscription }>(`/dev/teams/${teamId}/plan`, { plan });

  it('switches to Pro and back without deleting members', async () => {
    const teamId = (await makeTeam(ada))._id;
    expect((await setPlan(teamId, 'pro')).body.subscription).toMatchObject({
      plan: 'pro',
      status: 'active',
      limits: { collaborators: 10, projects: 10, documents: null, tasks: null },
    });
    for (const person of people) await joinTeam(ada, teamId, person);
    expect((await setPlan(teamId, 'free')).body.subscription).toMatchObject({
      plan: 'free',
      status: 'trial',
      limits: { collaborators: 3 },
      usage: { collaborators: 5 },
    });
    const members = await ada.get<{ members: unknown[] }>(`/teams/${teamId}/members`);
    expect(members.body.members).toHaveLength(5);
  });

  it('returns 404 to non-members and for unknown teams, and 400 for unknown plans', async () => {
    const stranger = people[0] as SignedIn;
    const teamId = (await makeTeam(ada))._id;
    expect((await stranger.get(`/subscriptions/team/?teamId=${teamId}`)).status).toBe(404);
    expect((await setPlan('00000000-0000-7000-8000-000000000000', 'pro')).status).toBe(404);
    expect((await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'gold' })).status).toBe(400);
  });
});
