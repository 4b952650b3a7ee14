import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeAccounts } from '#features/auth/index.ts';
import { asOwner } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { createMigratedPostgres, describeOneEngine } from '#testing/databases.ts';
import { readHeaders, startMailServer, unquote, type MailServer } from '#testing/mail-server.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import { closeSupportRequest, listSupportQueue } from './support-queue.ts';

interface SupportRequest {
  request: { id: string; isPriority: boolean; answerHours: number };
}
const QUESTION = { subject: 'The board is empty', message: 'Since this morning.\nWhat can I do?' };

describeOneEngine('support requests', (engine) => {
  const clock = createTestClock();
  let api: TestApp;
  let mail: MailServer;
  let ada: SignedIn;
  let trialId: string;
  let proId: string;

  beforeAll(async () => {
    mail = await startMailServer();
    api = await startApp(engine, { clock, env: mail.env });
    ada = await signIn(api, 'ada@example.com', { name: 'Ada Berg' });
    trialId = (await makeTeam(ada, 'Trying'))._id;
    proId = (await makeTeam(ada, 'Paying'))._id;
    await ada.post(`/dev/teams/${proId}/plan`, { plan: 'pro' });
  });
  afterAll(async () => {
    await api.close();
    await mail.close();
  });
  const requestSupport = async (teamId: string, body: object = QUESTION, by = ada) =>
    await by.post<SupportRequest>(`/teams/${teamId}/support`, body);

  it('mails requests to the operators and promises a response time according to the plan', async () => {
    const [trial, pro] = [await requestSupport(trialId), await requestSupport(proId)];
    expect(trial).toMatchObject({ status: 201, body: { request: { isPriority: false, answerHours: 72 } } });
    expect(pro).toMatchObject({ status: 201, body: { request: { isPriority: true, answerHours: 8 } } });
    await getJobs(api.app).runDue();
    const mails = mail.mails
      .splice(0)
      .toSorted((a, b) => (a.raw.includes('[Pro]') ? -1 : b.raw.includes('[Pro]') ? 1 : 0));
    expect(mails.map(({ to }) => to)).toEqual([['people@hearth.example'], ['people@hearth.example']]);
    const [ofPro, ofTrial] = mails.map(({ raw }) => ({ headers: readHeaders(raw), text: unquote(raw) }));
    expect(ofPro?.headers.get('subject')).toBe('[Pro] The board is empty');
    expect(ofTrial?.headers.get('subject')).toBe('The board is empty');
    expect(ofPro?.headers.get('reply-to')).toBe('Ada Berg <ada@example.com>');
    expect(ofPro?.text).toContain('Since this morning.');
    expect(ofPro?.text).toContain(`Team: Paying (${proId})`);
    expect(ofPro?.text).toContain(`close ${pro.body.request.id}`);
  });

  it('sorts the queue by plan and due date, marks overdue requests and closes requests', async () => {
    const before = (await listSupportQueue(api.app)).map(({ team, isLate }) => [team, isLate]);
    expect(before).toEqual([
      ['Paying', false],
      ['Trying', false],
    ]);
    clock.advance(9 * 3600);
    const later = await requestSupport(proId, { ...QUESTION, subject: 'Another' });
    const queue = await listSupportQueue(api.app);
    expect(queue.map(({ team, subject, isLate }) => [team, subject, isLate])).toEqual([
      ['Paying', QUESTION.subject, true],
      ['Paying', 'Another', false],
      ['Trying', QUESTION.subject, false],
    ]);
    expect(await closeSupportRequest(api.app, later.body.request.id)).toBe(true);
    expect(await closeSupportRequest(api.app, later.body.request.id)).toBe(false);
    expect(await listSupportQueue(api.app)).toHaveLength(2);
  });

  it('stores a request once per idempotency key', async () => {
    const send = async () =>
      await ada.send<SupportRequest>('POST', `/teams/${trialId}/support`, {
        body: { ...QUESTION, subject: 'Once' },
        headers: { 'idempotency-key': 'support-1' },
      });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect((await listSupportQueue(api.app)).filter(({ subject }) => subject === 'Once')).toHaveLength(1);
  });

  it('rejects invalid subjects and messages, unknown fields and requests from non-members', async () => {
    for (const body of [
      { ...QUESTION, subject: '' },
      { ...QUESTION, subject: 'x'.repeat(141) },
      { ...QUESTION, subject: 'a\r\nBcc: x@example.com' },
      { ...QUESTION, message: '' },
      { ...QUESTION, message: 'x'.repeat(5001) },
      { ...QUESTION, plan: 'pro' },
    ])
      expect((await requestSupport(trialId, body)).status).toBe(400);
    const stranger = await signIn(api, 'stranger@example.com');
    expect((await requestSupport(trialId, QUESTION, stranger)).status).toBe(404);
  });

  it('includes requests in the data export and deletes them with the account', async () => {
    const guest = await signIn(api, 'guest@example.com');
    await joinTeam(ada, trialId, guest, 'guest');
    const { body } = await requestSupport(trialId, { ...QUESTION, subject: 'Of a guest' }, guest);
    const whole = (await guest.get<{ supportRequests: unknown[] }>('/account/export')).body;
    expect(whole.supportRequests).toEqual([
      {
        teamId: trialId,
        id: body.request.id,
        subject: 'Of a guest',
        message: QUESTION.message,
        createdAt: expect.any(String),
        closedAt: null,
      },
    ]);
    expect((await guest.delete('/account')).status).toBe(204);
    clock.advance(15 * 86_400);
    await purgeAccounts(api.app);
    const remaining = await asOwner(api.app.db, (tx) =>
      tx.selectFrom('support_requests').select('id').where('asked_by', '=', guest.user.id).execute(),
    );
    expect(remaining).toEqual([]);
  });
});

const adminUrl = process.env['TEST_DATABASE_URL'];

describe.runIf(adminUrl !== undefined)('npm run support', () => {
  it('reports an empty queue and fails for unknown ids and commands', async () => {
    const { url, remove } = await createMigratedPostgres(adminUrl ?? '');
    const run = promisify(execFile);
    const support = async (...args: string[]) =>
      await run(process.execPath, ['tools/support.ts', ...args], {
        env: { ...process.env, DATABASE_URL: url, LOG_LEVEL: 'silent' },
      }).catch((error: { stdout: string; stderr: string; code: number }) => error);
    try {
      expect((await support()).stdout).toContain('Nothing is open.');
      expect(await support('close', '01920000-0000-7000-8000-000000000000')).toMatchObject({ code: 1 });
      expect(await support('open')).toMatchObject({ code: 2 });
    } finally {
      await remove();
    }
  });
});
