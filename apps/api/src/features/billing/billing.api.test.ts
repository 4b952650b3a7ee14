import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Subscription } from '@hearth/contracts/billing/billing';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { shareApp, type SharedApp } from '#testing/start-app.ts';

describeOneEngine('billing', (engine) => {
  let api: SharedApp;
  let ada: SignedIn;
  let people: SignedIn[];

  beforeAll(async () => {
    api = await shareApp(engine);
    ada = await signIn(api, 'ada@example.com');
    people = [];
    for (const name of ['bob', 'cy', 'di', 'eve']) people.push(await signIn(api, `${name}@example.com`));
  });

  const setPlan = async (teamId: string, plan: string) =>
    await ada.post<{ subscription: Subscription }>(`/dev/teams/${teamId}/plan`, { plan });
  const read = async (teamId: string) =>
    (await ada.get<{ subscription: Subscription }>(`/subscriptions/team/?teamId=${teamId}`)).body
      .subscription;
  /** Paid time as a gateway would leave it, set against the database's own clock. */
  const setPaidTime = async (teamId: string, daysFromNow: number) => {
    await asOwner(api.app.db, async (tx) => {
      await sql`update teams set paid_until = now() + make_interval(days => ${daysFromNow}::int)
        where id = ${teamId}`.execute(tx);
    });
  };

  it('gives Pro and takes it back, counting anew and deleting nothing', async () => {
    const teamId = (await makeTeam(ada))._id;
    expect((await setPlan(teamId, 'pro')).body.subscription).toMatchObject({
      plan: 'pro',
      status: 'active',
      limits: { collaborators: 10, projects: 10, documents: null, tasks: null },
    });
    for (const person of people) await joinTeam(ada, teamId, person);
    expect((await setPlan(teamId, 'free')).body.subscription).toMatchObject({
      plan: 'free',
      status: 'over_limit',
      limits: { collaborators: 3 },
      usage: { collaborators: 5 },
    });
    const members = await ada.get<{ members: unknown[] }>(`/teams/${teamId}/members`);
    expect(members.body.members).toHaveLength(5);
  });

  it('answers nothing about teams that are not there', async () => {
    const stranger = people[0] as SignedIn;
    const teamId = (await makeTeam(ada))._id;
    expect((await stranger.get(`/subscriptions/team/?teamId=${teamId}`)).status).toBe(404);
    expect((await setPlan('00000000-0000-7000-8000-000000000000', 'pro')).status).toBe(404);
    expect((await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'gold' })).status).toBe(400);
  });

  it("is entitled by the paid time and the database's clock, with seven days of grace", async () => {
    const teamId = (await makeTeam(ada))._id;
    await setPlan(teamId, 'pro');
    for (const person of people.slice(0, 2)) await joinTeam(ada, teamId, person);

    await setPaidTime(teamId, 3);
    expect(await read(teamId)).toMatchObject({ plan: 'pro', status: 'active' });
    expect((await read(teamId)).renewsAt).not.toBeNull();

    await setPaidTime(teamId, -6);
    expect(await read(teamId)).toMatchObject({
      plan: 'pro',
      status: 'past_due',
      limits: { collaborators: 10 },
    });
    await joinTeam(ada, teamId, people[2] as SignedIn);

    await setPaidTime(teamId, -8);
    expect(await read(teamId)).toMatchObject({
      plan: 'free',
      status: 'over_limit',
      limits: { collaborators: 3 },
      usage: { collaborators: 4 },
      renewsAt: null,
    });
    const made = await ada.post<{ invite: { link: string } }>(`/teams/${teamId}/invites`, {});
    expect(await (people[3] as SignedIn).post(`/invites/${made.body.invite.link}/join`)).toMatchObject({
      status: 402,
      body: { code: 'PLAN_LIMIT_REACHED', limit: 'collaborators', max: 3, used: 4, plan: 'free' },
    });
    await ada.delete(`/teams/${teamId}/members/${(people[2] as SignedIn).user.id}`);
    expect(await read(teamId)).toMatchObject({ plan: 'free', status: 'expired' });
  });
});
