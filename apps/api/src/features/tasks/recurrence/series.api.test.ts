import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { ChecklistItem } from '@hearth/contracts/checklists/checklist';
import type { Problem } from '@hearth/contracts/core/errors';
import type { PersonalTask } from '@hearth/contracts/reminders/personal-tasks';
import type { SyncPage } from '@hearth/contracts/sync';
import type { Run, SeriesSummary, Skip } from '@hearth/contracts/recurrence/repeats';
import type { PastChange, Status, Task } from '@hearth/contracts/tasks/tasks';
import { FULL_TEXT, FULL_PLAIN_TEXT } from '@hearth/contracts/testing/rich-texts';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProTeam, makeProject, makeTask, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

const WEEKLY = { mode: 'schedule', rule: 'FREQ=WEEKLY;BYDAY=MO', timeZone: 'Asia/Kolkata' };

describeOneEngine('recurring tasks', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let teamId: string;
  let path: string;
  let statuses: Status[];

  beforeEach(async () => {
    setClock('2026-11-21T06:00:00Z');
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
    ({ statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body);
  });

  const setClock = (at: string) => clock.advance((Date.parse(at) - clock.now().getTime()) / 1000);
  const statusOf = (category: string) => statuses.find((one) => one.category === category)?.id ?? '';
  const readAll = async () =>
    (await ada.get<{ tasks: Task[] }>(`${path}/tasks?limit=200`)).body.tasks.toSorted(
      (a, b) => a.number - b.number,
    );
  const complete = async (id: string, by = ada) =>
    await by.patch<{ task: Task } & Problem>(`${path}/tasks/${id}`, { statusId: statusOf('completed') });
  const reopen = async (id: string) =>
    await ada.patch<{ task: Task }>(`${path}/tasks/${id}`, { statusId: statusOf('unstarted') });
  const read = async (id: string) => (await ada.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task;
  const makeWeekly = async (fields: object = {}) =>
    await makeTask(ada, teamId, { title: 'Report', dueDate: '2026-11-23', repeat: WEEKLY, ...fields });
  const readRuns = async (id: string) =>
    (
      await ada.get<{ summary: SeriesSummary; runs: Run[]; nextCursor: string | null }>(
        `${path}/tasks/${id}/runs`,
      )
    ).body;

  it('keeps later occurrences on schedule when one is moved', async () => {
    const task = await makeWeekly({ startDate: '2026-11-20' });
    const move = async (dueDate: string) =>
      (await ada.patch<{ task: Task }>(`${path}/tasks/${task.id}`, { dueDate })).body.task;
    await move('2026-11-26');
    const moved = await move('2026-11-21');
    expect(moved.series).toMatchObject({ planned: { dueDate: '2026-11-23', startDate: '2026-11-20' } });
    await complete(task.id);
    const [, next] = await readAll();
    expect(next).toMatchObject({ startDate: '2026-11-27', dueDate: '2026-11-30' });
    expect(next?.series).not.toHaveProperty('planned');
    const lines = await ada.get<{ history: PastChange[] }>(`${path}/tasks/${task.id}/history`);
    expect(JSON.stringify(lines.body)).not.toContain('planned');
  });

  it('moves single occurrences in a bulk change without moving their series', async () => {
    const task = await makeWeekly();
    const sent = await ada.patch(`${path}/tasks`, { taskIds: [task.id], dueDate: '2026-11-21' });
    expect(sent.status).toBe(200);
    await complete(task.id);
    expect((await readAll())[1]?.dueDate).toBe('2026-11-30');
  });

  it('skips a moved occurrence from its scheduled day and undoes the skip', async () => {
    const task = await makeWeekly();
    await ada.patch(`${path}/tasks/${task.id}`, { dueDate: '2026-11-22' });
    const { body } = await ada.post<{ task: Task; skip: Skip }>(`${path}/tasks/${task.id}/skips`, {
      reason: '',
    });
    expect(body.task).toMatchObject({ dueDate: '2026-11-30' });
    expect(body.task.series).not.toHaveProperty('planned');
    await ada.delete(`${path}/tasks/${task.id}/skips/${body.skip.id}`);
    expect(await read(task.id)).toMatchObject({
      dueDate: '2026-11-22',
      series: { planned: { dueDate: '2026-11-23', startDate: null } },
    });
  });

  it('creates the next task with all contents on completion', async () => {
    const project = await makeProject(ada, teamId);
    const label = await ada.post<{ label: { id: string } }>(`${path}/labels`, { name: 'Weekly' });
    const type = await ada.post<{ taskType: { id: string } }>(`${path}/task-types`, { name: 'Routine' });
    const task = await makeWeekly({
      typeId: type.body.taskType.id,
      descriptionDoc: FULL_TEXT,
      projectId: project.id,
      priority: 'high',
      assigneeIds: [ada.user.id, ben.user.id],
      labelIds: [label.body.label.id],
      estimate: 3,
      startDate: '2026-11-20',
    });
    expect(task.series).toEqual({ id: expect.any(String), run: 1, state: 'open' });
    expect(task.repeat).toEqual({ ...WEEKLY, later: null });
    for (const title of ['First', 'Second'])
      await ada.post(`${path}/tasks/${task.id}/checklist`, { title, isDone: true });
    const done = (await complete(task.id, ben)).body.task;
    expect(done.series).toEqual({ ...task.series, state: 'going' });
    const [, next] = await readAll();
    expect(next).toMatchObject({
      title: 'Report',
      description: FULL_PLAIN_TEXT,
      descriptionDoc: FULL_TEXT,
      projectId: project.id,
      statusId: statusOf('unstarted'),
      priority: 'high',
      assigneeIds: task.assigneeIds,
      labelIds: task.labelIds,
      typeId: type.body.taskType.id,
      estimate: 3,
      startDate: '2026-11-27',
      dueDate: '2026-11-30',
      repeat: task.repeat,
      series: { id: task.series?.id, run: 2, state: 'open' },
      createdBy: ben.user.id,
      closedAt: null,
      key: `${project.key}-2`,
    });
    const steps = await ada.get<{ items: ChecklistItem[] }>(`${path}/tasks/${next?.id}/checklist`);
    expect(steps.body.items.map(({ title, isDone }) => [title, isDone])).toEqual([
      ['First', false],
      ['Second', false],
    ]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('carries over only milestones that are still open', async () => {
    const project = await makeProject(ada, teamId);
    const target = async (name: string) => {
      const milestones = `${path}/projects/${project.id}/milestones`;
      return (await ada.post<{ milestone: { id: string } }>(milestones, { name })).body.milestone.id;
    };
    const [ahead, reached, deleted] = [await target('Beta'), await target('Alpha'), await target('Never')];
    await makeTask(ada, teamId, { projectId: project.id, milestoneId: ahead, title: 'Other work' });
    await makeTask(ada, teamId, { projectId: project.id, milestoneId: deleted, title: 'Other work' });
    const weekly = async (milestoneId: string) => await makeWeekly({ projectId: project.id, milestoneId });
    const tasks = [await weekly(ahead), await weekly(reached), await weekly(deleted)];
    expect((await ada.delete(`${path}/projects/${project.id}/milestones/${deleted}`)).status).toBe(204);
    const taskIds = tasks.map(({ id }) => id);
    await ada.patch(`${path}/tasks`, { taskIds, statusId: statusOf('completed') });
    const next = (await readAll()).slice(-3);
    expect(next.map(({ milestoneId }) => milestoneId)).toEqual([ahead, null, null]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('carries over each user’s reminders with shifted times', async () => {
    const task = await makeWeekly({ dueDate: '2026-11-23' });
    const base = { days: 0, time: '09:00', timeZone: 'Asia/Kolkata', isSeen: false };
    const dayBefore = { ...base, id: randomUUID(), on: 'due', day: null, days: -1 };
    const ownDay = { ...base, id: randomUUID(), on: 'day', day: '2026-11-22' };
    await ada.patch(`${path}/own-tasks`, { taskIds: [task.id], reminders: [dayBefore, ownDay] });
    await ben.patch(`${path}/own-tasks`, { taskIds: [task.id], reminders: [dayBefore] });
    await complete(task.id, ben);
    const nextId = (await readAll()).at(-1)?.id;
    const ownOf = async (who: SignedIn) =>
      (await who.get<{ tasks: PersonalTask[] }>(`${path}/own-tasks`)).body.tasks.find(
        ({ taskId }) => taskId === nextId,
      );
    const at = '2026-11-29T03:30:00.000Z';
    const moved = { at, firedAt: null, isSeen: false };
    expect(await ownOf(ada)).toMatchObject({
      position: null,
      snoozedUntil: null,
      reminders: [
        { ...moved, on: 'due', day: null, days: -1 },
        { ...moved, on: 'day', day: '2026-11-29' },
      ],
    });
    expect((await ownOf(ben))?.reminders).toMatchObject([moved]);
    const seenBy = async (who: SignedIn) =>
      (await who.get<SyncPage>(`${path}/sync?limit=5000`)).body.changes.filter(
        ({ entity, id }) => entity === 'ownTask' && id === nextId,
      );
    expect(await seenBy(ada)).toHaveLength(1);
    const since = (await ada.get<SyncPage>(`${path}/sync?limit=5000`)).body.seq;
    await reopen(task.id);
    expect(await seenBy(ada)).toEqual([]);
    const changes = (await ada.get<SyncPage>(`${path}/sync?since=${since}&limit=5000`)).body.changes;
    expect(changes).toContainEqual(expect.objectContaining({ entity: 'ownTask', id: nextId, op: 'delete' }));
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('creates one next task for concurrent and repeated completions', async () => {
    const task = await makeWeekly();
    const other = await makeWeekly();
    const answers = await Promise.all([
      ...[ada, ben, ada, ben].map((by) => complete(task.id, by)),
      ada.patch(path + '/tasks', { taskIds: [task.id, other.id], statusId: statusOf('completed') }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await readAll()).map(({ series }) => series?.run)).toEqual([1, 1, 2, 2]);
    const second = statuses.find(({ category }) => category === 'completed');
    await ada.patch(`${path}/tasks/${task.id}`, { statusId: second?.id });
    await complete(task.id);
    expect(await readAll()).toHaveLength(4);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('deletes the next task on reopening unless it was changed', async () => {
    const task = await makeWeekly();
    await ada.post(`${path}/tasks/${task.id}/checklist`, { title: 'Step' });
    await complete(task.id);
    expect((await reopen(task.id)).body.task.series?.state).toBe('open');
    expect(await readAll()).toHaveLength(1);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
    for (const touch of [
      (id: string) => ben.patch(`${path}/tasks/${id}`, { title: 'Mine' }),
      (id: string) => ben.post(`${path}/tasks/${id}/comments`, { body: 'Begun' }),
      (id: string) => ben.post(`${path}/tasks/${id}/checklist`, { title: 'Another' }),
      (id: string) => ben.post(`${path}/tasks`, { title: 'Part', parentId: id }),
    ]) {
      const own = await makeWeekly();
      await complete(own.id);
      const next = (await readAll()).at(-1);
      await touch(next?.id ?? '');
      expect((await reopen(own.id)).body.task.series?.state).toBe('going');
      expect(await read(next?.id ?? '')).toBeDefined();
      // The next task already exists.
      const before = (await readAll()).length;
      await complete(own.id);
      expect(await readAll()).toHaveLength(before);
    }
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('uses the series time zone and stays on schedule when completed late', async () => {
    const daily = { ...WEEKLY, rule: 'FREQ=DAILY', timeZone: 'America/New_York' };
    // Clocks go back in New York this night. At the later time it is 0:30 on 1 November, at the earlier time it is 31 October.
    setClock('2026-11-01T03:30:00Z');
    const before = await makeTask(ada, teamId, { dueDate: '2026-10-30', repeat: daily });
    await complete(before.id);
    setClock('2026-11-01T04:30:00Z');
    const after = await makeTask(ada, teamId, { dueDate: '2026-10-30', repeat: daily });
    await complete(after.id);
    const [, first, , second] = (await readAll()).map(({ dueDate }) => dueDate);
    expect([first, second]).toEqual(['2026-10-31', '2026-11-01']);
    setClock('2026-11-10T06:00:00Z');
    const late = await makeWeekly({
      dueDate: '2026-10-26',
      repeat: { ...WEEKLY, rule: `${WEEKLY.rule};COUNT=5` },
    });
    await complete(late.id);
    const next = (await readAll()).at(-1);
    expect([next?.dueDate, next?.repeat?.rule]).toEqual(['2026-11-16', `${WEEKLY.rule};COUNT=2`]);
  });

  it('derives dates from the rule, so that moving one occurrence moves no other', async () => {
    const repeat = { ...WEEKLY, rule: 'FREQ=MONTHLY' };
    const task = await makeTask(ada, teamId, { dueDate: '2027-01-31', repeat });
    expect(task.repeat?.rule).toBe('FREQ=MONTHLY;BYMONTHDAY=31');
    await ada.patch(`${path}/tasks/${task.id}`, { dueDate: '2027-02-02' });
    await complete(task.id);
    const next = (await readAll()).at(-1);
    expect(next?.dueDate).toBe('2027-02-28');
    // Setting the same rule again is a no-op.
    await ada.patch(`${path}/tasks/${next?.id}`, { repeat: next?.repeat });
    const { body } = await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${next?.id}/history`);
    expect(body.changes).toEqual([]);
    const after = { ...WEEKLY, mode: 'completion', rule: 'FREQ=WEEKLY;INTERVAL=2' };
    const own = await makeTask(ada, teamId, { dueDate: '2026-11-02', repeat: after });
    await complete(own.id);
    expect((await readAll()).at(-1)?.dueDate).toBe('2026-12-05');
  });

  it('keeps changes made to one occurrence only out of the next task', async () => {
    const task = await makeWeekly({ assigneeIds: [ada.user.id] });
    const { title, estimate, labelIds, priority, assigneeIds, description } = task;
    const later = {
      title,
      estimate,
      labelIds,
      priority,
      assigneeIds,
      description,
      descriptionDoc: FULL_TEXT,
    };
    await ada.patch(`${path}/tasks/${task.id}`, {
      title: 'Report of the year',
      assigneeIds: [ben.user.id],
      repeat: { ...WEEKLY, later },
    });
    await complete(task.id);
    const next = (await readAll()).at(-1);
    expect(next).toMatchObject({ description: FULL_PLAIN_TEXT, descriptionDoc: FULL_TEXT });
    expect(next).toMatchObject({ title: 'Report', assigneeIds: [ada.user.id], repeat: { later: null } });
    await ada.patch(`${path}/tasks/${next?.id}`, { title: 'Short report' });
    await complete(next?.id ?? '');
    expect((await readAll()).at(-1)?.title).toBe('Short report');
  });

  it('ends a series after a count, after a date or on request', async () => {
    const last = await makeWeekly({ repeat: { ...WEEKLY, rule: `${WEEKLY.rule};COUNT=1` } });
    const until = await makeWeekly({ repeat: { ...WEEKLY, rule: `${WEEKLY.rule};UNTIL=20261129` } });
    const ended = await makeWeekly();
    await ada.patch(`${path}/tasks/${ended.id}`, { repeat: null });
    for (const { id } of [last, until, ended]) await complete(id);
    expect((await readAll()).map(({ series }) => series?.state)).toEqual(['ended', 'ended', 'open']);
    expect((await ada.post(`${path}/tasks/${last.id}/next`, {})).status).toBe(422);
  });

  it('pauses when the plan has no room for the next task and resumes on request', async () => {
    await ada.post(`/dev${path}/plan`, { plan: 'free' });
    const task = await makeWeekly();
    const fields = Array.from({ length: 9 }, () => makeTask(ada, teamId));
    await Promise.all(fields);
    expect((await complete(task.id)).body.task.series?.state).toBe('paused');
    expect(await readAll()).toHaveLength(10);
    const refused = await ada.post<Problem>(`${path}/tasks/${task.id}/next`, {});
    expect([refused.status, refused.body.code]).toEqual([402, 'PLAN_LIMIT_REACHED']);
    const [, one] = await readAll();
    await ada.delete(`${path}/tasks/${one?.id}`);
    const went = await ben.post<{ task: Task }>(`${path}/tasks/${task.id}/next`, {});
    expect([went.status, went.body.task.series?.state]).toEqual([201, 'going']);
    expect((await readAll()).at(-1)).toMatchObject({ title: 'Report', dueDate: '2026-11-30' });
    expect((await ada.post(`${path}/tasks/${task.id}/next`, {})).status).toBe(422);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('creates next tasks for a bulk completion only while the plan has room', async () => {
    await ada.post(`/dev${path}/plan`, { plan: 'free' });
    const created = [];
    for (let n = 0; n < 4; n += 1) created.push(await makeWeekly({ title: `Weekly ${n}` }));
    for (let n = 0; n < 3; n += 1) await makeTask(ada, teamId);
    const taskIds = created.map(({ id }) => id);
    await ada.patch(`${path}/tasks`, { taskIds, statusId: statusOf('completed') });
    const states = (await readAll()).map(({ series }) => series?.state ?? null);
    expect(states.slice(0, 4)).toEqual(['going', 'going', 'going', 'paused']);
    expect(states).toHaveLength(10);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
    await ada.patch(`${path}/tasks`, { taskIds, statusId: statusOf('unstarted') });
    expect((await readAll()).map(({ series }) => series?.state ?? null).slice(0, 4)).toEqual(
      Array.from({ length: 4 }, () => 'open'),
    );
    expect(await readAll()).toHaveLength(7);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
    await ada.patch(`${path}/tasks`, { taskIds: taskIds.slice(0, 2), repeat: null });
    expect((await readAll()).filter(({ repeat }) => repeat !== null)).toHaveLength(2);
  });

  it('skips a day with a reason and undoes the skip', async () => {
    const task = await makeWeekly({
      repeat: { ...WEEKLY, rule: `${WEEKLY.rule};COUNT=4` },
      startDate: '2026-11-22',
    });
    const id = randomUUID();
    const skipped = await ben.post<{ task: Task; skip: Skip }>(`${path}/tasks/${task.id}/skips`, {
      id,
      reason: 'Holidays',
    });
    expect(skipped.status).toBe(201);
    expect(skipped.body.skip).toMatchObject({
      id,
      day: '2026-11-23',
      toDay: '2026-11-30',
      reason: 'Holidays',
    });
    expect(skipped.body.task).toMatchObject({
      startDate: '2026-11-29',
      dueDate: '2026-11-30',
      repeat: { rule: `${WEEKLY.rule};COUNT=3` },
    });
    const past = async () =>
      (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${task.id}/history`)).body.changes.map(
        ({ field, old, new: now }) => [field, old, now],
      );
    const skip = { id, day: '2026-11-23', toDay: '2026-11-30', reason: 'Holidays' };
    expect(await past()).toEqual([['skip', null, skip]]);
    expect((await ben.delete(`${path}/tasks/${task.id}/skips/${id}`)).status).toBe(204);
    expect(await read(task.id)).toMatchObject({
      startDate: '2026-11-22',
      dueDate: '2026-11-23',
      repeat: { rule: `${WEEKLY.rule};COUNT=4` },
    });
    expect((await past())[0]).toEqual(['skip', skip, null]);
    const none = await makeTask(ada, teamId);
    expect((await ada.post(`${path}/tasks/${none.id}/skips`, {})).status).toBe(422);
    const last = await makeWeekly({ repeat: { ...WEEKLY, rule: `${WEEKLY.rule};COUNT=1` } });
    expect((await ada.post(`${path}/tasks/${last.id}/skips`, {})).status).toBe(422);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('summarizes past runs with their punctuality and skips', async () => {
    let task = await makeWeekly();
    // Completed on the day, completed late, skipped, completed on the day, completed on the day.
    const days = ['2026-11-23', '2026-12-02', '2026-12-10', '2026-12-14', '2026-12-21'];
    for (const [at, day] of days.entries()) {
      setClock(`${day}T10:00:00Z`);
      if (at === 2) await ada.post(`${path}/tasks/${task.id}/skips`, { reason: 'Fair' });
      else await complete(task.id);
      const all = await readAll();
      task = all.at(-1) ?? task;
    }
    const { summary, runs } = await readRuns(task.id);
    expect(runs.map(({ run, dueDate, isOnTime, skips }) => [run, dueDate, isOnTime, skips.length])).toEqual([
      [5, '2026-12-28', null, 0],
      [4, '2026-12-21', true, 0],
      [3, '2026-12-14', true, 1],
      [2, '2026-11-30', false, 0],
      [1, '2026-11-23', true, 0],
    ]);
    expect(summary).toEqual({ done: 4, onTime: 3, skipped: 1, streak: 2 });
    const first = await ada.get<{ runs: Run[]; nextCursor: string }>(`${path}/tasks/${task.id}/runs?limit=2`);
    const rest = await ada.get<{ runs: Run[] }>(
      `${path}/tasks/${task.id}/runs?limit=9&cursor=${first.body.nextCursor}`,
    );
    expect([...first.body.runs, ...rest.body.runs]).toEqual(runs);
  });

  it('creates the next task as a sub-task of the same parent', async () => {
    const parent = await makeTask(ada, teamId, { title: 'Year' });
    const task = await makeWeekly({ parentId: parent.id });
    await complete(task.id);
    expect((await readAll()).at(-1)).toMatchObject({ parentId: parent.id, title: 'Report' });
    await ada.delete(`${path}/tasks/${parent.id}`);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('rejects invalid rules, time zones and modes', async () => {
    const wrong = async (repeat: object) => {
      const { status, body } = await ada.post<Problem>(`${path}/tasks`, {
        title: 'Wrong',
        repeat: { ...WEEKLY, ...repeat },
      });
      return [status, body.errors?.map((one) => one.path)];
    };
    expect(await wrong({ rule: 'FREQ=SECONDLY' })).toEqual([400, ['repeat.rule']]);
    expect(await wrong({ rule: `FREQ=DAILY${' '.repeat(200)}` })).toEqual([400, ['repeat.rule']]);
    expect(await wrong({ timeZone: 'Mars/Olympus' })).toEqual([400, ['repeat.timeZone']]);
    expect(await wrong({ mode: 'now' })).toEqual([400, ['repeat.mode']]);
    expect(await wrong({ nonsense: 1 })).toEqual([400, ['repeat.nonsense']]);
    const { body } = await ada.get<{ tasks: Task[] }>(`${path}/tasks?filter=repeat:yes`);
    expect(body.tasks).toEqual([]);
  });
});
