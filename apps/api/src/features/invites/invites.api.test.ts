import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Invite } from '@hearth/contracts/invites/invites';
import type { Member } from '@hearth/contracts/members/members';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { Client, joinTeam, makeTeam, signIn, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

type InviteResponse = ApiResponse<{ invite: Invite & { link: string; url: string }; code: string }>;
type Joined = ApiResponse<{ member: Member; code: string }>;

describeOneEngine('invites', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let bob: SignedIn;
  let cy: SignedIn;
  let teamId: string;

  beforeEach(async () => {
    [ada, bob, cy] = (await Promise.all(
      ['ada', 'bob', 'cy'].map(async (name) => await signIn(api, `${name}@example.com`)),
    )) as [SignedIn, SignedIn, SignedIn];
    teamId = (await makeTeam(ada))._id;
  });

  const invite = async (by: SignedIn, body: Record<string, unknown> = {}): Promise<InviteResponse> =>
    await by.post(`/teams/${teamId}/invites`, body);
  const join = async (by: SignedIn, link: string): Promise<Joined> => await by.post(`/invites/${link}/join`);
  const makeLink = async (body: Record<string, unknown> = {}): Promise<string> => {
    const created = await invite(ada, body);
    expect(created.status).toBe(201);
    return created.body.invite.link;
  };
  const usage = async () => {
    const { body } = await ada.get<{ subscription: { usage: { collaborators: number } } }>(
      `/subscriptions/team/?teamId=${teamId}`,
    );
    return body.subscription.usage.collaborators;
  };

  it('creates links with 160 random bits that expire after seven days', async () => {
    const created = await invite(ada);
    expect(created.status).toBe(201);
    const { link, url, ...rest } = created.body.invite;
    expect(Buffer.from(link, 'base64url')).toHaveLength(20);
    expect(url).toBe(`${api.webOrigin}/invite/${link}/join`);
    expect(rest).toMatchObject({ teamRole: 'member', email: null, maxUses: null, uses: 0 });
    const days = (new Date(rest.expiresAt).getTime() - clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    expect((await invite(ada, { email: 'dora@example.com' })).body.invite.maxUses).toBe(1);
  });

  it('shows visitors only the team, inviter, role and expiry', async () => {
    const link = await makeLink({ teamRole: 'guest' });
    const preview = await new Client(api).get<{ invite: object }>(`/invites/${link}`);
    expect(preview.status).toBe(200);
    expect(Object.keys(preview.body.invite).sort()).toEqual([
      'expiresAt',
      'inviterName',
      'teamName',
      'teamRole',
    ]);
    expect((await new Client(api).post(`/invites/${link}/join`)).status).toBe(401);
    expect((await new Client(api).get('/invites/nothing')).status).toBe(404);
  });

  it('stores no invite link in plain text', async () => {
    const id = randomUUID();
    const link = await makeLink({ id });
    await bob.send('POST', `/invites/${link}/join`, { headers: { 'idempotency-key': 'once' } });
    const tables = ['invites', 'invite_links', 'answers', 'changes', 'audit_entries', 'history'] as const;
    await asOwner(api.app.db, async (tx) => {
      for (const table of tables) {
        const rows = JSON.stringify(
          await tx.selectFrom(table).selectAll().execute(),
          (_key, value: unknown) =>
            value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
        );
        expect(rows.includes(link), table).toBe(false);
        expect(rows.toLowerCase().includes(link.toLowerCase()), table).toBe(false);
      }
    });
    const again = await invite(ada, { id });
    expect(again).toMatchObject({ status: 201, body: { invite: { id, link } } });
  });

  it('admits a link holder once and repeats the same response', async () => {
    const link = await makeLink();
    const first = await join(bob, link);
    expect(first).toMatchObject({
      status: 200,
      body: { member: { teamRole: 'member', userId: bob.user.id } },
    });
    expect((await join(bob, link)).body).toEqual(first.body);
    expect(await usage()).toBe(2);
    const listed = await ada.get<{ invites: Invite[] }>(`/teams/${teamId}/invites`);
    expect(listed.body.invites).toMatchObject([{ uses: 1, link }]);
  });

  it('rejects a second user if the invite allows one use', async () => {
    const link = await makeLink({ maxUses: 1 });
    expect((await join(bob, link)).status).toBe(200);
    expect(await join(cy, link)).toMatchObject({ status: 410, body: { code: 'INVITE_EXPIRED' } });
    expect((await new Client(api).get(`/invites/${link}`)).status).toBe(410);
    expect((await join(bob, link)).status).toBe(200);
    expect((await ada.get<{ invites: Invite[] }>(`/teams/${teamId}/invites`)).body.invites).toEqual([]);
  });

  it('admits only the invited address, case-insensitively', async () => {
    const link = await makeLink({ email: 'BOB@Example.com' });
    const refused = await join(cy, link);
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(JSON.stringify(refused.body).toLowerCase()).not.toContain('bob@');
    expect((await join(bob, link)).status).toBe(200);
  });

  it('expires an invite on time without a job', async () => {
    const link = await makeLink({ expiresInDays: 1 });
    clock.advance(86_400 - 30);
    expect((await new Client(api).get(`/invites/${link}`)).status).toBe(200);
    clock.advance(31);
    bob = await signIn(api, 'bob@example.com');
    expect((await new Client(api).get(`/invites/${link}`)).status).toBe(410);
    expect(await join(bob, link)).toMatchObject({ status: 410, body: { code: 'INVITE_EXPIRED' } });
  });

  it('limits invites to roles that the inviter is allowed to grant, on creation and on use', async () => {
    await joinTeam(ada, teamId, bob, 'admin');
    await joinTeam(ada, teamId, cy, 'member');
    expect((await invite(bob, { teamRole: 'admin' })).status).toBe(403);
    expect((await invite(cy, { teamRole: 'guest' })).status).toBe(403);
    expect((await ada.patch(`/teams/${teamId}`, { membersMayInvite: true })).status).toBe(200);
    expect((await invite(cy, { teamRole: 'member' })).status).toBe(403);
    const byMember = (await invite(cy, { teamRole: 'guest' })).body.invite;
    const byAdmin = (await invite(bob, { teamRole: 'member' })).body.invite;
    const seen = await cy.get<{ invites: Invite[] }>(`/teams/${teamId}/invites`);
    expect(seen.body.invites.find((one) => one.id === byAdmin.id)).toMatchObject({ link: null, url: null });
    expect(seen.body.invites.find((one) => one.id === byMember.id)?.link).toBe(byMember.link);
    expect((await cy.delete(`/teams/${teamId}/invites/${byAdmin.id}`)).status).toBe(403);

    const [first, second] = [await signIn(api, 'di@example.com'), await signIn(api, 'eve@example.com')];
    await ada.patch(`/teams/${teamId}`, { membersMayInvite: false });
    expect((await join(first, byMember.link)).status).toBe(410);
    await ada.patch(`/teams/${teamId}/members/${bob.user.id}`, { teamRole: 'guest' });
    expect((await join(second, byAdmin.link)).status).toBe(410);
    await ada.patch(`/teams/${teamId}/members/${bob.user.id}`, { teamRole: 'admin' });
    expect((await join(second, byAdmin.link)).status).toBe(402);
    await ada.delete(`/teams/${teamId}/members/${bob.user.id}`);
    expect((await join(second, byAdmin.link)).status).toBe(410);
  });

  it('returns 404 once an invite is revoked or its team deleted', async () => {
    const created = (await invite(ada)).body.invite;
    const other = (await invite(ada)).body.invite;
    expect((await ada.delete(`/teams/${teamId}/invites/${created.id}`)).status).toBe(204);
    expect((await ada.delete(`/teams/${teamId}/invites/${created.id}`)).status).toBe(404);
    expect((await join(bob, created.link)).status).toBe(404);
    expect((await new Client(api).get(`/invites/${created.link}`)).status).toBe(404);
    await ada.delete(`/teams/${teamId}`);
    expect((await join(bob, other.link)).status).toBe(404);
  });

  it('readmits a removed member', async () => {
    const link = await makeLink();
    await join(bob, link);
    await ada.delete(`/teams/${teamId}/members/${bob.user.id}`);
    expect(await usage()).toBe(1);
    expect((await join(bob, link)).status).toBe(200);
    expect(await usage()).toBe(2);
  });
});
