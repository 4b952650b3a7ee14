import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { PersonalTask } from '@hearth/contracts/reminders/personal-tasks';
import type { Run, Skip } from '@hearth/contracts/recurrence/repeats';
import type { PastChange, Status, Task } from '@hearth/contracts/tasks/tasks';
import type { Template } from '@hearth/contracts/templates/template-values';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

/** Noon UTC is 17:30 in Kolkata, and days start earlier there than in UTC. */
const KOLKATA = 'Asia/Kolkata';
const MOMENT = '2026-11-20T12:00:00.000Z';

describeOneEngine('start and due times of tasks', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let teamId: string;
  let path: string;
  let statuses: Status[];

  beforeAll(async () => {
    ada = await signIn(api, 'ada@example.com');
  });
  beforeEach(async () => {
    setClock('2026-11-20T06:00:00Z');
    teamId = (await makeTeam(ada, 'Makers'))._id;
    path = `/teams/${teamId}`;
    ({ statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body);
  });

  const setClock = (at: string) => clock.advance((Date.parse(at) - clock.now().getTime()) / 1000);
  const change = async (id: string, body: object) =>
    await ada.patch<{ task: Task } & Problem>(`${path}/tasks/${id}`, body);
  const read = async (id: string) => (await ada.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task;
  const list = async (query: Record<string, string>) => {
    const search = new URLSearchParams(query).toString();
    return (await ada.get<{ tasks: Task[] }>(`${path}/tasks?${search}`)).body.tasks.map(({ title }) => title);
  };
  const complete = async (id: string) =>
    await change(id, { statusId: statuses.find(({ category }) => category === 'completed')?.id });

  it('stores a date or a timestamp in the same field and switches between them', async () => {
    const task = await makeTask(ada, teamId, { dueDate: '2026-11-20T12:00Z', startDate: '2026-11-19' });
    expect([task.startDate, task.dueDate]).toEqual(['2026-11-19', MOMENT]);
    expect((await change(task.id, { dueDate: '2026-11-20' })).body.task.dueDate).toBe('2026-11-20');
    const later = '2026-11-19T23:59:00.000Z';
    const changed = (await change(task.id, { dueDate: MOMENT, startDate: later })).body.task;
    expect([changed.startDate, changed.dueDate]).toEqual([later, MOMENT]);
    expect((await change(task.id, { dueDate: null })).body.task.dueDate).toBeNull();
    const { changes } = (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${task.id}/history`)).body;
    const due = changes.filter(({ field }) => field === 'dueDate').map((one) => [one.old, one.new]);
    expect(due).toEqual([
      [MOMENT, null],
      ['2026-11-20', MOMENT],
      [MOMENT, '2026-11-20'],
    ]);
    const sync = await readSync(ada, teamId);
    const row = sync.changes.find(({ entity, id }) => entity === 'task' && id === task.id);
    expect(row?.data).toMatchObject({ startDate: later, dueDate: null });
  });

  it('rejects values that are neither a date nor a UTC time to the minute and names the field', async () => {
    const task = await makeTask(ada, teamId);
    for (const dueDate of ['2026-11-20T12:00:30Z', '2026-11-31', '2026-11-20T12:00:00+05:30', 'noon', 5]) {
      const { status, body } = await change(task.id, { dueDate });
      expect([status, body.code, body.errors]).toEqual([
        400,
        'INVALID_REQUEST',
        [
          {
            path: 'dueDate',
            message:
              'must be a date such as 2026-11-20, or a date and time to the minute such as 2026-11-20T12:30:00.000Z',
          },
        ],
      ]);
    }
    expect((await read(task.id)).dueDate).toBeNull();
  });

  it('filters and sorts by days in the caller’s time zone', async () => {
    await makeTask(ada, teamId, { title: 'day', dueDate: '2026-11-20' });
    await makeTask(ada, teamId, { title: 'noon', dueDate: MOMENT });
    await makeTask(ada, teamId, { title: 'night', dueDate: '2026-11-20T20:00:00.000Z' });
    const today = { filter: 'due:today', sort: 'due' };
    expect(await list({ ...today, timeZone: 'UTC' })).toEqual(['noon', 'night', 'day']);
    expect(await list({ ...today, timeZone: KOLKATA })).toEqual(['noon', 'day']);
    expect(await list({ sort: 'due', timeZone: KOLKATA })).toEqual(['noon', 'day', 'night']);
    expect(await list({ sort: '-due', timeZone: '+05:30' })).toEqual(['night', 'day', 'noon']);
    expect(await list({ filter: 'due:2026-11-21', timeZone: KOLKATA })).toEqual(['night']);
    expect(await list({ filter: 'due:overdue' })).toEqual([]);
    setClock('2026-11-20T12:00:01Z');
    expect(await list({ filter: 'due:overdue' })).toEqual(['noon']);
    expect(await list({ filter: 'due:none' })).toEqual([]);
  });

  it('sets individual times in a bulk update', async () => {
    const [one, two] = [await makeTask(ada, teamId), await makeTask(ada, teamId, { dueDate: MOMENT })];
    const response = await ada.patch(`${path}/tasks`, {
      taskIds: [one.id, two.id],
      startDate: '2026-11-18T08:15:00.000Z',
      each: [{ dueDate: MOMENT }, { dueDate: '2026-11-21' }],
    });
    expect(response.status).toBe(200);
    const startDate = '2026-11-18T08:15:00.000Z';
    expect(await read(one.id)).toMatchObject({ startDate, dueDate: MOMENT });
    expect(await read(two.id)).toMatchObject({ startDate, dueDate: '2026-11-21' });
  });

  it('repeats a task at the same local time across a DST change', async () => {
    const repeat = { mode: 'schedule', rule: 'FREQ=WEEKLY;BYDAY=FR', timeZone: 'Europe/Berlin' };
    setClock('2027-03-26T08:00:00Z');
    ada = await signIn(api, 'ada@example.com');
    // A Friday at 17:00. Daylight saving time begins on Sunday.
    const task = await makeTask(ada, teamId, { dueDate: '2027-03-26T16:00:00.000Z', repeat });
    const skips = `${path}/tasks/${task.id}/skips`;
    const skipped = await ada.post<{ task: Task; skip: Skip }>(skips, { reason: '' });
    expect(skipped.body).toMatchObject({
      task: { dueDate: '2027-04-02T15:00:00.000Z' },
      skip: { day: '2027-03-26', toDay: '2027-04-02' },
    });
    expect((await ada.delete(`${skips}/${skipped.body.skip.id}`)).status).toBe(204);
    expect((await read(task.id)).dueDate).toBe('2027-03-26T16:00:00.000Z');
    setClock('2027-03-26T16:00:30Z');
    await complete(task.id);
    const { runs } = (await ada.get<{ runs: Run[] }>(`${path}/tasks/${task.id}/runs`)).body;
    expect(runs.map(({ dueDate, isOnTime }) => [dueDate, isOnTime])).toEqual([
      ['2027-04-02T15:00:00.000Z', null],
      ['2027-03-26T16:00:00.000Z', false],
    ]);
  });

  it('keeps local times in templates across time zones', async () => {
    const task = await makeTask(ada, teamId, {
      startDate: '2026-11-19T20:00:00.000Z',
      dueDate: '2026-11-21T12:00:00.000Z',
    });
    const created = await ada.post<{ template: Template }>(`${path}/tasks/${task.id}/template`, {
      name: 'Evening',
      timeZone: KOLKATA,
    });
    expect(created.body.template.content.tasks[0]).toMatchObject({
      startDay: 0,
      startTime: '01:30',
      dueDay: 1,
      dueTime: '17:30',
    });
    const used = await ada.post<{ taskIds: string[] }>(`${path}/templates/${created.body.template.id}/use`, {
      startDate: '2027-01-04',
      timeZone: 'Europe/Berlin',
    });
    expect(await read(used.body.taskIds[0] ?? '')).toMatchObject({
      startDate: '2027-01-04T00:30:00.000Z',
      dueDate: '2027-01-05T16:30:00.000Z',
    });
  });

  it('reschedules relative reminders when the dates change', async () => {
    const task = await makeTask(ada, teamId, { dueDate: '2026-11-25T20:00:00.000Z' });
    const reminder = {
      id: randomUUID(),
      on: 'due',
      day: null,
      days: 0,
      time: '09:00',
      timeZone: KOLKATA,
      isSeen: false,
    };
    await ada.patch(`${path}/own-tasks`, { taskIds: [task.id], reminders: [reminder] });
    const readAt = async () => {
      const { tasks } = (await ada.get<{ tasks: PersonalTask[] }>(`${path}/own-tasks`)).body;
      return tasks.flatMap(({ reminders }) => reminders.map(({ at }) => at));
    };
    // At that time it is already the 26th in Kolkata.
    expect(await readAt()).toEqual(['2026-11-26T03:30:00.000Z']);
    await change(task.id, { dueDate: '2026-11-25T18:00:00.000Z' });
    expect(await readAt()).toEqual(['2026-11-25T03:30:00.000Z']);
    // The reminder is relative to a timestamp. If the task has only a date, the reminder has no time.
    const soon = { ...reminder, minutes: -90 };
    await ada.patch(`${path}/own-tasks`, { taskIds: [task.id], reminders: [soon] });
    expect(await readAt()).toEqual(['2026-11-25T16:30:00.000Z']);
    await change(task.id, { dueDate: '2026-11-25' });
    expect(await readAt()).toEqual([null]);
    const wrong = { ...soon, on: 'day', day: '2026-11-25' };
    const refused = await ada.patch<Problem>(`${path}/own-tasks`, { taskIds: [task.id], reminders: [wrong] });
    expect([refused.status, refused.body.errors?.[0]?.message]).toEqual([
      400,
      'can’t be combined with a day',
    ]);
  });
});
