import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Member } from '@hearth/contracts/members/members';
import { withTeam } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

describeOneEngine('members', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let bob: SignedIn;
  let cy: SignedIn;
  let teamId: string;

  beforeAll(async () => {
    [ada, bob, cy] = (await Promise.all(
      ['ada', 'bob', 'cy'].map(async (name) => await signIn(api, `${name}@example.com`)),
    )) as [SignedIn, SignedIn, SignedIn];
  });
  beforeEach(async () => {
    teamId = (await makeTeam(ada))._id;
    await joinTeam(ada, teamId, bob, 'admin');
    await joinTeam(ada, teamId, cy, 'member');
  });

  const at = (userId: string) => `/teams/${teamId}/members/${userId}`;
  const setRole = async (by: SignedIn, of: SignedIn, teamRole: string) =>
    await by.patch<{ member: Member; code: string }>(at(of.user.id), { teamRole });
  const roles = async () => {
    const { body } = await ada.get<{ members: Member[] }>(`/teams/${teamId}/members`);
    return Object.fromEntries(body.members.map((one) => [one.name, one.teamRole]));
  };
  const seats = async () => {
    const { body } = await ada.get<{ subscription: { usage: { collaborators: number } } }>(
      `/subscriptions/team/?teamId=${teamId}`,
    );
    return body.subscription.usage.collaborators;
  };

  it('lists members page by page in joining order', async () => {
    const first = await ada.get<{ members: Member[]; nextCursor: string }>(
      `/teams/${teamId}/members?limit=2`,
    );
    expect(first.body.members.map((one) => one.name)).toEqual(['ada', 'bob']);
    const rest = await ada.get(`/teams/${teamId}/members?limit=2&cursor=${first.body.nextCursor}`);
    expect(rest.body).toMatchObject({ members: [{ name: 'cy', teamRole: 'member' }], nextCursor: null });
  });

  it('hides email addresses from guests until they are promoted', async () => {
    const gus = await signIn(api, 'gus@example.com');
    await joinTeam(ada, teamId, gus, 'guest');
    const addresses = [ada, bob, cy].map(({ user }) => user.email);
    const expectNone = (body: unknown): void => {
      const text = JSON.stringify(body);
      for (const address of addresses) expect(text).not.toContain(address);
      expect(text).toContain('cy');
    };
    const list = await gus.get<{ members: Member[] }>(`/teams/${teamId}/members`);
    expectNone(list.body);
    expect(list.body.members.map((one) => one.email)).toEqual([null, null, null, gus.user.email]);
    expectNone((await gus.get(at(cy.user.id))).body);
    expect((await gus.get(at(gus.user.id))).body).toMatchObject({ member: { email: gus.user.email } });
    const whole = await readSync(gus, teamId);
    expectNone(whole);
    expectNone((await gus.get(`/teams/${teamId}/sync?at=${new Date().toISOString()}`)).body);
    expect(JSON.stringify(whole)).toContain(gus.user.email);

    const [feed, asAda] = [await openFeed(gus, teamId), await openFeed(ada, teamId)];
    await cy.patch('/account', { name: 'cy Moss' });
    for (const one of [feed, asAda])
      await one.waitUntil(() => JSON.stringify(one.frames).includes('cy Moss'));
    expectNone(feed.frames);
    expectNone(await readSync(gus, teamId, { since: whole.seq }));
    expect(JSON.stringify(asAda.frames)).toContain(cy.user.email);
    feed.close();
    asAda.close();

    // Free a seat first: the plan has no fourth seat.
    await setRole(ada, cy, 'guest');
    await setRole(ada, gus, 'member');
    expect((await gus.get(at(cy.user.id))).body).toMatchObject({ member: { email: cy.user.email } });
    expect(JSON.stringify(await readSync(gus, teamId))).toContain(cy.user.email);
    await cy.patch('/account', { name: 'cy' });
  });

  it('lets an admin switch a member to guest and back, updating the seat count', async () => {
    expect(await seats()).toBe(3);
    expect(await setRole(bob, cy, 'guest')).toMatchObject({
      status: 200,
      body: { member: { teamRole: 'guest' } },
    });
    expect(await seats()).toBe(2);
    expect((await setRole(bob, cy, 'member')).status).toBe(200);
    expect(await seats()).toBe(3);
    expect((await setRole(bob, cy, 'admin')).status).toBe(403);
    expect((await setRole(bob, ada, 'guest')).status).toBe(403);
    expect((await setRole(cy, cy, 'admin')).status).toBe(403);
    expect(await roles()).toEqual({ ada: 'owner', bob: 'admin', cy: 'member' });
  });

  it('rejects a role that needs a seat when none is free', async () => {
    const di = await signIn(api, 'di@example.com');
    await joinTeam(ada, teamId, di, 'guest');
    expect(await setRole(ada, di, 'member')).toMatchObject({
      status: 402,
      body: { code: 'PLAN_LIMIT_REACHED', limit: 'collaborators', max: 3, used: 3, plan: 'free' },
    });
    expect(await roles()).toMatchObject({ di: 'guest' });
  });

  it('refuses to demote or remove the last owner', async () => {
    expect(await setRole(ada, ada, 'admin')).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });
    expect(await ada.delete(at(ada.user.id))).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });
    expect((await setRole(ada, bob, 'owner')).status).toBe(200);
    expect((await ada.delete(at(ada.user.id))).status).toBe(204);
    expect((await ada.get(`/teams/${teamId}/members`)).status).toBe(404);
    expect(await bob.delete(at(bob.user.id))).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });
  });

  it('keeps an owner when two owners step down or demote each other concurrently', async () => {
    expect((await setRole(ada, bob, 'owner')).status).toBe(200);
    const down = await Promise.all([setRole(ada, ada, 'member'), setRole(bob, bob, 'member')]);
    expect(down.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const team = (await makeTeam(ada, 'Two'))._id;
    teamId = team;
    await joinTeam(ada, team, bob, 'admin');
    await setRole(ada, bob, 'owner');
    const each = await Promise.all([setRole(ada, bob, 'guest'), setRole(bob, ada, 'guest')]);
    expect(each.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  });

  it('requires a fresh sign-in to make a member an owner', async () => {
    clock.advance(3_601);
    expect(await setRole(ada, bob, 'owner')).toMatchObject({
      status: 403,
      body: { code: 'REAUTH_REQUIRED' },
    });
    expect((await setRole(ada, cy, 'guest')).status).toBe(200);
    ada = await signIn(api, 'ada@example.com');
    expect((await setRole(ada, bob, 'owner')).status).toBe(200);
  });

  it('revokes access and frees the seat when a member is removed', async () => {
    expect((await cy.delete(at(bob.user.id))).status).toBe(403);
    expect((await bob.delete(at(ada.user.id))).status).toBe(403);
    expect((await bob.delete(at(cy.user.id))).status).toBe(204);
    expect((await cy.get(`/teams/${teamId}/members`)).status).toBe(404);
    expect((await bob.delete(at(cy.user.id))).status).toBe(404);
    expect(await seats()).toBe(2);
    expect((await bob.delete(at(bob.user.id))).status).toBe(204);
    await joinTeam(ada, teamId, cy, 'guest');
    expect(await roles()).toEqual({ ada: 'owner', cy: 'guest' });
    expect(await seats()).toBe(1);
  });

  it('invalidates a removed member’s invites permanently, even after rejoining', async () => {
    const di = await signIn(api, 'di@example.com');
    const created = await bob.post<{ invite: { link: string } }>(`/teams/${teamId}/invites`, {
      teamRole: 'guest',
    });
    const { link } = created.body.invite;
    expect((await di.get(`/invites/${link}`)).status).toBe(200);
    expect((await ada.delete(at(bob.user.id))).status).toBe(204);
    expect((await di.post(`/invites/${link}/join`)).status).toBe(410);
    await joinTeam(ada, teamId, bob, 'admin');
    expect((await di.post(`/invites/${link}/join`)).status).toBe(410);
    expect((await di.get(`/teams/${teamId}/members`)).status).toBe(404);
  });

  it('records every membership change in the change log and the audit log', async () => {
    await setRole(ada, cy, 'guest');
    await ada.delete(at(cy.user.id));
    const { changes, audits } = await withTeam(api.app.db, { teamId, userId: null }, async (tx) => ({
      changes: await tx
        .selectFrom('changes')
        .select(['seq', 'entity', 'op', 'scope'])
        .where('entity_id', '=', cy.user.id)
        .orderBy('seq')
        .orderBy('ordinal')
        .execute(),
      audits: await tx.selectFrom('audit_entries').select(['act', 'details']).orderBy('at').execute(),
    }));
    const scope = `person:${cy.user.id}`;
    expect(changes).toMatchObject([
      { entity: 'member', op: 'put', scope: 'team' },
      { entity: 'access', op: 'access', scope },
      { entity: 'member', op: 'put', scope: 'team' },
      { entity: 'access', op: 'access', scope },
      { entity: 'member', op: 'delete', scope: 'team' },
      { entity: 'access', op: 'access', scope },
    ]);
    expect(audits.map((entry) => entry.act)).toEqual(
      expect.arrayContaining(['member.joined', 'member.roleChanged', 'member.removed']),
    );
  });
});
