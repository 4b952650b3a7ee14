import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Label } from '@hearth/contracts/labels/labels';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { Change, SyncPage } from '@hearth/contracts/sync';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { joinTeam, makeTask, makeTeam } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('task labels', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben, gus] = usePeople(api, 'ada', 'ben', 'gus');
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    path = `/teams/${teamId}`;
    await joinTeam(ada, teamId, ben, 'member');
    await joinTeam(ada, teamId, gus, 'guest');
  });

  const make = async (name: string, by = ada) =>
    await by.post<{ label: Label } & Problem>(`${path}/labels`, { name, color: 'sky' });
  const list = async (query = '') =>
    (await gus.get<{ labels: Label[]; nextCursor: string | null }>(`${path}/labels${query}`)).body;
  const read = async (id: string) => (await ada.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task;

  it('lets members create and rename labels and requires distinct names', async () => {
    const { label } = (await make('Bug', ben)).body;
    expect(label).toMatchObject({ name: 'Bug', color: 'sky' });
    expect((await make('Idea', gus)).status).toBe(403);
    for (const response of [
      await make('bUG'),
      await make('B\u200bug'),
      await make('Ｂｕｇ'),
      await ada.patch<Problem>(`${path}/labels/${(await make('Idea')).body.label.id}`, { name: 'BUG' }),
    ]) {
      expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT', errors: [{ path: 'name' }] } });
    }
    const renamed = await ben.patch(`${path}/labels/${label.id}`, { name: 'bug', color: 'ember' });
    expect(renamed.body).toEqual({ label: { id: label.id, name: 'bug', color: 'ember' } });
    const first = await list('?limit=1');
    const rest = await list(`?cursor=${first.nextCursor}`);
    expect([...first.labels, ...rest.labels].map(({ name }) => name)).toEqual(['bug', 'Idea']);
  });

  it('ignores case variants of letters in names', async () => {
    for (const [one, other] of [
      ['Straße', 'STRASSE'],
      ['İstanbul', 'istanbul'],
      ['ΛΌΓΟΣ', 'λόγος'],
    ] as const) {
      expect((await make(one)).status).toBe(201);
      expect(await make(other)).toMatchObject({ status: 409, body: { errors: [{ path: 'name' }] } });
    }
    expect((await make('Sınıf')).status).toBe(201);
    expect((await make('Sinif')).status).toBe(201);
  });

  it.each([
    ['labels', {}],
    ['fields', { type: 'text' }],
    ['task-types', {}],
  ])('creates one of two %s of the same name that are requested at once', async (kind, body) => {
    const answers = await Promise.all(
      ['Maße', 'MASSE', 'maße'].map((name) => ada.post<Problem>(`${path}/${kind}`, { name, ...body })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(answer.body).toMatchObject({ code: 'CONFLICT', errors: [{ path: 'name' }] });
  });

  it('stores labels as a set, filters tasks by label and records label changes in the history', async () => {
    const [bug, idea] = [(await make('Bug')).body.label.id, (await make('Idea')).body.label.id];
    const task = await makeTask(ada, teamId, { labelIds: [idea, bug, idea] });
    const other = await makeTask(ada, teamId);
    const both = [bug, idea].sort();
    expect([task.labelIds, other.labelIds]).toEqual([both, []]);
    const filtered = await ben.get<{ tasks: Task[] }>(`${path}/tasks?labelId=${bug}`);
    expect(filtered.body.tasks).toEqual([task]);
    await ben.patch(`${path}/tasks/${task.id}`, { labelIds: [bug] });
    // Updates of other fields do not change the labels.
    await ben.patch(`${path}/tasks/${task.id}`, { title: 'New' });
    expect((await read(task.id)).labelIds).toEqual([bug]);
    const { changes } = (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${task.id}/history`)).body;
    expect(changes.find(({ field }) => field === 'labelIds')).toMatchObject({
      old: both,
      new: [bug],
      actor: ben.user.id,
    });
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('sets, clears and records start date and estimate', async () => {
    const task = await makeTask(ada, teamId, { startDate: '2026-11-23', estimate: 5 });
    expect([task.startDate, task.estimate]).toEqual(['2026-11-23', 5]);
    await ada.patch(`${path}/tasks/${task.id}`, { startDate: null, estimate: 0 });
    const now = await read(task.id);
    expect([now.startDate, now.estimate, now.dueDate]).toEqual([null, 0, null]);
    const { changes } = (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${task.id}/history`)).body;
    expect(changes.map(({ field, old, new: value }) => [field, old, value])).toEqual([
      ['startDate', '2026-11-23', null],
      ['estimate', 5, 0],
    ]);
    for (const body of [{ estimate: 1.3 }, { estimate: -1 }, { estimate: 1000 }, { startDate: 'soon' }]) {
      const response = await ada.patch<Problem>(`${path}/tasks/${task.id}`, body);
      expect(response).toMatchObject({ status: 400, body: { errors: [{ path: Object.keys(body)[0] }] } });
    }
  });

  it('rejects ids that are not labels of the team and names the index in the error', async () => {
    const bug = (await make('Bug')).body.label.id;
    const task = await makeTask(ada, teamId);
    const foreignTeam = (await makeTeam(gus, 'Elsewhere'))._id;
    const foreign = await gus.post<{ label: Label }>(`/teams/${foreignTeam}/labels`, { name: 'Bug' });
    for (const labelIds of [
      [bug, randomUUID()],
      [bug, foreign.body.label.id],
    ]) {
      for (const response of [
        await ada.patch<Problem>(`${path}/tasks/${task.id}`, { labelIds }),
        await ada.post<Problem>(`${path}/tasks`, { title: 'New', labelIds }),
      ]) {
        expect(response).toMatchObject({
          status: 404,
          body: { code: 'NOT_FOUND', errors: [{ path: 'labelIds.1' }] },
        });
      }
    }
    const many = Array.from({ length: LIMITS.labelsPerTask + 1 }, () => randomUUID());
    expect((await ada.patch(`${path}/tasks/${task.id}`, { labelIds: many })).status).toBe(400);
  });

  it('removes a deleted label from every task in one published change', async () => {
    const [bug, idea] = [(await make('Bug')).body.label.id, (await make('Idea')).body.label.id];
    const live = await makeTask(ada, teamId, { labelIds: [bug, idea] });
    const trashed = await makeTask(ada, teamId, { labelIds: [bug] });
    await ada.delete(`${path}/tasks/${trashed.id}`);
    const { seq } = (await ben.get<SyncPage>(`${path}/sync`)).body;
    expect((await ben.delete(`${path}/labels/${bug}`)).status).toBe(403);
    expect((await ada.delete(`${path}/labels/${bug}`)).status).toBe(204);
    const { changes } = (await ben.get<SyncPage>(`${path}/sync?since=${seq}`)).body;
    const ops = changes.map(({ entity, id, op }: Change) => `${op} ${entity} ${id}`);
    expect(ops.toSorted()).toEqual([`delete label ${bug}`, `put task ${live.id}`]);
    expect((await read(live.id)).labelIds).toEqual([idea]);
    await ada.post(`${path}/trash/${trashed.id}/restore`);
    expect((await read(trashed.id)).labelIds).toEqual([]);
    expect((await list()).labels.map(({ id }) => id)).toEqual([idea]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });
});
