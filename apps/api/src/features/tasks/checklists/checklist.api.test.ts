import { beforeEach, expect, it } from 'vitest';
import type { ChecklistItem } from '@hearth/contracts/checklists/checklist';
import type { Problem } from '@hearth/contracts/core/errors';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncPage } from '@hearth/contracts/sync';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProject, makeTask, makeTeam, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('checklists', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let teamId: string;
  let path: string;
  let task: Task;
  let list: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    path = `/teams/${teamId}`;
    await joinTeam(ada, teamId, ben, 'member');
    task = await makeTask(ada, teamId);
    list = `${path}/tasks/${task.id}/checklist`;
  });

  const add = async (
    title: string,
    fields: object = {},
    by = ada,
  ): Promise<ApiResponse<{ item: ChecklistItem } & Problem>> => await by.post(list, { title, ...fields });
  const read = async (query = '') =>
    (await ben.get<{ items: ChecklistItem[]; nextCursor: string | null }>(`${list}${query}`)).body;
  const itemsIn = async (by: SignedIn, since?: number) => {
    const { body } = await by.get<SyncPage>(
      `${path}/sync?limit=5000${since === undefined ? '' : `&since=${since}`}`,
    );
    return { seq: body.seq, items: body.changes.filter(({ entity }) => entity === 'checklistItem') };
  };

  it('lists items in order with pagination and records changes in the history', async () => {
    const created: ChecklistItem[] = [];
    for (const title of ['One', 'Two', 'Three']) created.push((await add(title)).body.item);
    const [one, two, three] = created as [ChecklistItem, ChecklistItem, ChecklistItem];
    await ben.patch(`${list}/${three.id}`, { position: 'Zz' });
    await ben.patch(`${list}/${one.id}`, { isDone: true });
    await ben.patch(`${list}/${one.id}`, { title: 'First' });
    await ben.delete(`${list}/${two.id}`);
    expect((await ben.delete(`${list}/${two.id}`)).status).toBe(404);
    const first = await read('?limit=1');
    const rest = await read(`?cursor=${first.nextCursor}`);
    expect([...first.items, ...rest.items]).toEqual([
      { ...three, position: 'Zz' },
      { ...one, title: 'First', isDone: true },
    ]);
    const { changes } = (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${task.id}/history`)).body;
    // The history includes the position, to allow restoring the item.
    const past = ({ taskId: _taskId, ...item }: ChecklistItem, fields: Partial<ChecklistItem> = {}) => ({
      ...item,
      ...fields,
    });
    expect(changes.map(({ old, new: now }) => [old, now])).toEqual([
      [past(two), null],
      [past(one, { isDone: true }), past(one, { isDone: true, title: 'First' })],
      [past(one), past(one, { isDone: true })],
      [null, past(three)],
      [null, past(two)],
      [null, past(one)],
    ]);
    for (const body of [{ title: ' ' }, { title: 'x', position: '!' }, { title: 'x'.repeat(501) }]) {
      expect((await ada.post(list, body)).status).toBe(400);
    }
    const other = await makeTask(ada, teamId);
    expect((await ada.patch(`${path}/tasks/${other.id}/checklist/${one.id}`, { isDone: true })).status).toBe(
      404,
    );
  });

  it('enforces the item limit for concurrent inserts', async () => {
    for (let n = 0; n < LIMITS.checklistItems - 2; n += 1) await add(`Step ${n}`);
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, n) => add(`Last ${n}`, {}, n % 2 ? ada : ben)),
    );
    expect(responses.filter(({ status }) => status === 201).length).toBe(2);
    expect(responses.find(({ status }) => status !== 201)?.body.code).toBe('INVALID_STATE');
  }, 120_000);

  it('hides, trashes and restores items together with their task', async () => {
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const { item } = (await add('Step')).body;
    const { seq, items } = await itemsIn(ben);
    expect(items).toMatchObject([{ op: 'put', id: item.id, data: item }]);
    await ada.patch(`${path}/tasks/${task.id}`, { projectId: secret.id });
    expect((await itemsIn(ben, seq)).items).toMatchObject([{ op: 'delete', id: item.id }]);
    expect((await itemsIn(ben)).items).toEqual([]);
    expect((await itemsIn(ada)).items.length).toBe(1);
    await ada.patch(`${path}/tasks/${task.id}`, { projectId: null });
    await ada.delete(`${path}/tasks/${task.id}`);
    const afterTrash = await itemsIn(ben);
    expect(afterTrash.items).toEqual([]);
    await ada.post(`${path}/trash/${task.id}/restore`);
    expect((await itemsIn(ben, afterTrash.seq)).items).toMatchObject([{ op: 'put', id: item.id }]);
  });

  it('publishes items when their tasks are moved, trashed or restored in bulk', async () => {
    await ada.post(`/dev${path}/plan`, { plan: 'pro' });
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const open = await makeProject(ada, teamId);
    const other = await makeTask(ada, teamId, { projectId: open.id });
    const { item } = (await add('Step')).body;
    const added = await ada.post<{ item: ChecklistItem }>(`${path}/tasks/${other.id}/checklist`, {
      title: 'Step there',
    });
    const ids = [item.id, added.body.item.id].toSorted();
    const taskIds = [task.id, other.id];
    const idsOf = async (op: 'put' | 'delete', by: SignedIn, since?: number): Promise<string[]> =>
      (await itemsIn(by, since)).items
        .filter((change) => change.op === op)
        .map(({ id }) => id)
        .toSorted();
    const before = await itemsIn(ben);
    expect(await idsOf('put', ben)).toEqual(ids);

    // The tasks come from different projects.
    expect((await ada.patch(`${path}/tasks`, { taskIds, projectId: secret.id })).status).toBe(200);
    expect(await idsOf('delete', ben, before.seq)).toEqual(ids);
    expect(await idsOf('put', ben, before.seq)).toEqual([]);
    expect(await idsOf('put', ben)).toEqual([]);
    expect(await idsOf('put', ada, before.seq)).toEqual(ids);

    const hidden = await itemsIn(ben);
    expect((await ada.patch(`${path}/tasks`, { taskIds, projectId: open.id })).status).toBe(200);
    expect(await idsOf('put', ben, hidden.seq)).toEqual(ids);

    expect((await ada.post(`${path}/tasks/trash`, { taskIds })).status).toBe(200);
    const afterTrash = await itemsIn(ben);
    expect(afterTrash.items).toEqual([]);
    expect((await ada.post(`${path}/trash/restore`, { itemIds: taskIds })).status).toBe(200);
    expect(await idsOf('put', ben, afterTrash.seq)).toEqual(ids);
    expect(await idsOf('put', ben)).toEqual(ids);
  });
});
