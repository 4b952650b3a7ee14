import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { readHeaders, startMailServer, unquote, type MailServer } from '#testing/mail-server.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import { makeExport } from '#testing/transfer.ts';

interface Outbox {
  mails: { to: string; subject: string; text: string; html: string | null }[];
}

describeOneEngine('export mails', (engine) => {
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
    ada = await signIn(api, 'ada@example.com');
    teamId = (await makeTeam(ada, 'evil.example'))._id;
  });
  afterEach(async () => {
    mail.isRefusing = false;
    mail.mails.splice(0);
  });

  it('links to the settings in text and HTML', async () => {
    await makeExport(ada, teamId);
    await getJobs(api.app).runDue();
    expect(mail.mails).toHaveLength(1);
    const [sent] = mail.mails;
    expect(sent?.to).toEqual(['ada@example.com']);
    const headers = readHeaders(sent?.raw ?? '');
    expect(headers.get('content-type')).toContain('multipart/alternative');
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    const content = unquote(sent?.raw ?? '');
    const url = `${api.webOrigin}/dashboard/settings/transfer`;
    expect(content).toContain(`Open settings:\r\n${url}\r\n`);
    expect(content).toContain(`href="${url}"`);
    // Mail programs must not turn a team name into a link.
    expect(content).not.toContain('evil.example');
    const outbox = (await ada.get<Outbox>('/dev/outbox')).body.mails;
    expect(outbox[0]).toMatchObject({ to: 'ada@example.com', subject: expect.stringContaining('is ready') });
  });

  it('uses the language of the recipient', async () => {
    await ada.patch('/account', { language: 'hi' });
    await makeExport(ada, teamId);
    await getJobs(api.app).runDue();
    expect(unquote(mail.mails[0]?.raw ?? '')).toContain('फ़ाइल तैयार है');
    await ada.patch('/account', { language: null });
  });

  it('retries during a mail server outage without creating a second file', async () => {
    mail.isRefusing = true;
    await makeExport(ada, teamId);
    await getJobs(api.app).runDue();
    const files = await readdir(join(api.dataFolder, 'files', 'exports'));
    expect(mail.mails).toEqual([]);
    mail.isRefusing = false;
    clock.advance(10);
    await getJobs(api.app).runDue();
    expect(mail.mails).toHaveLength(1);
    clock.advance(3_600);
    await getJobs(api.app).runDue();
    expect(mail.mails).toHaveLength(1);
    expect(await readdir(join(api.dataFolder, 'files', 'exports'))).toEqual(files);
  });

  it('sends no mail to users who have lost access to the file', async () => {
    const admin = await signIn(api, 'admin@example.com');
    await joinTeam(ada, teamId, admin, 'admin');
    mail.isRefusing = true;
    await makeExport(admin, teamId);
    await getJobs(api.app).runDue();
    mail.isRefusing = false;
    expect((await ada.delete(`/teams/${teamId}/members/${admin.user.id}`)).status).toBe(204);
    clock.advance(60);
    await getJobs(api.app).runDue();
    expect(mail.mails.filter(({ to }) => to.includes('admin@example.com'))).toEqual([]);
  });
});
