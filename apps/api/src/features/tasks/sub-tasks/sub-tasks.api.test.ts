import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Change, SyncPage } from '@hearth/contracts/sync';
import { HIDDEN_TASK, MAX_SUB_LEVELS } from '@hearth/contracts/model/task-values';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import type { TrashItem } from '@hearth/contracts/trash/trash';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProTeam, makeProject, makeTask, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('sub-tasks', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben, gus] = usePeople(api, 'ada', 'ben', 'gus');
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben], guest: [gus] });
    path = `/teams/${teamId}`;
  });

  const change = async (
    id: string,
    fields: object,
    by = ada,
  ): Promise<ApiResponse<{ task: Task } & Problem>> => await by.patch(`${path}/tasks/${id}`, fields);
  const read = async (id: string, by = ada) =>
    (await by.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task;
  const sync = async (by: SignedIn, since?: number) =>
    (await by.get<SyncPage>(`${path}/sync?limit=5000${since === undefined ? '' : `&since=${since}`}`)).body;
  const seenIn = (page: SyncPage, id: string): Change[] =>
    page.changes.filter((one) => one.entity === 'task' && one.id === id);
  const expectSound = async () => expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);

  /** Creates a chain in which each task is a sub-task of the previous one. */
  async function makeChain(length: number, fields: object = {}, by = ada): Promise<Task[]> {
    const chain: Task[] = [];
    for (let n = 0; n < length; n += 1) {
      chain.push(
        await makeTask(by, teamId, { title: `Level ${n}`, parentId: chain.at(-1)?.id ?? null, ...fields }),
      );
    }
    return chain;
  }

  it('creates, reorders, lists and detaches sub-tasks and records only detaching in the history', async () => {
    const top = await makeTask(ada, teamId);
    const parts: Task[] = [];
    for (const title of ['One', 'Two', 'Three'])
      parts.push(await makeTask(ben, teamId, { title, parentId: top.id }));
    const [one, two, three] = parts.map(({ id }) => id);
    const list = async () => {
      const { body } = await ben.get<{ tasks: Task[] }>(`${path}/tasks?parentId=${top.id}`);
      const key = (task: Task) => task.siblingPosition ?? '';
      return body.tasks.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id);
    };
    expect(await list()).toEqual([one, two, three]);
    await change(three ?? '', { siblingPosition: 'Zz' });
    expect(await list()).toEqual([three, one, two]);
    const alone = await change(two ?? '', { parentId: null });
    expect(alone.body.task).toMatchObject({ parentId: null, siblingPosition: null });
    expect(await list()).toEqual([three, one]);
    const { changes } = (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${two}/history`)).body;
    expect(changes).toMatchObject([{ field: 'parentId', old: top.id, new: null, actor: ada.user.id }]);
    const past = (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${three}/history`)).body.changes;
    expect(past, 'order is not history').toEqual([]);
    await expectSound();
  });

  it('records additions and removals in the parent’s history for users who see both tasks', async () => {
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const [top, other] = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    const lines = async (of: Task, by = ada) =>
      (await by.get<{ changes: PastChange[] }>(`${path}/tasks/${of.id}/history`)).body.changes
        .map(({ field, old, new: now, actor }) => [field, old, now, actor])
        .toReversed();
    const created = await makeTask(ben, teamId, { parentId: top.id });
    const hidden = await makeTask(ada, teamId, { parentId: top.id, projectId: secret.id });
    const [one, two] = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    await change(created.id, { title: 'Renamed', parentId: top.id });
    await change(created.id, { parentId: other.id }, ben);
    await ada.patch(`${path}/tasks`, { taskIds: [one.id, two.id], parentId: top.id });
    const seen = [
      ['subTask', null, created.id, ben.user.id],
      ['subTask', created.id, null, ben.user.id],
      ['subTask', null, one.id, ada.user.id],
      ['subTask', null, two.id, ada.user.id],
    ];
    expect(await lines(top, ben)).toEqual(seen);
    expect(await lines(top)).toEqual([seen[0], ['subTask', null, hidden.id, ada.user.id], ...seen.slice(1)]);
    expect(await lines(other, ben)).toEqual([['subTask', null, created.id, ben.user.id]]);
    await change(hidden.id, { parentId: null });
    expect(await lines(top, ben)).toEqual(seen);
    expect((await lines(top)).at(-1)).toEqual(['subTask', hidden.id, null, ada.user.id]);
    await expectSound();
  });

  it('records trashed and restored sub-tasks with their titles in the parent’s history', async () => {
    const home = await makeProject(ada, teamId);
    const top = await makeTask(ada, teamId);
    const lines = async (by = ada, of = top) => {
      const { changes } = (await by.get<{ changes: PastChange[] }>(`${path}/tasks/${of.id}/history`)).body;
      return changes
        .filter(({ id }) => !seen.has(id))
        .toReversed()
        .map(({ id, field, old, new: now, titles }) => {
          seen.add(id);
          return [field, old, now, titles];
        });
    };
    const seen = new Set<string>();
    const removalOf = ({ id, title }: Task) => ['subTask', id, null, { [id]: title }];
    const back = ({ id, title }: Task) => ['subTask', null, id, { [id]: title }];
    const one = await makeTask(ada, teamId, { title: 'One', parentId: top.id });
    const two = await makeTask(ada, teamId, { title: 'Two', parentId: top.id });
    const below = await makeTask(ada, teamId, { title: 'Below', parentId: one.id });
    const away = await makeTask(ada, teamId, { title: 'Away', parentId: top.id, projectId: home.id });
    await lines();
    await ada.delete(`${path}/tasks/${one.id}`);
    expect(await lines()).toEqual([removalOf(one)]);
    await ada.post(`${path}/trash/${one.id}/restore`);
    expect(await lines()).toEqual([back(one)]);
    expect(await lines(ada, one), 'what went along stayed part of it').toEqual([back(below)]);
    const taskIds = [one.id, two.id, below.id];
    expect(await ada.post(`${path}/tasks/trash`, { taskIds })).toMatchObject({ status: 200 });
    expect(await lines()).toEqual([removalOf(one), removalOf(two)]);
    expect(await ada.post(`${path}/trash/restore`, { itemIds: taskIds })).toMatchObject({ status: 200 });
    expect(await lines()).toEqual([back(one), back(two)]);
    await ada.delete(`${path}/projects/${home.id}`);
    expect(await lines()).toEqual([removalOf(away)]);
    await ada.post(`${path}/trash/${home.id}/restore`);
    expect(await lines()).toEqual([back(away)]);
    // The history does not record sub-tasks that are trashed by cascade, or that are restored while the parent is in the
    // trash.
    await ada.delete(`${path}/tasks/${two.id}`);
    await ada.delete(`${path}/tasks/${top.id}`);
    await ada.post(`${path}/trash/${two.id}/restore`);
    await ada.post(`${path}/trash/${top.id}/restore`);
    expect(await lines()).toEqual([removalOf(two)]);
    await ada.patch(`${path}/projects/${home.id}`, { isPrivate: true });
    seen.clear();
    const known = (await lines(ben)).map(([, old, now]) => old ?? now);
    expect(known).not.toContain(away.id);
    await expectSound();
  });

  it('rebalances siblings with a long order key through the log', async () => {
    const top = await makeTask(ada, teamId);
    const parts: Task[] = [];
    for (let n = 0; n < 3; n += 1) parts.push(await makeTask(ada, teamId, { parentId: top.id }));
    const [first, moved, last] = parts;
    const keys = async () =>
      await Promise.all(parts.map(async ({ id }) => (await read(id)).siblingPosition ?? ''));
    const since = (await sync(ben)).seq;
    const long = `${first?.siblingPosition}${'V'.repeat(80)}`;
    await change(moved?.id ?? '', { siblingPosition: long });
    await expect.poll(async () => Math.max(...(await keys()).map((key) => key.length))).toBeLessThan(65);
    const [one = '', two = '', three = ''] = await keys();
    expect([one, three], 'its neighbours stay as they were').toEqual([
      first?.siblingPosition,
      last?.siblingPosition,
    ]);
    expect(one < two && two < three).toBe(true);
    const synced = seenIn(await sync(ben, since), moved?.id ?? '').at(-1);
    expect(synced?.op === 'put' && (synced.data as Task).siblingPosition).toBe(two);
    expect((await read(moved?.id ?? '')).position, 'its place in the column stays').toBe(moved?.position);
    await expectSound();
  });

  it('allows five levels, even when trees are moved', async () => {
    const chain = await makeChain(MAX_SUB_LEVELS + 1);
    const ids = chain.map(({ id }) => id);
    const refused = await ada.post<Problem>(`${path}/tasks`, { title: 'Too deep', parentId: ids.at(-1) });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'TOO_DEEP', errors: [{ path: 'parentId' }] },
    });
    const [small] = await makeChain(2);
    expect((await change(small?.id ?? '', { parentId: ids.at(-2) })).body.code).toBe('TOO_DEEP');
    expect((await change(small?.id ?? '', { parentId: ids.at(-3) })).status).toBe(200);
    const top = await makeTask(ada, teamId);
    expect((await change(ids[0] ?? '', { parentId: top.id })).body.code).toBe('TOO_DEEP');
    await expectSound();
  });

  it('rejects circular nesting, even under concurrency', async () => {
    const ids = (await makeChain(3)).map(({ id }) => id);
    for (const parentId of ids) {
      const refused = await change(ids[0] ?? '', { parentId });
      expect(refused).toMatchObject({
        status: 422,
        body: { code: 'CIRCULAR', errors: [{ path: 'parentId' }] },
      });
    }
    for (let round = 0; round < 6; round += 1) {
      const cycle: Task[] = [];
      for (let n = 0; n < 4; n += 1) cycle.push(await makeTask(ada, teamId));
      const responses = await Promise.all(
        cycle.map((task, n) =>
          change(task.id, { parentId: cycle[(n + 1) % 4]?.id }, n % 2 === 0 ? ada : ben),
        ),
      );
      expect(responses.filter(({ status }) => status === 200).length).toBe(3);
      expect(responses.find(({ status }) => status !== 200)).toMatchObject({
        status: 422,
        body: { code: 'CIRCULAR' },
      });
    }
    await expectSound();
  });

  it('rejects parents that the caller cannot see or change', async () => {
    const open = await makeProject(ada, teamId);
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const [mine, hidden] = [
      await makeTask(ben, teamId, { projectId: open.id }),
      await makeTask(ada, teamId, { projectId: secret.id }),
    ];
    for (const parentId of [hidden.id, '00000000-0000-4000-8000-000000000000']) {
      expect(await change(mine.id, { parentId }, ben)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', errors: [{ path: 'parentId' }] },
      });
      expect((await ben.post(`${path}/tasks`, { title: 'New', parentId })).status).toBe(404);
    }
    const shared = await makeProject(ada, teamId);
    const grant = async (projectId: string, level: string) =>
      await ada.send('PUT', `${path}/projects/${projectId}/grants/${gus.user.id}`, { body: { level } });
    await grant(open.id, 'edit');
    await grant(shared.id, 'view');
    const looked = await makeTask(ada, teamId, { projectId: shared.id });
    expect((await change(mine.id, { parentId: looked.id }, gus)).status).toBe(403);
    await grant(shared.id, 'edit');
    expect((await change(mine.id, { parentId: looked.id }, gus)).status).toBe(200);
  });

  it('hides the parent and denies parent changes to users who can’t see the parent', async () => {
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const open = await makeProject(ada, teamId);
    const top = await makeTask(ada, teamId, { projectId: secret.id, title: 'Confidential' });
    const before = (await sync(ben)).seq;
    const part = await makeTask(ada, teamId, { projectId: open.id, parentId: top.id });
    const parentFor = async (who: SignedIn, since?: number) =>
      seenIn(await sync(who, since), part.id).map((one) => one.op === 'put' && (one.data as Task).parentId);

    expect((await read(part.id)).parentId).toBe(top.id);
    expect((await read(part.id, ben)).parentId).toBe(HIDDEN_TASK);
    expect(await parentFor(ben)).toEqual([HIDDEN_TASK]);
    expect(await parentFor(ben, before)).toEqual([HIDDEN_TASK]);
    expect(await parentFor(ada)).toEqual([top.id]);
    expect((await parentFor(ada, before)).at(-1)).toBe(top.id);
    const found = await ben.get<{ tasks: Task[] }>(`${path}/tasks?parentId=${top.id}`);
    expect(found.body.tasks).toEqual([]);

    await change(part.id, { assigneeIds: [ben.user.id] });
    const own = await ben.get<{ tasks: Task[] }>('/account/export');
    expect(own.body.tasks.find(({ id }) => id === part.id)?.parentId).toBe(HIDDEN_TASK);

    // Users who can't see the parent may change all other fields.
    const renamed = await change(part.id, { title: 'Renamed' }, ben);
    expect(renamed).toMatchObject({
      status: 200,
      body: { task: { title: 'Renamed', parentId: HIDDEN_TASK } },
    });
    expect(await change(part.id, { parentId: null }, ben)).toMatchObject({
      status: 422,
      body: { code: 'INVALID_STATE' },
    });
    expect(await change(part.id, { siblingPosition: 'a5' }, ben)).toMatchObject({
      status: 422,
      body: { code: 'INVALID_STATE' },
    });
    await change(part.id, { parentId: null });
    const past = (await ben.get<{ changes: PastChange[] }>(`${path}/tasks/${part.id}/history`)).body.changes;
    expect(past.find(({ field }) => field === 'parentId')).toMatchObject({ old: HIDDEN_TASK, new: null });
    await change(part.id, { parentId: top.id });

    // When the parent moves, its visibility is updated immediately.
    const mark = (await sync(ben)).seq;
    await change(top.id, { projectId: open.id });
    expect((await parentFor(ben, mark)).at(-1)).toBe(top.id);
    await change(top.id, { projectId: secret.id });
    expect((await parentFor(ben, mark)).at(-1)).toBe(HIDDEN_TASK);
    const synced = JSON.stringify(seenIn(await sync(ben, mark), part.id).slice(-1));
    expect(synced).not.toContain(top.id);
    await expectSound();
  });

  it('trashes and restores sub-tasks with their parent as one item', async () => {
    const [top, middle, leaf] = await makeChain(3);
    const side = await makeTask(ada, teamId, { parentId: top?.id });
    await change(side.id, { title: 'Gone before' });
    await ada.delete(`${path}/tasks/${side.id}`);
    await ada.delete(`${path}/tasks/${top?.id}`);
    const trash = async () => (await ada.get<{ items: TrashItem[] }>(`${path}/trash`)).body.items;
    expect(new Set((await trash()).map(({ id }) => id))).toEqual(new Set([top?.id, side.id]));
    expect((await ada.get(`${path}/tasks/${leaf?.id}`)).status).toBe(404);
    expect((await ada.post(`${path}/trash/${middle?.id}/restore`)).status).toBe(404);
    await expectSound();
    // A sub-task that is restored directly has no parent until the parent is restored too.
    await ada.post(`${path}/trash/${side.id}/restore`);
    expect((await read(side.id)).parentId).toBe(null);
    await expectSound();
    const since = (await sync(ben)).seq;
    expect((await ada.post(`${path}/trash/${top?.id}/restore`)).status).toBe(200);
    expect(await read(leaf?.id ?? '')).toEqual(leaf);
    expect((await read(side.id)).parentId).toBe(top?.id);
    expect(seenIn(await sync(ben, since), side.id).length, 'and that is told').toBe(1);
    expect(await trash()).toEqual([]);
    await expectSound();
  });

  it('keeps sub-tasks that the user who deletes the parent isn’t allowed to delete', async () => {
    const top = await makeTask(ben, teamId);
    const own = await makeTask(ben, teamId, { parentId: top.id });
    const others = await makeTask(ada, teamId, { parentId: top.id });
    const below = await makeTask(ben, teamId, { parentId: others.id });
    expect((await ben.delete(`${path}/tasks/${top.id}`)).status).toBe(204);
    expect((await ben.get(`${path}/tasks/${own.id}`)).status).toBe(404);
    expect((await read(others.id, ben)).parentId).toBe(null);
    expect((await read(below.id, ben)).parentId).toBe(others.id);
    await expectSound();
    await ben.post(`${path}/trash/${top.id}/restore`);
    expect((await read(others.id)).parentId).toBe(top.id);
    expect((await read(own.id)).parentId).toBe(top.id);
    await expectSound();
  });

  it('restores a sub-task of a trashed project only together with that project', async () => {
    const [first, second] = [await makeProject(ada, teamId), await makeProject(ada, teamId)];
    const top = await makeTask(ada, teamId, { projectId: first.id });
    const part = await makeTask(ada, teamId, { projectId: second.id, parentId: top.id });
    await ada.delete(`${path}/tasks/${top.id}`);
    await ada.delete(`${path}/projects/${second.id}`);
    expect((await ada.post(`${path}/trash/${top.id}/restore`)).status).toBe(200);
    expect((await ada.get(`${path}/tasks/${part.id}`)).status).toBe(404);
    await expectSound();
    await ada.post(`${path}/trash/${second.id}/restore`);
    expect((await read(part.id)).parentId).toBe(top.id);
    // A sub-task has no parent while the project of the parent is in the trash.
    await ada.delete(`${path}/projects/${first.id}`);
    expect((await read(part.id)).parentId).toBe(null);
    await expectSound();
    await ada.post(`${path}/trash/${first.id}/restore`);
    expect((await read(part.id)).parentId).toBe(top.id);
    await expectSound();
  });
});
