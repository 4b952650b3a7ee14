import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Invite } from '@hearth/contracts/invites/invites';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { readHeaders, startMailServer, unquote, type MailServer } from '#testing/mail-server.ts';
import { Client, joinTeam, makeTeam, signIn, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';

type InviteResponse = ApiResponse<{ invite: Invite } & Problem>;
interface Outbox {
  mails: { to: string; subject: string; text: string; html: string | null; at: string }[];
}

let people = 0;
const newAddress = (): string => `person-${++people}@example.com`;

describeOneEngine('invite mails', (engine) => {
  const clock = createTestClock();
  let mail: MailServer;
  let api: TestApp;
  let ada: SignedIn;
  let teamId: string;

  beforeAll(async () => {
    mail = await startMailServer();
    api = await startApp(engine, { clock, env: mail.env });
  });
  afterAll(async () => {
    await api.close();
    await mail.close();
  });
  beforeEach(async () => {
    ada = await signIn(api, 'ada@example.com', { name: 'Ada Berg' });
    teamId = (await makeTeam(ada, 'Makers'))._id;
  });
  afterEach(async () => {
    mail.isRefusing = false;
    await getJobs(api.app).runDue();
    mail.mails.splice(0);
  });

  const invite = (body: Record<string, unknown>, by = ada): Promise<InviteResponse> =>
    by.post(`/teams/${teamId}/invites`, body);
  const resend = (id: string, by = ada): Promise<InviteResponse> =>
    by.post(`/teams/${teamId}/invites/${id}/resend`);
  const readInvite = async (id: string): Promise<Invite | undefined> => {
    const { body } = await ada.get<{ invites: Invite[] }>(`/teams/${teamId}/invites`);
    return body.invites.find((one) => one.id === id);
  };

  it('sends the invite after the commit as text and HTML', async () => {
    const email = newAddress();
    const created = await invite({ email, teamRole: 'guest' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        invite: { email, maxUses: 1, mail: 'waiting', state: 'open', invitedBy: { name: 'Ada Berg' } },
      },
    });
    await getJobs(api.app).runDue();
    expect(mail.mails).toHaveLength(1);
    const [sent] = mail.mails;
    expect(sent).toMatchObject({ from: 'no-reply@hearth.example', to: [email] });
    const headers = readHeaders(sent?.raw ?? '');
    expect(headers.get('subject')).toBe('Ada Berg invites you to Makers');
    expect(headers.get('content-type')).toContain('multipart/alternative');
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    const content = unquote(sent?.raw ?? '');
    expect(content).toContain(`Join the team:\r\n${created.body.invite.url}\r\n`);
    expect(content).toContain(`href="${created.body.invite.url}"`);
    expect(content).toContain('Ada Berg invites you to be a guest of the team “Makers” on Hearth.');
    // The email contains no tracking of whether, when or where it is read.
    expect(content).not.toMatch(/<img|src=|url\(/i);
    expect(await readInvite(created.body.invite.id)).toMatchObject({ mail: 'sent' });
    expect((await ada.get<{ delivery: string }>(`/teams/${teamId}/invites`)).body.delivery).toBe('sent');
  });

  it('uses the recipient’s language and text direction', async () => {
    const known = await signIn(api, newAddress());
    await known.patch('/account', { language: 'hi' });
    await invite({ email: known.user.email });
    await getJobs(api.app).runDue();
    expect(unquote(mail.mails[0]?.raw ?? '')).toContain('में बुलाया है। आप यहाँ सदस्य होंगे।');
    expect(unquote(mail.mails[0]?.raw ?? '')).toContain('<html lang="hi" dir="ltr">');
    const reader = await signIn(api, newAddress());
    await reader.patch('/account', { language: 'ar' });
    await invite({ email: reader.user.email });
    await getJobs(api.app).runDue();
    expect(unquote(mail.mails[1]?.raw ?? '')).toContain('دورك فيه: عضو.');
    expect(unquote(mail.mails[1]?.raw ?? '')).toContain('<html lang="ar" dir="rtl">');
  });

  it('falls back to the inviter’s language, then to English', async () => {
    const silent = await signIn(api, newAddress());
    const expected = { fr: '<html lang="fr" dir="ltr">', none: '<html lang="en" dir="ltr">' };
    await ada.patch('/account', { language: 'fr' });
    for (const email of [newAddress(), silent.user.email]) await invite({ email });
    await getJobs(api.app).runDue();
    await ada.patch('/account', { language: null });
    await invite({ email: newAddress() });
    await getJobs(api.app).runDue();
    const pages = mail.mails.map(({ raw }) => /<html[^>]*>/.exec(unquote(raw))?.[0]);
    expect(pages).toEqual([expected.fr, expected.fr, expected.none]);
  });

  it('prevents injection of headers, recipients and markup', async () => {
    const name = 'Eve"><img src=x onerror=alert(1)>\u2028Bcc: everybody@example.com';
    const eve = await signIn(api, newAddress(), { name });
    teamId = (await makeTeam(eve, 'Win at https://evil.example/now'))._id;
    const email = newAddress();
    expect((await invite({ email }, eve)).status).toBe(201);
    expect((await invite({ email: `${email}\r\nBcc: x@example.com` }, eve)).status).toBe(400);
    expect((await invite({ email: `${email}, x@example.com` }, eve)).status).toBe(400);
    await getJobs(api.app).runDue();
    expect(mail.mails.map(({ to }) => to)).toEqual([[email]]);
    const raw = mail.mails[0]?.raw ?? '';
    expect([...readHeaders(raw).keys()]).not.toContain('bcc');
    const page = unquote(raw).split('<!doctype html>')[1] ?? '';
    expect(page).toContain('Eve&#34;&#62;&#60;img');
    expect(page).not.toContain('<img');
    expect(unquote(raw)).not.toContain('https://evil.example');
    expect(unquote(raw)).not.toContain('evil.example/now');
  });

  it('retries rejected mails and reports the final failure', async () => {
    mail.isRefusing = true;
    const { id } = (await invite({ email: newAddress() })).body.invite;
    await getJobs(api.app).runDue();
    expect(await readInvite(id)).toMatchObject({ mail: 'waiting' });
    mail.isRefusing = false;
    clock.advance(6);
    await getJobs(api.app).runDue();
    expect(mail.mails).toHaveLength(1);
    expect(await readInvite(id)).toMatchObject({ mail: 'sent' });

    mail.isRefusing = true;
    const lost = (await invite({ email: newAddress() })).body.invite.id;
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await getJobs(api.app).runDue();
      clock.advance(5 * 3 ** attempt + 1);
    }
    expect(await readInvite(lost)).toMatchObject({ mail: 'failed' });
  });

  it('drops mails of revoked invites and of inviters who are no longer allowed to invite', async () => {
    const bob = await signIn(api, newAddress());
    await joinTeam(ada, teamId, bob, 'admin');
    mail.isRefusing = true;
    const { id } = (await invite({ email: newAddress() })).body.invite;
    await invite({ email: newAddress() }, bob);
    await getJobs(api.app).runDue();
    await ada.delete(`/teams/${teamId}/invites/${id}`);
    await ada.patch(`/teams/${teamId}/members/${bob.user.id}`, { teamRole: 'member' });
    mail.isRefusing = false;
    clock.advance(60);
    await getJobs(api.app).runDue();
    expect(mail.mails).toEqual([]);
  });

  it('limits resends in number and frequency', async () => {
    const email = newAddress();
    const { id } = (await invite({ email })).body.invite;
    expect(await resend(id)).toMatchObject({ status: 200, body: { invite: { id, mail: 'waiting' } } });
    const tooSoon = await resend(id);
    expect(tooSoon).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(tooSoon.headers.get('retry-after'))).toBeGreaterThan(200);
    for (let n = 0; n < 3; n += 1) {
      clock.advance(301);
      expect((await resend(id)).status).toBe(200);
    }
    clock.advance(301);
    expect(await resend(id)).toMatchObject({ status: 422, body: { code: 'INVALID_STATE' } });
    await getJobs(api.app).runDue();
    expect(mail.mails.filter(({ to }) => to[0] === email)).toHaveLength(5);

    const link = (await invite({})).body.invite.id;
    expect((await resend(link)).status).toBe(422);
    await ada.delete(`/teams/${teamId}/invites/${id}`);
    expect((await resend(id)).status).toBe(404);
  });

  it('allows one open invite per address and none for members', async () => {
    const email = newAddress();
    const { id } = (await invite({ email })).body.invite;
    expect(await invite({ email: email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    const both = newAddress();
    const responses = await Promise.all([invite({ email: both }), invite({ email: both })]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    await ada.delete(`/teams/${teamId}/invites/${id}`);
    expect((await invite({ email })).status).toBe(201);
    expect((await invite({ email: 'ADA@example.com' })).status).toBe(409);
    expect(await invite({ email: newAddress(), domain: 'example.com' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'domain' }] },
    });
    expect(await invite({ email: newAddress(), maxUses: 2 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'maxUses' }] },
    });
  });

  describe('joining with a mailed invite', () => {
    const inviteAs = async (email: string): Promise<string> =>
      (await invite({ email })).body.invite.link ?? '';

    it.each([
      ['accepts the invited address', 'dot.ted@example.com', 'dot.ted@example.com', {}, 200],
      [
        'accepts the invited address in different case',
        'Case.Folded@Example.com',
        'case.folded@example.COM',
        {},
        200,
      ],
      ['accepts a gmail.com account', 'somebody.new@gmail.com', 'somebody.new@gmail.com', {}, 200],
      ['accepts a Workspace address', 'who@corp.example', 'who@corp.example', { hd: 'corp.example' }, 200],
      ['rejects the address without its dots', 'do.ts@gmail.com', 'dots@gmail.com', {}, 403],
      ['rejects the address with a plus suffix', 'plus@example.com', 'plus+one@example.com', {}, 403],
      ['rejects a lookalike address', 'kelvin@example.com', '\u212Aelvin@example.com', {}, 403],
      [
        'rejects an address that Google does not host',
        'old@corp.example',
        'old@corp.example',
        { hd: '' },
        403,
      ],
    ] as const)('%s', async (_what, invited, signedInAs, options, status) => {
      const link = await inviteAs(invited);
      const hasAscii = /^[\x20-\x7e]+$/.test(signedInAs);
      // The development provider does not accept such addresses, so set the account's address afterwards.
      const person = await signIn(api, hasAscii ? signedInAs : newAddress(), options);
      if (!hasAscii) await renamePerson(api, person.user.id, signedInAs);
      const response = await person.post<Problem>(`/invites/${link}/join`);
      expect(response.status).toBe(status);
      if (status !== 403) return;
      expect(response.body.code).toBe('FORBIDDEN');
      expect(JSON.stringify(response.body)).not.toContain(invited);
    });
  });
});

