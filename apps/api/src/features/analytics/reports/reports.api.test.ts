import { beforeEach, expect, it } from 'vitest';
import type { Report, ReportSchedule } from '@hearth/contracts/analytics/reports';
import type { Problem } from '@hearth/contracts/core/errors';
import { LOCALES } from '@hearth/contracts/core/locales';
import type { Document } from '@hearth/contracts/documents/documents';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { loadActor } from '#features/members/index.ts';
import { createJobs, getJobs } from '#platform/jobs/index.ts';
import { readOutbox, type OutboxMail } from '#platform/mail/outbox.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';
import { bindReportJobs } from './report-jobs.ts';

const DAY_S = 86_400;
const MONDAY_AT_NINE = { weekday: 1, hour: 9, projectId: null, savesDocument: false };

describeOneEngine('weekly reports', (engine) => {
  // A Wednesday, at noon UTC.
  const clock = createTestClock('2031-03-05T12:00:00Z');
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let ben: SignedIn;
  let guest: SignedIn;
  let teamId: string;
  let path: string;
  let round = 0;

  beforeEach(async () => {
    round += 1;
    await signAllIn();
    teamId = (await makeTeam(ada, 'evil.example'))._id;
    path = `/teams/${teamId}`;
    await ada.post(`/dev${path}/plan`, { plan: 'pro' });
    await ada.patch(path, { timeZone: 'Asia/Kolkata' });
    await joinTeam(ada, teamId, ben);
    await joinTeam(ada, teamId, guest, 'guest');
  });

  const signAllIn = async () => {
    ada = await signIn(api, `ada-${round}@example.com`);
    ben = await signIn(api, `ben-${round}@example.com`);
    guest = await signIn(api, `guest-${round}@example.com`);
  };
  const goTo = async (iso: string) => {
    clock.advance((Date.parse(iso) - clock.now().getTime()) / 1000);
    await signAllIn();
    await runDue();
  };
  const runDue = async () => {
    await getJobs(api.app).runDue();
    await getJobs(api.app).runDue();
  };
  /** Returns the next Monday at 9:00 in Kolkata, plus this many weeks. */
  const monday = (weeks = 0): string => {
    const at = new Date(clock.now().toISOString().slice(0, 10) + 'T03:30:00Z');
    while (at.getUTCDay() !== 1 || at <= clock.now()) at.setUTCDate(at.getUTCDate() + 1);
    at.setUTCDate(at.getUTCDate() + weeks * 7);
    return at.toISOString();
  };
  const put = async (body: Record<string, unknown>, by = ada) =>
    await by.send<{ schedule: ReportSchedule } & Problem>('PUT', `${path}/analytics/schedule`, { body });
  const get = async (by = ada) =>
    (await by.get<{ schedule: ReportSchedule | null }>(`${path}/analytics/schedule`)).body.schedule;
  const finish = async (fields: Record<string, unknown> = {}) => {
    const { statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body;
    const done = statuses.find(({ category }) => category === 'completed')?.id;
    const task = await makeTask(ada, teamId, fields);
    expect((await ada.patch(`${path}/tasks/${task.id}`, { statusId: done })).status).toBe(200);
  };
  const seen = new Set<OutboxMail>();
  const readMails = (): OutboxMail[] => {
    const fresh = readOutbox(api.app).filter((mail) => !seen.has(mail));
    for (const mail of fresh) seen.add(mail);
    return fresh
      .filter(({ text }) => text.includes(teamId))
      .toSorted((one, other) => one.to.localeCompare(other.to));
  };
  const listDocuments = async () =>
    (await ada.get<{ documents: Document[] }>(`${path}/documents?limit=200`)).body.documents;

  it('sends reports weekly in each recipient’s language until the recipient unsubscribes or the schedule is deleted', async () => {
    await finish();
    await finish();
    const first = monday();
    const ids = [ada.user.id, ben.user.id].toSorted();
    const response = await put({ ...MONDAY_AT_NINE, recipientIds: [...ids, ids[0]] });
    expect([response.status, response.body.schedule]).toEqual([
      200,
      { ...MONDAY_AT_NINE, recipientIds: ids, nextAt: first, createdBy: ada.user.id },
    ]);
    expect(await get(ben)).toEqual(response.body.schedule);
    await ben.patch('/account', { language: 'fr' });

    await goTo(new Date(Date.parse(first) - 90_000).toISOString());
    expect(readMails()).toEqual([]);
    await goTo(first);
    // A second node polls at the same time.
    await createJobs(api.app, { loadActor }, bindReportJobs(api.app)).runDue();
    const mails = readMails();
    expect(mails.map(({ to }) => to)).toEqual([ada.user.email, ben.user.email]);
    const [toAda, toBen] = mails;
    // A domain in a name must not become a link.
    expect(toAda?.subject).toMatch(/^evil\.\u2060example: the week of \d+/);
    expect(toAda?.text).toContain('• Tasks finished: 2\n');
    expect(toAda?.text).toContain(`/dashboard/analytics?team=${teamId}&report=true`);
    expect(toBen?.text).toContain('• Tâches terminées : 2\n');

    for (const _twice of [1, 2])
      expect((await ben.send('DELETE', `${path}/analytics/schedule/me`)).status).toBe(204);
    await goTo(monday());
    const second = readMails();
    expect(second.map(({ to }) => to)).toEqual([ada.user.email]);
    expect(second[0]?.text).toContain('• Tasks finished: 0, 2 fewer than the week before\n');

    expect((await ada.send('DELETE', `${path}/analytics/schedule`)).status).toBe(204);
    expect((await ada.send('DELETE', `${path}/analytics/schedule`)).status).toBe(204);
    await goTo(monday());
    expect(readMails()).toEqual([]);
    expect(await get()).toBeNull();
  });

  it('saves reports under one parent document and recreates the parent after deletion', async () => {
    await put({ ...MONDAY_AT_NINE, savesDocument: true, recipientIds: [] });
    await goTo(monday());
    await goTo(monday());
    const documents = await listDocuments();
    const folder = documents.find(({ parentId }) => parentId === null);
    expect(folder?.title).toBe('Weekly reports');
    const saved = documents.filter(({ parentId }) => parentId === folder?.id);
    expect(saved.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Weekly report, /),
      expect.stringMatching(/^Weekly report, /),
    ]);
    const { body: text } = await ada.get<string>(`${path}/documents/${saved[0]?.id}/markdown`);
    expect(text).toContain('| Finished');
    await ada.send('DELETE', `${path}/documents/${folder?.id}`);
    await goTo(monday());
    expect((await listDocuments()).map(({ title }) => title).toSorted()).toEqual([
      expect.stringMatching(/^Weekly report, /),
      'Weekly reports',
    ]);
  });

  it('excludes private projects from team reports and limits project reports to members with access', async () => {
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    await finish();
    await finish({ projectId: secret.id });
    await finish({ projectId: secret.id });
    await goTo(monday());
    const read = async (query: string, by = ada) =>
      await by.get<{ report: Report }>(`${path}/analytics/report${query}`);
    const { report } = (await read('')).body;
    expect(report.markdown).toContain('- Tasks finished: 1\n');
    expect(report.markdown).toContain('Private projects are not counted.');
    expect((await read(`?projectId=${secret.id}`)).body.report.markdown).toContain('- Tasks finished: 2\n');
    expect((await read(`?projectId=${secret.id}`, ben)).status).toBe(404);
    for (const language of LOCALES) {
      const { markdown, title } = (await read(`?language=${language}`)).body.report;
      expect(title + markdown).not.toMatch(/undefined|NaN|null/);
    }

    const ofSecret = { ...MONDAY_AT_NINE, projectId: secret.id };
    const refused = await put({ ...ofSecret, recipientIds: [ada.user.id, ben.user.id] });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'recipientIds.1']);
    expect((await put({ ...ofSecret, recipientIds: [ada.user.id] })).status).toBe(200);
    expect([await get(ben), await get(guest)]).toEqual([null, null]);
    await goTo(monday());
    expect(readMails().map(({ to, text }) => [to, text.includes(`&project=${secret.id}`)])).toEqual([
      [ada.user.email, true],
    ]);
  });

  it.each([
    ['a guest as recipient', () => ({ recipientIds: [guest.user.id] }), 'recipientIds.0'],
    ['schedules without recipients or a document', () => ({ recipientIds: [] }), 'recipientIds'],
    ['weekday 8', () => ({ weekday: 8, recipientIds: [ada.user.id] }), 'weekday'],
    ['hour 24', () => ({ hour: 24, recipientIds: [ada.user.id] }), 'hour'],
  ])('rejects %s with a field error', async (_what, part, field) => {
    const response = await put({ ...MONDAY_AT_NINE, ...part() });
    expect([response.status, response.body.errors?.[0]?.path]).toEqual([400, field]);
    expect(await get()).toBeNull();
  });

  it('skips overdue reports and stops reports to removed members and in teams without Pro', async () => {
    expect((await put({ ...MONDAY_AT_NINE, recipientIds: [ada.user.id] }, ben)).status).toBe(403);
    const both = { ...MONDAY_AT_NINE, savesDocument: true, recipientIds: [ada.user.id, ben.user.id] };
    expect((await put(both)).status).toBe(200);
    expect((await ada.send('DELETE', `${path}/members/${ben.user.id}`)).status).toBe(204);
    await goTo(monday());
    expect(readMails().map(({ to }) => to)).toEqual([ada.user.email]);
    await joinTeam(ada, teamId, ben);
    expect((await get())?.recipientIds).toEqual([ada.user.id]);
    const countBefore = (await listDocuments()).length;

    clock.advance((Date.parse(monday()) - clock.now().getTime()) / 1000 + 2 * DAY_S);
    await signAllIn();
    await runDue();
    expect(readMails()).toEqual([]);
    expect((await get())?.nextAt).toBe(monday());

    await ada.post(`/dev${path}/plan`, { plan: 'free' });
    await goTo(monday());
    expect(readMails()).toEqual([]);
    expect(await listDocuments()).toHaveLength(countBefore);
    expect((await ada.get(`${path}/analytics/schedule`)).status).toBe(402);
    expect((await put({ ...MONDAY_AT_NINE, recipientIds: [ada.user.id] })).status).toBe(402);
  });
});
