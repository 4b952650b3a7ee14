import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Invite } from '@hearth/contracts/invites/invites';
import { OF_NOBODY } from '#platform/audit/index.ts';
import type { RequestKey } from '#platform/commands/index.ts';
import { asOwner } from '#platform/db/index.ts';
import type { App, SessionInfo } from '#platform/feature.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import {
  Client,
  joinTeam,
  makeTeam,
  signIn,
  signInMany,
  type ApiResponse,
  type SignedIn,
} from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';
import { makeInvite, resendInvite, revokeInvite } from './invites.service.ts';

type InviteResponse = ApiResponse<{ invite: Invite & { link: string } } & Problem>;

const FRESH_SECONDS = 3_600;
const DAY = 86_400;
const UNKNOWN = 'This invite doesn’t exist, or you don’t have access to it.';

describeOneEngine('invite API', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let bob: SignedIn;
  let teamId: string;

  beforeEach(async () => {
    [ada, bob] = [await signIn(api, 'ada@example.com'), await signIn(api, 'bob@example.com')];
    teamId = (await makeTeam(ada))._id;
  });

  const invite = (body: Record<string, unknown> = {}, by = ada): Promise<InviteResponse> =>
    by.post(`/teams/${teamId}/invites`, body);
  const resend = (id: string, by = ada): Promise<InviteResponse> =>
    by.post(`/teams/${teamId}/invites/${id}/resend`);
  const join = (by: SignedIn, link: string): Promise<ApiResponse<Problem>> =>
    by.post(`/invites/${link}/join`);
  const readTrail = () =>
    asOwner(api.app.db, async (tx) => {
      const rows = await tx
        .selectFrom('audit_entries')
        .select(['act', 'object', 'object_id', 'actor', 'details'])
        .where('team_id', '=', teamId)
        .where((eb) => eb.or([eb('object', '=', 'invite'), eb('act', '=', 'member.joined')]))
        .orderBy('number')
        .execute();
      return rows.map(({ act, object, object_id, actor, details }) => [
        act,
        object,
        object_id,
        actor,
        details,
      ]);
    });
  const readTurnedAway = () =>
    asOwner(api.app.db, (tx) =>
      tx.selectFrom('turned_away').select('user_id').where('team_id', '=', teamId).execute(),
    );
  const readMails = async (to: string): Promise<string[]> => {
    await getJobs(api.app).runDue();
    const { body } = await new Client(api).get<{ mails: { to: string; text: string }[] }>('/dev/outbox');
    return body.mails.filter((mail) => mail.to === to).map(({ text }) => text);
  };
  const expectProblem = (response: ApiResponse, status: number, code: string, detail: string) =>
    expect(response).toMatchObject({ status, body: { code, detail } });

  it('audits created, resent and revoked invites and joins with their roles', async () => {
    const [open, closed] = [(await invite()).body.invite, (await invite({ teamRole: 'guest' })).body.invite];
    const mailed = (await invite({ email: 'cy@example.com', teamRole: 'admin' })).body.invite;
    expect((await resend(mailed.id)).status).toBe(200);
    expect((await ada.delete(`/teams/${teamId}/invites/${closed.id}`)).status).toBe(204);
    expect((await join(bob, open.link)).status).toBe(200);
    expect((await join(bob, open.link)).status).toBe(200);
    const by = ada.user.id;
    expect(await readTrail()).toEqual([
      ['invite.made', 'invite', open.id, by, { role: 'member', isForAddress: false }],
      ['invite.made', 'invite', closed.id, by, { role: 'guest', isForAddress: false }],
      ['invite.made', 'invite', mailed.id, by, { role: 'admin', isForAddress: true }],
      ['invite.resent', 'invite', mailed.id, by, expect.anything()],
      ['invite.revoked', 'invite', closed.id, by, { role: 'guest' }],
      [
        'member.joined',
        'member',
        bob.user.id,
        bob.user.id,
        { role: 'member', inviteId: open.id, invitedBy: by },
      ],
    ]);
  });

  it('audits joins denied because the team is full once a day per user', async () => {
    const { id, link } = (await invite()).body.invite;
    for (const name of ['cy', 'di']) await joinTeam(ada, teamId, await signIn(api, `${name}@example.com`));
    const eve = await signIn(api, 'eve@example.com');
    const readRefused = async () => (await readTrail()).filter(([act]) => act === 'invite.refused');
    const line = (by: SignedIn) => ['invite.refused', 'invite', id, by.user.id, { reason: 'full' }];
    for (let n = 0; n < 2; n += 1) {
      const refused = await join(bob, link);
      expect(refused).toMatchObject({ status: 402, body: { code: 'PLAN_LIMIT_REACHED' } });
    }
    expect((await join(eve, link)).status).toBe(402);
    expect(await readRefused()).toEqual([line(bob), line(eve)]);
    clock.advance(DAY + 1);
    bob = await signIn(api, 'bob@example.com');
    expect((await join(bob, link)).status).toBe(402);
    expect(await readRefused()).toEqual([line(bob), line(eve), line(bob)]);
    expect((await join(bob, 'nothing')).status).toBe(404);
    expect(await readRefused()).toHaveLength(3);
    const { body } = await ada.get<{ turnedAway: number }>(`/teams/${teamId}/invites`);
    expect(body.turnedAway).toBe(2);
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    expect((await join(bob, link)).status).toBe(200);
    expect(await readTurnedAway()).toEqual([{ user_id: eve.user.id }]);
  });

  it('audits joins denied at the guest limit without counting them as turned away', async () => {
    const { id, link } = (await invite({ teamRole: 'guest' })).body.invite;
    for (const guest of await signInMany(api, 'guest', 5)) expect((await join(guest, link)).status).toBe(200);
    expect(await join(bob, link)).toMatchObject({ status: 402, body: { limit: 'guests' } });
    expect((await readTrail()).at(-1)).toEqual([
      'invite.refused',
      'invite',
      id,
      bob.user.id,
      { reason: 'full' },
    ]);
    expect(await readTurnedAway()).toEqual([]);
  });

  it('does not audit joins denied because of the Workspace domain', async () => {
    const { link } = (await invite({ domain: 'corp.example' })).body.invite;
    expect((await join(bob, link)).status).toBe(403);
    const acts = (await readTrail()).map(([act]) => act);
    expect(acts).toEqual(['invite.made']);
  });

  it('mails an invite only to its address and again on request', async () => {
    const to = `person-${randomUUID()}@example.com`;
    const created = await invite({ email: to, expiresInDays: 3 });
    expect(created.body.invite).toMatchObject({ mail: 'waiting', maxUses: 1, email: to });
    const remainingMs = new Date(created.body.invite.expiresAt).getTime() - clock.now().getTime();
    expect(remainingMs / 1000).toBeGreaterThan(3 * DAY - 60);
    expect(remainingMs / 1000).toBeLessThanOrEqual(3 * DAY);
    const texts = await readMails(to);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain(created.body.invite.url);
    const again = await resend(created.body.invite.id);
    expect(again.body.invite).toMatchObject({ link: created.body.invite.link, url: created.body.invite.url });
    expect(await readMails(to)).toHaveLength(2);
    const link = (await invite({ maxUses: 3, domain: 'corp.example' })).body.invite;
    expect(link).toMatchObject({ mail: null, maxUses: 3, domain: 'corp.example', email: null });
    expect((await resend(link.id)).body.code).toBe('INVALID_STATE');
  });

  it('uses the team’s default role if none is given', async () => {
    expect((await invite()).body.invite.teamRole).toBe('member');
    await ada.patch(`/teams/${teamId}`, { defaultRole: 'guest' });
    expect((await invite()).body.invite.teamRole).toBe('guest');
    expect((await invite({ teamRole: 'admin' })).body.invite.teamRole).toBe('admin');
  });

  it('requires a fresh sign-in to create or resend owner invites', async () => {
    const email = 'next-owner@example.com';
    const { id } = (await invite({ teamRole: 'owner', email })).body.invite;
    const other = (await invite({ email: 'next-member@example.com' })).body.invite;
    clock.advance(FRESH_SECONDS - 10);
    expect((await resend(id)).status).toBe(200);
    clock.advance(11);
    expect((await invite({ teamRole: 'admin' })).status).toBe(201);
    expect((await resend(other.id)).status).toBe(200);
    for (const refused of [await invite({ teamRole: 'owner' }), await resend(id)])
      expect(refused).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } });
  });

  it('denies creating, resending and revoking invites to members who aren’t allowed to invite', async () => {
    const { id } = (await invite({ email: 'cy@example.com' })).body.invite;
    await joinTeam(ada, teamId, bob);
    for (const refused of [await invite({}, bob), await resend(id, bob)])
      expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await bob.delete(`/teams/${teamId}/invites/${id}`)).status).toBe(403);
    clock.advance(8 * DAY);
    ada = await signIn(api, 'ada@example.com');
    expect(await resend(id)).toMatchObject({ status: 410, body: { code: 'INVITE_EXPIRED' } });
  });

  it('rejects invalid input, addresses of members and ids that are already in use', async () => {
    expect(await invite({ email: 'cy@example.com', maxUses: 2 })).toMatchObject({ status: 400 });
    expect((await invite({ email: 'ada@example.com' })).status).toBe(409);
    await joinTeam(ada, teamId, bob, 'admin');
    const id = randomUUID();
    expect((await invite({ id })).body.invite.id).toBe(id);
    expectProblem(await invite({ id }, bob), 409, 'CONFLICT', 'This id is already in use.');
  });

  it('returns the same 404 for unknown and revoked invites', async () => {
    const { id, link } = (await invite()).body.invite;
    expect((await ada.delete(`/teams/${teamId}/invites/${id}`)).status).toBe(204);
    for (const response of [
      await join(bob, link),
      await join(bob, 'nothing'),
      await new Client(api).get(`/invites/${link}`),
    ])
      expectProblem(response, 404, 'NOT_FOUND', UNKNOWN);
  });

  it('repeats the response to a resend with the same idempotency key', async () => {
    const { id, link } = (await invite({ email: 'cy@example.com' })).body.invite;
    const ask = () =>
      ada.send<InviteResponse['body']>('POST', `/teams/${teamId}/invites/${id}/resend`, {
        headers: { 'idempotency-key': 'again' },
      });
    const first = await ask();
    expect(await ask()).toMatchObject({ status: 200, body: first.body });
    expect(first.body.invite.link).toBe(link);
  });

  it('scopes an idempotency key to a single invite link without storing the link', async () => {
    const links = [await invite(), await invite({ teamRole: 'guest' })].map(({ body }) => body.invite.link);
    for (const link of links) {
      const joined = await bob.send('POST', `/invites/${link}/join`, {
        headers: { 'idempotency-key': 'the-same' },
      });
      expect(joined.status).toBe(200);
    }
    const { paths } = await asOwner(api.app.db, async (tx) => ({
      paths: await tx
        .selectFrom('answers')
        .select('path')
        .where('idempotency_key', '=', 'the-same')
        .execute(),
    }));
    expect(new Set(paths.map(({ path }) => path)).size).toBe(2);
    const stored = JSON.stringify(paths).toLowerCase();
    expect(links.filter((link) => stored.includes(link.toLowerCase()))).toEqual([]);
  });

  it('creates invites without mail delivery but refuses to resend them', async () => {
    const { clientId, clientSecret } = { clientId: 'id', clientSecret: 'secret' };
    const quiet: App = {
      ...api.app,
      config: { ...api.app.config, google: { clientId, clientSecret } },
    };
    const requestKey: RequestKey = {
      route: 'POST /invites',
      path: '/invites',
      key: null,
      clientId: null,
      base: null,
      hash: Buffer.alloc(32),
      status: 201,
      from: OF_NOBODY,
    };
    const session = (of: SignedIn): SessionInfo => ({
      id: randomUUID(),
      userId: of.user.id,
      signedInAt: clock.now(),
    });
    const body = { email: 'cy@example.com', expiresInDays: 1 };
    const { value } = await makeInvite(quiet, { teamId, session: session(ada) }, body, requestKey);
    expect(value.invite).toMatchObject({ email: 'cy@example.com', mail: null, maxUses: 1 });
    const on = { teamId, session: session(ada), inviteId: value.invite.id };
    await expect(resendInvite(quiet, on, requestKey)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      detail: 'Email isn’t set up here. Copy the link instead.',
    });
    const unknown = { ...on, inviteId: randomUUID() };
    for (const ask of [resendInvite, revokeInvite]) {
      await expect(ask(api.app, unknown, requestKey)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        detail: UNKNOWN,
      });
    }
    await revokeInvite(api.app, on, requestKey);
    await expect(resendInvite(api.app, on, requestKey)).rejects.toMatchObject({ detail: UNKNOWN });
    await expect(
      makeInvite(api.app, { teamId, session: session(bob) }, body, requestKey),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
      detail: 'This team doesn’t exist, or you don’t have access to it.',
    });
  });
});
