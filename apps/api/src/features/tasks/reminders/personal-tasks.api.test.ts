import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { PersonalTask } from '@hearth/contracts/reminders/personal-tasks';
import type { SyncPage } from '@hearth/contracts/sync';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProject, makeTask, makeTeam, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('personal task data', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let teamId: string;
  let path: string;
  let ids: string[];

  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    path = `/teams/${teamId}`;
    await joinTeam(ada, teamId, ben, 'member');
    ids = [];
    for (let at = 0; at < 3; at += 1) ids.push((await makeTask(ada, teamId)).id);
  });

  const keep = async (body: object, who = ada): Promise<ApiResponse<{ tasks: PersonalTask[] } & Problem>> =>
    await who.patch(`${path}/own-tasks`, body);
  const read = async (who = ada, query = '') =>
    (await who.get<{ tasks: PersonalTask[]; nextCursor: string | null }>(`${path}/own-tasks${query}`)).body;
  const synced = async (who: SignedIn, since?: number) => {
    const { body } = await who.get<SyncPage>(
      `${path}/sync?limit=5000${since === undefined ? '' : `&since=${since}`}`,
    );
    return { seq: body.seq, own: body.changes.filter(({ entity }) => entity === 'ownTask') };
  };

  it('stores a private order and snoozes without publishing either to other members', async () => {
    const { seq } = await synced(ada);
    const [one = '', two = ''] = ids;
    const { status, body } = await keep({
      taskIds: [one, two],
      snoozedUntil: '2031-02-03',
      each: [{ position: 'a1' }, {}],
    });
    expect(status).toBe(200);
    const expected = [
      { taskId: one, position: 'a1', snoozedUntil: '2031-02-03', reminders: [] },
      { taskId: two, position: null, snoozedUntil: '2031-02-03', reminders: [] },
    ];
    expect(body.tasks).toEqual(expected);
    const byId = expected.toSorted((a, b) => (a.taskId < b.taskId ? -1 : 1));
    expect((await read()).tasks).toEqual(byId);
    expect((await read(ben)).tasks).toEqual([]);
    for (const from of [undefined, seq]) {
      expect((await synced(ada, from)).own.map(({ data }) => data)).toEqual(
        from === undefined ? byId : expected,
      );
      expect((await synced(ben, from)).own).toEqual([]);
    }
    const past = await ada.get<{ changes: unknown[] }>(`${path}/tasks/${one}/history`);
    expect(JSON.stringify(past.body)).not.toContain('2031-02-03');

    const first = await read(ada, '?limit=1');
    expect(first.tasks).toEqual(byId.slice(0, 1));
    expect((await read(ada, `?limit=1&cursor=${first.nextCursor}`)).tasks).toEqual(byId.slice(1));
  });

  it('updates single fields and deletes empty rows', async () => {
    const [one = ''] = ids;
    await keep({ taskIds: [one], position: 'a1', snoozedUntil: '2031-02-03' });
    const { seq } = await synced(ada);
    expect((await keep({ taskIds: [one], snoozedUntil: null })).body.tasks).toEqual([
      { taskId: one, position: 'a1', snoozedUntil: null, reminders: [] },
    ]);
    await keep({ taskIds: [one], position: null });
    expect((await read()).tasks).toEqual([]);
    expect((await synced(ada, seq)).own.map(({ op }) => op)).toEqual(['put', 'delete']);
    // Clearing a task without personal data is a no-op.
    const quiet = await synced(ada);
    expect((await keep({ taskIds: ids, position: null })).status).toBe(200);
    expect((await synced(ada)).seq).toBe(quiet.seq);
  });

  it('updates all given tasks or none and rejects invalid fields', async () => {
    const other = await makeTeam(ben, 'Others');
    const theirs = await makeTask(ben, other._id);
    const [one = '', two = ''] = ids;
    const refused = await keep({ taskIds: [one, theirs.id], position: 'a1' });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([404, 'taskIds.1']);
    await ada.delete(`${path}/tasks/${two}`);
    expect((await keep({ taskIds: [one, two], position: 'a1' })).status).toBe(404);
    for (const body of [
      { taskIds: [one], position: 'a' },
      { taskIds: [one], each: [{ position: '-' }] },
      { taskIds: [one], snoozedUntil: 'tomorrow' },
      { taskIds: [one], each: [] },
      { taskIds: [] },
    ]) {
      const { status, body: problem } = await keep(body);
      expect([status, problem.code]).toEqual([400, 'INVALID_REQUEST']);
    }
    expect((await read()).tasks).toEqual([]);
  });

  it('deletes the data when the user loses access and hides the data of trashed tasks', async () => {
    const project = await makeProject(ada, teamId, { key: 'WEB' });
    const hidden = await makeTask(ada, teamId, { projectId: project.id });
    const [one = ''] = ids;
    await keep({ taskIds: [one, hidden.id], position: 'a1' }, ben);
    expect((await read(ben)).tasks).toHaveLength(2);
    await ada.patch(`${path}/projects/${project.id}`, { isPrivate: true });
    expect((await read(ben)).tasks.map(({ taskId }) => taskId)).toEqual([one]);
    expect((await synced(ben)).own).toHaveLength(1);
    await ada.patch(`${path}/projects/${project.id}`, { isPrivate: false });
    expect((await read(ben)).tasks.map(({ taskId }) => taskId)).toEqual([one]);

    await ada.delete(`${path}/tasks/${one}`);
    expect((await read(ben)).tasks).toEqual([]);
    await ada.post(`${path}/trash/${one}/restore`);
    expect((await read(ben)).tasks).toHaveLength(1);
  });

  it('accepts concurrent first writes from several devices', async () => {
    const [one = ''] = ids;
    const responses = await Promise.all(
      ['a1', 'a2', 'a3', 'a4'].map((position) => keep({ taskIds: [one], position })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await read()).tasks).toHaveLength(1);
  });
});
