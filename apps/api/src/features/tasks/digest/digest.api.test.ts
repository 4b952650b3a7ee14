import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Account } from '@hearth/contracts/account/account';
import { instantIn, localTime } from '@hearth/contracts/core/moment-values';
import { addDays } from '@hearth/contracts/core/days';
import { loadActor } from '#features/members/index.ts';
import { asOwner } from '#platform/db/index.ts';
import { createJobs, getJobs, type Jobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { startMailServer, unquote, type MailServer } from '#testing/mail-server.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import { bindDigest } from './digest.ts';

const ZONE = 'Asia/Kolkata';
const AT_EIGHT = { hour: 8, timeZone: ZONE };

describeOneEngine('daily digest', (engine) => {
  const clock = createTestClock();
  let mail: MailServer;
  let api: TestApp;
  let jobs: Jobs;
  let ada: SignedIn;
  let ben: SignedIn;
  let teamId: string;
  let path: string;
  let round = 0;

  beforeAll(async () => {
    mail = await startMailServer();
    api = await startApp(engine, { clock, env: mail.env });
    jobs = getJobs(api.app);
  });
  afterAll(async () => {
    await api.close();
    await mail.close();
  });
  beforeEach(async () => {
    // Each test uses its own users and starts at night, before the digest of the day.
    round += 1;
    await goTo('00:30');
    mail.mails.splice(0);
    teamId = (await makeTeam(ada, 'evil.example'))._id;
    path = `/teams/${teamId}`;
    await ada.post(`/dev${path}/plan`, { plan: 'pro' });
    await joinTeam(ada, teamId, ben, 'member');
  });
  afterEach(() => {
    mail.isRefusing = false;
  });

  /** Advances the clock to the next occurrence of this local time without running jobs. */
  async function skipTo(time: string, zone = ZONE): Promise<void> {
    const now = clock.now();
    let day = today(zone);
    while (Date.parse(instantIn(day, time, zone)) <= now.getTime()) day = addDays(day, 1);
    clock.advance((Date.parse(instantIn(day, time, zone)) - now.getTime()) / 1000 + 1);
    ada = await signIn(api, `ada-${round}@example.com`);
    ben = await signIn(api, `ben-${round}@example.com`);
  }
  /** Advances the clock to the next occurrence of this local time, and runs due jobs. */
  async function goTo(time: string, zone = ZONE): Promise<void> {
    await skipTo(time, zone);
    await jobs.runDue();
  }
  const today = (zone = ZONE): string => localTime(clock.now(), zone).slice(0, 10);
  const choose = async (digest: object | null, who = ada) =>
    await who.patch<{ account: Account }>('/account', { digest });
  /** Creates a task assigned to `who` that is due in this many days. */
  const assign = async (title: string, days: number, fields: object = {}, who = ada) =>
    await makeTask(ada, teamId, {
      title,
      dueDate: addDays(today(), days),
      assigneeIds: [who.user.id],
      ...fields,
    });
  /** Lists the titles in each email to the users of this test, by heading. */
  const mails = () =>
    mail.mails.flatMap(({ to, raw }) => {
      if (![ada, ben].some(({ user }) => to.includes(user.email))) return [];
      const text = unquote(raw);
      const [before = '', after = ''] = text.split(/that are due today:\s/);
      const named = (part: string): string[] =>
        [...part.matchAll(/^• (.*?)\r?$/gm)].map(([, title]) => (title ?? '').replaceAll('\u2060', ''));
      return { to, text, overdue: named(before), today: named(after) };
    });

  it('lists overdue tasks and tasks due today, once a day', async () => {
    await assign('Late', -1);
    await assign('Later than late', -3);
    const current = await assign('Now example.org', 0);
    await assign('Soon', 1);
    await assign('Without a day', 0, { dueDate: null });
    await assign('Of Ben', 0, {}, ben);
    const moment = (time: string): string => instantIn(today(), time, ZONE);
    await assign('This morning', 0, { dueDate: moment('07:00') });
    await assign('This evening', 0, { dueDate: moment('23:30') });
    expect((await choose(AT_EIGHT)).body.account.digest).toEqual(AT_EIGHT);
    await goTo('07:59');
    expect(mails()).toEqual([]);
    await goTo('08:00');
    const [first, ...others] = mails();
    expect([first?.to, others]).toEqual([[ada.user.email], []]);
    expect(first?.overdue).toEqual(['Later than late', 'Late', 'This morning']);
    expect(first?.today).toEqual(['This evening', 'Now example.org']);
    expect(first?.text).toContain(`${api.webOrigin}/dashboard/tasks/mine`);
    expect(first?.text).toContain(`${api.webOrigin}/dashboard/settings/notifications`);
    // Names and titles must not become links.
    expect(first?.text).not.toMatch(/evil\.example|example\.org/);

    for (let edit = 0; edit < 30; edit += 1) {
      const dueDate = addDays(today(), -(edit % 3));
      await ada.patch(`${path}/tasks/${current.id}`, { dueDate, title: `Edit ${edit}` });
    }
    for (const hour of [9, 10, 11, 12]) {
      await choose({ ...AT_EIGHT, hour });
      await goTo(`${hour + 1}:00`.padStart(5, '0'));
    }
    for (const timeZone of ['America/Los_Angeles', 'Asia/Tokyo', null]) {
      await ada.patch('/account', { timeZone });
      await jobs.runDue();
    }
    await choose(null);
    await choose({ ...AT_EIGHT, hour: 20 });
    await goTo('23:59');
    expect(mails()).toHaveLength(1);
    await goTo('20:00');
    expect(mails().map(({ today: named }) => named)).toEqual([first?.today, ['Soon']]);
  });

  it('skips users without due tasks and users who turned the digest off', async () => {
    await assign('Soon', 2);
    await assign('Of Ben', 0, {}, ben);
    await choose(AT_EIGHT);
    await goTo('08:00');
    expect(mails()).toEqual([]);
    const other = (await makeTeam(ada, 'Second'))._id;
    await makeTask(ada, other, { title: 'There', dueDate: today(), assigneeIds: [ada.user.id] });
    await assign('Here', 1);
    await goTo('08:00');
    // One email for each team with due tasks: 'There' is overdue now.
    const digests = mails().map(({ overdue, today: named }) => ({ overdue, named }));
    expect(digests).toHaveLength(2);
    expect(digests).toContainEqual({ overdue: [], named: ['Here'] });
    expect(digests).toContainEqual({ overdue: ['There'], named: [] });
    mail.mails.splice(0);
    await choose(null);
    await goTo('08:00');
    expect(mails()).toEqual([]);
  });

  it('omits hidden, completed and snoozed tasks and tasks in triage', async () => {
    const project = await makeProject(ada, teamId, { key: 'WEB' });
    const secret = await makeProject(ada, teamId, { key: 'SEC' });
    const over = await makeProject(ada, teamId, { key: 'OVR' });
    const trashedProject = await makeProject(ada, teamId, { key: 'GON' });
    const intake = await makeProject(ada, teamId, { key: 'INT' });
    await ada.patch(`${path}/projects/${intake.id}`, { hasTriage: true });
    const { body } = await ada.get<{ statuses: { id: string; category: string }[] }>(`${path}/statuses`);
    const done = body.statuses.find(({ category }) => category === 'completed')?.id;
    const of = async (title: string, projectId = project.id) => await assign(title, -1, { projectId }, ben);
    await of('Seen');
    await of('Secret', secret.id);
    await of('Archived', over.id);
    await of('In a trashed project', trashedProject.id);
    const waiting = await of('Waiting', intake.id);
    const triage = { since: clock.now().toISOString(), until: null };
    expect((await ada.patch(`${path}/tasks/${waiting.id}`, { triage })).status).toBe(200);
    const moved = await of('Moved');
    const finished = await of('Done');
    const trashed = await of('Trashed');
    const taken = await of('Of somebody else');
    const [snoozed, back] = [await of('Snoozed'), await of('Back today')];
    await ada.patch(`${path}/projects/${secret.id}`, { isPrivate: true });
    await ada.patch(`${path}/tasks/${moved.id}`, { projectId: secret.id });
    // Users who lose access are unassigned. Even a leftover assignment must not be emailed.
    await asOwner(api.app.db, (tx) =>
      sql`
        insert into task_assignees (team_id, task_id, user_id, assigned_at)
        values (${teamId}, ${moved.id}, ${ben.user.id}, ${clock.now()})`.execute(tx),
    );
    await ada.send('PUT', `${path}/projects/${over.id}/archive`);
    await ada.delete(`${path}/projects/${trashedProject.id}`);
    await ada.patch(`${path}/tasks/${finished.id}`, { statusId: done });
    await ada.delete(`${path}/tasks/${trashed.id}`);
    await ada.patch(`${path}/tasks/${taken.id}`, { assigneeIds: [ada.user.id] });
    const snooze = async (id: string, days: number) =>
      await ben.patch(`${path}/own-tasks`, { taskIds: [id], snoozedUntil: addDays(today(), days) });
    expect((await snooze(snoozed.id, 1)).status).toBe(200);
    await snooze(back.id, 0);
    await choose(AT_EIGHT, ben);
    await goTo('08:00');
    expect(mails().map(({ overdue }) => overdue)).toEqual([['Seen', 'Back today']]);
  });

  it('skips removed members and accounts pending deletion', async () => {
    await assign('Of Ben', 0, {}, ben);
    await choose(AT_EIGHT, ben);
    await ada.delete(`${path}/members/${ben.user.id}`);
    await goTo('08:00');
    expect(mails()).toEqual([]);
    const own = (await makeTeam(ben, 'Of Ben'))._id;
    await makeTask(ben, own, { title: 'Mine', dueDate: today(), assigneeIds: [ben.user.id] });
    // The last owner of a team can't delete their account.
    await joinTeam(ben, own, ada, 'admin');
    await ben.patch(`/teams/${own}/members/${ada.user.id}`, { teamRole: 'owner' });
    expect((await ben.delete('/account')).status).toBe(204);
    await goTo('08:00');
    expect(mails()).toEqual([]);
    expect((await ben.post('/account/keep')).status).toBe(200);
    await goTo('08:00');
    expect(mails().map(({ overdue }) => overdue)).toEqual([['Mine']]);
  });

  it('reschedules when the hour or time zone changes', async () => {
    await assign('Late', -1);
    await choose(AT_EIGHT);
    await goTo('07:30');
    await choose({ ...AT_EIGHT, hour: 10 });
    await goTo('09:00');
    expect(mails()).toHaveLength(0);
    // 10:00 in Tokyo is 6:30 here. The time zone of the account determines the time.
    await ada.patch('/account', { timeZone: 'Asia/Tokyo' });
    await goTo('10:30');
    expect(mails()).toHaveLength(0);
    await goTo('10:00', 'Asia/Tokyo');
    expect(mails()).toHaveLength(1);
    await choose({ hour: 7, timeZone: ZONE });
    await goTo('06:59', 'Asia/Tokyo');
    expect(mails()).toHaveLength(1);
    await goTo('07:00', 'Asia/Tokyo');
    expect(mails()).toHaveLength(2);
    for (const wrong of [{ hour: 24, timeZone: ZONE }, { hour: 8.5, timeZone: ZONE }, { hour: 8 }])
      expect((await choose(wrong)).status).toBe(400);
    expect((await choose({ hour: 8, timeZone: '+05:30' })).status).toBe(400);
  });

  it('sends one digest across nodes and restarts and resumes after an outage', async () => {
    await assign('Late', -1);
    await choose(AT_EIGHT);
    await skipTo('08:00');
    // New job runners, as after a restart. Each of them could run the job.
    const nodes = [1, 2, 3].map(() => createJobs(api.app, { loadActor }, bindDigest(api.app)));
    // Run twice, because the first job enqueues the second.
    const runAll = async (): Promise<void> => {
      for (const _time of [1, 2]) await Promise.all(nodes.map((node) => node.runDue()));
    };
    await runAll();
    expect(mails()).toHaveLength(1);
    // The outage lasts from before the digest until the following night. The next digest is sent on the morning after.
    await skipTo('07:00');
    await skipTo('03:00');
    await runAll();
    expect(mails()).toHaveLength(1);
    await skipTo('11:00');
    await runAll();
    expect(mails()).toHaveLength(2);
    await goTo('08:00');
    expect(mails()).toHaveLength(3);
  });

  it('lists thirty titles, counts the rest and uses the recipient’s language', async () => {
    for (let count = 0; count < 32; count += 1) await assign(`Late ${count}`, -1);
    await choose(AT_EIGHT);
    await goTo('08:00');
    const [digest] = mails();
    expect(digest?.overdue).toHaveLength(30);
    expect(digest?.text).toContain('and 2 more');
    expect(digest?.text).toContain('32_overdue_in');
    await ada.patch('/account', { language: 'fr' });
    await goTo('08:00');
    expect(mails()[1]?.text).toContain('Vos tâches en retard');
    expect(mails()[1]?.text).toContain('et 2 de plus');
  });

  it('retries during a mail server outage until the next digest is due', async () => {
    await assign('Late', -1);
    await choose(AT_EIGHT);
    mail.isRefusing = true;
    await goTo('08:00');
    mail.isRefusing = false;
    await goTo('08:05');
    expect(mails()).toHaveLength(1);
    mail.isRefusing = true;
    await goTo('08:00');
    mail.isRefusing = false;
    await goTo('07:59');
    expect(mails()).toHaveLength(1);
    await goTo('08:00');
    expect(mails()).toHaveLength(2);
  });

  // Keep this test last, because it advances the clock to another season.
  it('keeps the local hour across DST changes', async () => {
    const zone = 'Europe/Berlin';
    const offset = (day: string): number =>
      Date.parse(instantIn(day, '08:00', zone)) - Date.parse(`${day}T08:00Z`);
    let day = addDays(today(zone), 2);
    while (offset(day) === offset(addDays(day, 1))) day = addDays(day, 1);
    const ahead = (Date.parse(instantIn(day, '07:00', zone)) - clock.now().getTime()) / 1000;
    clock.advance(ahead);
    await goTo('07:30', zone);
    await assign('Late', -1);
    await choose({ hour: 8, timeZone: zone });
    for (const [time, count] of [
      ['07:59', 0],
      ['08:00', 1],
      ['07:59', 1],
      ['08:00', 2],
    ] as const) {
      await goTo(time, zone);
      expect([today(zone), mails().length]).toEqual([today(zone), count]);
    }
    expect(today(zone)).toBe(addDays(day, 1));
  });
});