async function renamePerson(api: TestApp, userId: string, email: string): Promise<void> {
  const { asOwner } = await import('#platform/db/index.ts');
  await asOwner(api.app.db, (tx) =>
    tx.updateTable('users').set({ email }).where('id', '=', userId).execute(),
  );
}

describeOneEngine('invites without a mail server', (engine) => {
  const start = (env: Record<string, string>): Promise<TestApp> => startApp(engine, { env });

  it('shows the latest 50 mails in the development outbox', async () => {
    const api = await start({});
    const ada = await signIn(api, 'ada@example.com', { name: '<b>Ada' });
    const teamId = (await makeTeam(ada))._id;
    const read = async () => (await new Client(api).get<Outbox>('/dev/outbox')).body.mails;
    expect(await read()).toEqual([]);
    const created = await ada.post<{ invite: Invite }>(`/teams/${teamId}/invites`, {
      email: 'bob@example.com',
    });
    await getJobs(api.app).runDue();
    const [mail] = await read();
    expect(mail).toMatchObject({ to: 'bob@example.com', subject: '<b>Ada invites you to Makers' });
    expect(mail?.text).toContain(created.body.invite.url);
    const page = await new Client(api).send<string>('GET', '/dev/outbox', {
      headers: { accept: 'text/html' },
    });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.body).toContain(`<a href="${created.body.invite.url}">`);
    expect(page.body).not.toContain('<b>Ada');
    for (let n = 0; n < 51; n += 1)
      await ada.post(`/teams/${teamId}/invites`, { email: `many-${n}@example.com` });
    await getJobs(api.app).runDue();
    expect(await read()).toHaveLength(50);
    await api.close();
  });

  it('hides the development outbox when Google is the identity provider', async () => {
    const api = await start({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' });
    expect((await new Client(api).get('/dev/outbox')).status).toBe(404);
    await api.close();
  });
});
