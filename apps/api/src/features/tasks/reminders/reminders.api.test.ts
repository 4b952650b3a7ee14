import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { PersonalTask } from '@hearth/contracts/reminders/personal-tasks';
import { localTime } from '@hearth/contracts/core/moment-values';
import type { SyncPage } from '@hearth/contracts/sync';
import { loadActor } from '#features/members/index.ts';
import { runCommand } from '#platform/commands/index.ts';
import { createJobs, getJobs, type Jobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { startMailServer, unquote, type MailServer } from '#testing/mail-server.ts';
import {
  joinTeam,
  makeProject,
  makeTask,
  makeTeam,
  signIn,
  type ApiResponse,
  type SignedIn,
} from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import { bindReminders, remindLater } from './reminders.ts';

const ZONE = 'Asia/Kolkata';
const HOUR = 3600;

describeOneEngine('reminders', (engine) => {
  const clock = createTestClock();
  let mail: MailServer;
  let api: TestApp;
  let jobs: Jobs;
  let ada: SignedIn;
  let ben: SignedIn;
  let teamId: string;
  let path: string;

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
    ada = await signIn(api, 'ada@example.com');
    ben = await signIn(api, 'ben@example.com');
    teamId = (await makeTeam(ada, 'evil.example'))._id;
    path = `/teams/${teamId}`;
    await ada.post(`/dev${path}/plan`, { plan: 'pro' });
    await joinTeam(ada, teamId, ben, 'member');
  });
  afterEach(async () => {
    mail.isRefusing = false;
    mail.mails.splice(0);
  });

  /** Returns the local time in Kolkata in this many seconds. */
  function inSeconds(seconds: number): { day: string; time: string } {
    const [day = '', time = ''] = localTime(new Date(clock.now().getTime() + seconds * 1000), ZONE).split(
      'T',
    );
    return { day, time };
  }
  const reminder = (fields: object) => ({
    id: randomUUID(),
    on: 'day',
    day: null,
    days: 0,
    time: '09:00',
    timeZone: ZONE,
    isSeen: false,
    ...fields,
  });
  const atDay = (seconds: number) => reminder(inSeconds(seconds));
  const keep = async (
    taskIds: string[],
    reminders: object[],
    who = ada,
  ): Promise<ApiResponse<{ tasks: PersonalTask[] } & Problem>> =>
    await who.patch(`${path}/own-tasks`, { taskIds, reminders });
  const read = async (who = ada) =>
    (await who.get<{ tasks: PersonalTask[] }>(`${path}/own-tasks`)).body.tasks;
  const reminderOf = async (taskId: string, who = ada) =>
    (await read(who)).find((own) => own.taskId === taskId)?.reminders[0];
  async function pass(seconds: number): Promise<void> {
    clock.advance(seconds);
    await jobs.runDue();
    ada = await signIn(api, 'ada@example.com');
    ben = await signIn(api, 'ben@example.com');
  }
  const mails = () => mail.mails.map(({ to, raw }) => ({ to, text: unquote(raw) }));

  it('fires once and mails reminders due close together in one mail', async () => {
    const [one, two, later] = [
      await makeTask(ada, teamId, { title: 'Call example.org' }),
      await makeTask(ada, teamId, { title: 'Write' }),
      await makeTask(ada, teamId, { title: 'Much later' }),
    ];
    expect((await keep([one.id], [atDay(HOUR)])).status).toBe(200);
    await keep([two.id], [atDay(HOUR + 120)]);
    await keep([later.id], [atDay(3 * HOUR)]);
    const before = (await ada.get<SyncPage>(`${path}/sync?limit=5000`)).body.seq;
    await pass(HOUR);
    expect((await reminderOf(one.id))?.firedAt).not.toBeNull();
    expect((await reminderOf(two.id))?.firedAt).toBeNull();
    const changes = (await ada.get<SyncPage>(`${path}/sync?since=${before}&limit=5000`)).body.changes;
    expect(changes.map(({ entity, id }) => [entity, id])).toEqual([['ownTask', one.id]]);
    expect((await ben.get<SyncPage>(`${path}/sync?since=${before}&limit=5000`)).body.changes).toEqual([]);
    await pass(300);
    expect((await reminderOf(two.id))?.firedAt).not.toBeNull();
    expect((await reminderOf(later.id))?.firedAt).toBeNull();
    const [first, ...others] = mails();
    expect([first?.to, others]).toEqual([['ada@example.com'], []]);
    expect(first?.text).toContain('Write');
    expect(first?.text).toContain(`${api.webOrigin}/dashboard/tasks/mine`);
    // Names and titles must not become links.
    expect(first?.text).not.toMatch(/evil\.example|example\.org/);
    await pass(60);
    expect(mails()).toHaveLength(1);
    // Remove the later reminder, because the clock keeps running for the other tests.
    await keep([later.id], []);
  });

  it('fires once across nodes and restarts', async () => {
    const task = await makeTask(ada, teamId, { title: 'Once' });
    await keep([task.id], [atDay(HOUR)]);
    clock.advance(HOUR);
    // New job runners, as after a restart. Each of them could run the job.
    const nodes = [1, 2, 3].map(() => createJobs(api.app, { loadActor }, bindReminders(api.app)));
    await Promise.all(nodes.map((node) => node.runDue()));
    ada = await signIn(api, 'ada@example.com');
    expect((await reminderOf(task.id))?.firedAt).not.toBeNull();
    // Concurrent requests may enqueue two jobs for the same reminder, which must fire once.
    const on = { teamId, userId: ada.user.id };
    await runCommand(api.app, { ...on, requestKey: null }, async (command) => {
      for (const at of [1, 2]) await remindLater(command, ada.user.id, [`2020-01-01T00:00:0${at}.000Z`]);
    });
    await Promise.all(nodes.map((node) => node.runDue()));
    await pass(HOUR);
    expect(mails()).toHaveLength(1);
  });

  it('reschedules when another member changes the dates of the task, singly or in bulk', async () => {
    const task = await makeTask(ada, teamId);
    await keep([task.id], [reminder({ on: 'due', days: -1 })]);
    expect((await reminderOf(task.id))?.at).toBeNull();
    await ben.patch(`${path}/tasks/${task.id}`, { dueDate: '2031-05-02' });
    expect((await reminderOf(task.id))?.at).toBe('2031-05-01T03:30:00.000Z');
    await ben.patch(`${path}/tasks`, { taskIds: [task.id], dueDate: '2031-05-03' });
    expect((await reminderOf(task.id))?.at).toBe('2031-05-02T03:30:00.000Z');
    await ben.patch(`${path}/tasks/${task.id}`, { dueDate: null });
    expect((await reminderOf(task.id))?.at).toBeNull();
    const { day } = inSeconds(26 * HOUR);
    await ben.patch(`${path}/tasks/${task.id}`, { dueDate: day, title: 'Tomorrow' });
    await keep([task.id], [reminder({ on: 'due', days: 0, time: inSeconds(26 * HOUR).time })]);
    await pass(26 * HOUR);
    expect((await reminderOf(task.id))?.firedAt).not.toBeNull();
    expect(mails()).toHaveLength(1);
  });

  it('skips completed, deleted and hidden tasks and removed members', async () => {
    const project = await makeProject(ada, teamId, { key: 'WEB' });
    const secret = await makeProject(ada, teamId, { key: 'SEC', isPrivate: true });
    const { body } = await ada.get<{ statuses: { id: string; category: string }[] }>(`${path}/statuses`);
    const done = body.statuses.find(({ category }) => category === 'completed')?.id;
    const created = [];
    for (const title of ['Done', 'Trashed', 'Hidden', 'Moved'])
      created.push(await makeTask(ada, teamId, { title, projectId: project.id }));
    const [finished, trashed, hidden, moved] = created.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
    ];
    await keep([finished, trashed, hidden, moved], [], ben);
    for (const id of [finished, trashed, hidden, moved]) await keep([id], [atDay(HOUR)], ben);
    await ada.patch(`${path}/tasks/${finished}`, { statusId: done });
    await ada.delete(`${path}/tasks/${trashed}`);
    await ada.patch(`${path}/tasks/${moved}`, { projectId: secret.id });
    // Changes in that project are not published to users without access.
    const before = (await ben.get<SyncPage>(`${path}/sync?limit=5000`)).body.seq;
    await ada.patch(`${path}/tasks/${moved}`, { dueDate: '2031-05-02' });
    expect((await ben.get<SyncPage>(`${path}/sync?since=${before}&limit=5000`)).body.changes).toEqual([]);
    await pass(HOUR);
    expect(
      mails()
        .map(({ text }) => text)
        .join(),
    ).not.toMatch(/Done|Trashed|Moved/);
    const unassigned = await makeTask(ada, teamId, { title: 'Somebody left' });
    await keep([unassigned.id], [atDay(HOUR)], ben);
    mail.mails.splice(0);
    await ada.delete(`${path}/members/${ben.user.id}`);
    await pass(HOUR);
    expect(mails()).toEqual([]);
  });

  it('marks reminders as seen or unseen and postpones them', async () => {
    const task = await makeTask(ada, teamId);
    const first = atDay(HOUR);
    await keep([task.id], [first]);
    await pass(HOUR);
    await keep([task.id], [{ ...first, isSeen: true }]);
    expect((await reminderOf(task.id))?.isSeen).toBe(true);
    await keep([task.id], [first]);
    expect(await reminderOf(task.id)).toMatchObject({ isSeen: false, firedAt: expect.any(String) });
    const again = { ...first, ...inSeconds(HOUR) };
    await keep([task.id], [again]);
    expect((await reminderOf(task.id))?.firedAt).toBeNull();
    await pass(HOUR);
    expect(mails()).toHaveLength(2);
    // A reminder with a past time never fires.
    await keep([task.id], [atDay(-HOUR)]);
    await pass(HOUR);
    expect(mails()).toHaveLength(2);
  });

  it('sends mails in the recipient’s language and retries during a mail server outage', async () => {
    await ada.patch('/account', { language: 'hi' });
    const task = await makeTask(ada, teamId, { title: 'बैंक जाना' });
    await keep([task.id], [atDay(HOUR)]);
    mail.isRefusing = true;
    await pass(HOUR);
    expect(mails()).toEqual([]);
    mail.isRefusing = false;
    await pass(60);
    expect(mails()[0]?.text).toContain('कार्य खोलें');
    expect(mails()[0]?.text).toContain(`?task=${task.id}`);
    await ada.patch('/account', { language: null });
  });

  it('rejects invalid values and names the field', async () => {
    const task = await makeTask(ada, teamId);
    const one = atDay(HOUR);
    for (const [reminders, where] of [
      [[reminder({ time: '9:00', day: '2031-01-01' })], 'reminders.0.time'],
      [[reminder({ day: null })], 'reminders.0.day'],
      [[reminder({ on: 'due', day: '2031-01-01' })], 'reminders.0.day'],
      [[reminder({ on: 'due', days: 366 })], 'reminders.0.days'],
      [[reminder({ day: '2031-01-01', timeZone: '+05:30' })], 'reminders.0.timeZone'],
      [[one, one], 'reminders'],
      [Array.from({ length: 6 }, () => atDay(HOUR)), 'reminders'],
    ] as const) {
      const { status, body } = await keep([task.id], [...reminders]);
      expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, 'INVALID_REQUEST', where]);
    }
    const other = await makeTask(ben, (await makeTeam(ben, 'Others'))._id);
    expect((await keep([other.id], [one])).status).toBe(404);
    expect(await read()).toEqual([]);
  });
});
