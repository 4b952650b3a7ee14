import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import type { SheetEntry } from '@hearth/contracts/time-tracking/time';
import type { TimeEntry } from '@hearth/contracts/time-tracking/time-values';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProTeam, makeProject, makeTask, type SignedIn } from '#testing/make.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

const HOUR = 3_600_000;

/** A manual clock, to assert times exactly. */
function createStillClock() {
  let now = Date.now();
  return {
    now: () => new Date(now),
    monotonic: () => performance.now(),
    advance: (ms: number) => {
      now += ms;
    },
  };
}

describeOneEngine('time tracking', (engine) => {
  const clock = createStillClock();
  const api = useApp(engine, { clock });
  const [ada, ben, gus] = usePeople(api, 'ada', 'ben', 'gus');
  let teamId: string;
  let path: string;
  let task: Task;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben], guest: [gus] });
    path = `/teams/${teamId}`;
    task = await makeTask(ada, teamId);
  });

  type Reply = { entry: TimeEntry; ended: TimeEntry | null } & Problem;
  const ago = (ms: number): string => new Date(clock.now().getTime() - ms).toISOString();
  const add = async (by: SignedIn, body: object, taskId = task.id) =>
    await by.post<Reply>(`${path}/tasks/${taskId}/time`, body);
  const change = async (by: SignedIn, { id, taskId }: TimeEntry, body: object) =>
    await by.patch<Reply>(`${path}/tasks/${taskId}/time/${id}`, body);
  const remove = async (by: SignedIn, { id, taskId }: TimeEntry) =>
    await by.delete<Problem>(`${path}/tasks/${taskId}/time/${id}`);
  const restore = async (by: SignedIn, { id, taskId }: TimeEntry) =>
    await by.post<Reply>(`${path}/tasks/${taskId}/time/${id}/restore`);
  const start = async (by: SignedIn, taskId = task.id, body: object = {}) =>
    await by.post<Reply>(`${path}/tasks/${taskId}/timer`, body);
  const stop = async (by: SignedIn, body: object = {}) => await by.post<Reply>(`${path}/timer/stop`, body);
  const list = async (taskId = task.id, query = '') =>
    (
      await ada.get<{ entries: TimeEntry[]; nextCursor: string | null }>(
        `${path}/tasks/${taskId}/time${query}`,
      )
    ).body;
  const trackedOf = async (taskId = task.id) =>
    (await ada.get<{ task: Task }>(`${path}/tasks/${taskId}`)).body.task.trackedSeconds;
  const listRunning = async (by: SignedIn) =>
    (await readSync(by, teamId)).changes.flatMap(({ entity, data }) =>
      entity === 'timeEntry' && data !== undefined ? [data] : [],
    );
  const sheet = async (by: SignedIn, query = '') =>
    await by.get<{ entries: SheetEntry[]; nextCursor: string | null } & Problem>(`${path}/time${query}`);

  it('adds, updates, deletes and restores entries and totals them on the task', async () => {
    const id = randomUUID();
    const body = { id, startedAt: ago(3 * HOUR), endedAt: ago(1.5 * HOUR), note: 'Wrote' };
    const { entry } = (await add(ben, body)).body;
    expect(entry).toEqual({
      id,
      taskId: task.id,
      userId: ben.user.id,
      day: entry.startedAt.slice(0, 10),
      startedAt: body.startedAt,
      endedAt: body.endedAt,
      note: 'Wrote',
      madeBy: 'hand',
    });
    expect(await trackedOf()).toBe(5400);
    const changed = await change(ben, entry, { endedAt: ago(HOUR), note: '' });
    expect(changed.body.entry).toEqual({ ...entry, endedAt: ago(HOUR), note: '' });
    expect(await trackedOf()).toBe(7200);
    expect((await change(ada, entry, { note: 'x' })).body.code).toBe('FORBIDDEN');
    expect((await remove(ada, entry)).status).toBe(204);
    expect([await trackedOf(), (await list()).entries]).toEqual([0, []]);
    expect((await restore(ben, entry)).body.code).toBe('FORBIDDEN');
    expect((await restore(ada, entry)).body.entry).toEqual(changed.body.entry);
    expect(await trackedOf()).toBe(7200);
    expect((await remove(ben, entry)).status).toBe(204);
    expect((await change(ben, entry, { note: 'x' })).status).toBe(404);
    await asOwner(api.app.db, (tx) =>
      tx
        .updateTable('time_entries')
        .set({ deleted_at: new Date(ago(31 * 24 * HOUR)) })
        .where('id', '=', id)
        .execute(),
    );
    expect((await restore(ben, entry)).status).toBe(404);
    const { changes } = (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${task.id}/history`)).body;
    const userId = ben.user.id;
    const [first, second] = [
      { id, seconds: 5400, userId, note: 'Wrote', endedAt: body.endedAt },
      { id, seconds: 7200, userId, note: '' },
    ].map((time) => expect.objectContaining(time) as unknown);
    expect(changes.filter(({ field }) => field === 'time').map((one) => [one.old, one.new])).toEqual([
      [second, null],
      [null, second],
      [second, null],
      [first, second],
      [null, first],
    ]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('rejects invalid entries and names the field', async () => {
    const refusals: [object, string][] = [
      [{ startedAt: ago(HOUR), endedAt: ago(HOUR - 59_000) }, 'endedAt'],
      [{ startedAt: ago(30 * HOUR), endedAt: ago(5 * HOUR) }, 'endedAt'],
      [{ startedAt: ago(-HOUR), endedAt: ago(-2 * HOUR) }, 'startedAt'],
      [{ startedAt: ago(2 * HOUR), endedAt: ago(HOUR), day: '2020-01-01' }, 'day'],
      [{ startedAt: ago(2 * HOUR), endedAt: ago(HOUR), note: 'x'.repeat(501) }, 'note'],
      [{ startedAt: 'today', endedAt: ago(HOUR) }, 'startedAt'],
    ];
    for (const [body, field] of refusals) {
      const { status, body: problem } = await add(ada, body);
      expect([status, problem.code, JSON.stringify(problem)]).toEqual([
        400,
        'INVALID_REQUEST',
        expect.stringContaining(field),
      ]);
    }
    expect(await trackedOf()).toBe(0);
  });

  it('runs one timer per user and ends it when the user starts another', async () => {
    const other = await makeTask(ada, teamId);
    const first = (await start(ada)).body;
    expect([first.entry.endedAt, first.entry.madeBy, first.ended]).toEqual([null, 'timer', null]);
    expect((await start(ada)).body.entry).toEqual(first.entry);
    await start(ben, other.id);
    clock.advance(HOUR);
    const second = (await start(ada, other.id)).body;
    expect(second.ended).toEqual({ ...first.entry, endedAt: second.entry.startedAt });
    expect(await trackedOf()).toBe(3600);
    clock.advance(60_000);
    const over = await stop(ada, { entryId: second.entry.id });
    expect(over.body.entry.endedAt).toBe(ago(0));
    clock.advance(60_000);
    expect((await stop(ada, { entryId: second.entry.id })).body).toEqual(over.body);
    expect((await stop(ada)).body.code).toBe('INVALID_STATE');
    expect((await stop(ben, { entryId: second.entry.id })).status).toBe(404);
    expect(await trackedOf(other.id)).toBe(60);
    expect(await listRunning(gus)).toEqual([]);
    expect((await listRunning(ada)).map(({ userId }) => userId)).toEqual([ben.user.id]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('resumes a timer that was stopped by mistake unless another one has started', async () => {
    const { entry } = (await start(ada)).body;
    clock.advance(10 * 60_000);
    await stop(ada);
    clock.advance(5 * 60_000);
    expect((await change(ada, entry, { endedAt: null })).body.entry).toEqual(entry);
    expect(await trackedOf()).toBe(0);
    expect((await change(ada, entry, { endedAt: ago(0) })).body.code).toBe('INVALID_STATE');
    expect((await change(ada, entry, { note: 'Said meanwhile' })).status).toBe(200);
    await stop(ada);
    expect(await trackedOf()).toBe(900);
    await start(ada, (await makeTask(ada, teamId)).id);
    expect((await change(ada, entry, { endedAt: null })).body.code).toBe('INVALID_STATE');
  });

  it('accepts late starts and stops from offline devices and limits entries to 24 hours', async () => {
    const [late, other] = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    const long = (await start(ada, task.id, { startedAt: ago(50 * HOUR), day: ago(50 * HOUR).slice(0, 10) }))
      .body;
    expect(long.entry.startedAt).toBe(ago(24 * HOUR));
    expect((await stop(ada, { endedAt: ago(-HOUR) })).body.entry.endedAt).toBe(ago(0));
    expect(await trackedOf()).toBe(24 * 3600);
    expect((await start(ada, task.id, { startedAt: ago(-HOUR) })).body.entry.startedAt).toBe(ago(0));
    await stop(ada);
    await start(ada, late.id, { startedAt: ago(HOUR) });
    const earlier = (await start(ada, other.id, { startedAt: ago(3 * HOUR) })).body;
    expect([earlier.entry.endedAt, earlier.ended]).toEqual([ago(HOUR), null]);
    expect([await trackedOf(other.id), await trackedOf(late.id)]).toEqual([7200, 0]);
    clock.advance(40 * HOUR);
    expect((await stop(ada)).body.entry.taskId).toBe(late.id);
    expect(await trackedOf(late.id)).toBe(24 * 3600);
  });

  it('leaves one timer running after concurrent starts', async () => {
    const tasks = await Promise.all(Array.from({ length: 20 }, () => makeTask(ada, teamId)));
    const responses = await Promise.all(tasks.map(({ id }) => start(ada, id)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await listRunning(ada)).toHaveLength(1);
    const all = (await sheet(ada, '?limit=200')).body.entries;
    expect([all.length, all.filter(({ endedAt }) => endedAt === null).length]).toEqual([20, 1]);
    await Promise.all([...tasks.slice(0, 5).map(({ id }) => start(ada, id)), stop(ada), stop(ada)]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('ends timers of trashed tasks and allows only a stop in archived projects', async () => {
    const project = await makeProject(ada, teamId);
    const inProject = await makeTask(ada, teamId, { projectId: project.id });
    const { entry } = (await start(ben)).body;
    clock.advance(HOUR);
    await ada.delete(`${path}/tasks/${task.id}`);
    expect((await list()).entries).toBeUndefined();
    await ada.post(`${path}/trash/${task.id}/restore`);
    expect(await trackedOf()).toBe(3600);
    expect((await list()).entries).toEqual([{ ...entry, endedAt: ago(0) }]);
    await start(ben, inProject.id);
    clock.advance(HOUR);
    await ada.send('PUT', `${path}/projects/${project.id}/archive`);
    expect((await add(ben, { startedAt: ago(HOUR), endedAt: ago(0) }, inProject.id)).body.code).toBe(
      'PROJECT_ARCHIVED',
    );
    expect((await start(ada, inProject.id)).body.code).toBe('PROJECT_ARCHIVED');
    expect((await stop(ben)).status).toBe(200);
    expect(await trackedOf(inProject.id)).toBe(3600);
    await ada.send('DELETE', `${path}/projects/${project.id}/archive`);
    await start(ben, inProject.id);
    await ada.delete(`${path}/projects/${project.id}`);
    expect((await stop(ben)).body.code).toBe('INVALID_STATE');
    await start(ben);
    await ada.delete(`${path}/members/${ben.user.id}`);
    expect(await listRunning(ada)).toEqual([]);
  });

  it('paginates entries and publishes entries to users who gain access', async () => {
    for (const hour of [5, 4, 3])
      await add(ada, { startedAt: ago(hour * HOUR), endedAt: ago((hour - 1) * HOUR) });
    const first = await list(task.id, '?limit=2');
    const rest = await list(task.id, `?cursor=${first.nextCursor}`);
    const all = [...first.entries, ...rest.entries].map(({ startedAt }) => startedAt);
    expect(all).toEqual([ago(3 * HOUR), ago(4 * HOUR), ago(5 * HOUR)]);
    const project = await makeProject(ada, teamId);
    await ada.send('PUT', `${path}/projects/${project.id}/grants/${gus.user.id}`, {
      body: { level: 'comment' },
    });
    const { seq } = (await gus.get<{ seq: number }>(`${path}/sync?limit=5000`)).body;
    await ada.patch(`${path}/tasks/${task.id}`, { projectId: project.id });
    const moved = await gus.get<{ changes: { entity: string }[] }>(`${path}/sync?since=${seq}`);
    expect(moved.body.changes.filter(({ entity }) => entity === 'timeEntry')).toHaveLength(3);
    expect((await start(gus)).status).toBe(200);
    expect((await add(gus, { startedAt: ago(HOUR), endedAt: ago(0) })).status).toBe(201);
  });

  it('lists the user’s own time sheet without hidden tasks, and other time sheets for owners', async () => {
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const hidden = await makeTask(ada, teamId, { projectId: secret.id });
    await ada.send('PUT', `${path}/projects/${secret.id}/grants/${ben.user.id}`, { body: { level: 'edit' } });
    const body = { startedAt: '2026-03-02T09:00:00Z', endedAt: '2026-03-02T10:00:00Z', day: '2026-03-02' };
    await add(ben, body);
    await add(ben, { ...body, day: '2026-03-01', note: 'Other day' });
    await add(ben, body, hidden.id);
    const own = (await sheet(ben, '?from=2026-03-02&to=2026-03-02')).body.entries;
    expect(new Map(own.map(({ taskKey, taskTitle }) => [taskKey, taskTitle]))).toEqual(
      new Map([task, hidden].map(({ key, title }) => [key, title])),
    );
    const of = `?userId=${ben.user.id}`;
    expect((await sheet(ada, of)).body.entries).toHaveLength(3);
    expect((await sheet(ada, `${of}&projectId=${secret.id}`)).body.entries).toHaveLength(1);
    await ada.patch(`${path}/members/${ben.user.id}`, { teamRole: 'admin' });
    await ada.send('DELETE', `${path}/projects/${secret.id}/grants/${ben.user.id}`);
    expect((await sheet(ben)).body.entries).toHaveLength(2);
    await ada.patch(`${path}/members/${ben.user.id}`, { teamRole: 'member' });
    expect((await sheet(ben, `?userId=${ada.user.id}`)).body.code).toBe('FORBIDDEN');
  });
});
