import { beforeEach, expect, it } from 'vitest';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import type { Problem } from '@hearth/contracts/core/errors';
import type { SyncPage } from '@hearth/contracts/sync';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { toCustomFieldName } from '@hearth/contracts/custom-fields/custom-field-query-values';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProTeam, makeProject, makeTask, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('relation fields', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let path: string;
  let teamId: string;
  let field: CustomField;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
    field = (await ada.post<{ field: CustomField }>(`${path}/fields`, { name: 'Designs', type: 'relation' }))
      .body.field;
  });

  const put = async (by: SignedIn, id: string, ids: string[] | null) =>
    await by.patch<{ task: Task } & Problem>(`${path}/tasks/${id}`, { custom: { [field.id]: ids } });
  const read = async (by: SignedIn, id: string) =>
    (await by.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task.custom[field.id] ?? null;
  const find = async (by: SignedIn, query: string) =>
    (await by.get<{ tasks: Task[] }>(`${path}/tasks?${query}`)).body.tasks.map(({ id }) => id);
  const sync = async (by: SignedIn, query: string) => (await by.get<SyncPage>(`${path}/sync?${query}`)).body;
  /** Returns the values of a task that were published to a user since `since`, oldest first. */
  async function readChanges(by: SignedIn, since: number, id: string): Promise<unknown[]> {
    const { changes } = await sync(by, `since=${since}`);
    return changes.flatMap((change) =>
      change.entity === 'task' && change.id === id && change.op === 'put'
        ? [change.data.custom[field.id] ?? null]
        : [],
    );
  }
  const snap = async (by: SignedIn, id: string, query = 'limit=1000') =>
    (await sync(by, query)).changes.flatMap((change) =>
      change.entity === 'task' && change.id === id && change.op === 'put'
        ? [change.data.custom[field.id] ?? null]
        : [],
    )[0];
  const sound = async () => expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);

  it('accepts at most ten distinct visible tasks and rejects the task itself', async () => {
    const [task, other] = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const hidden = await makeTask(ada, teamId, { projectId: secret.id });
    const at = [{ path: `custom.${field.id}` }];
    for (const wrong of [[other.id, other.id], ['x'], 5])
      expect((await put(ada, task.id, wrong as string[])).body).toMatchObject({ status: 400 });
    const targets = await Promise.all(Array.from({ length: 11 }, () => makeTask(ada, teamId)));
    const ids = targets.map(({ id }) => id).toSorted();
    expect((await put(ada, task.id, ids)).body).toMatchObject({ status: 400, errors: at });
    const ten = ids.slice(0, 10);
    expect((await put(ada, task.id, ten)).body.task.custom[field.id]).toEqual(ten);
    expect((await put(ada, task.id, [task.id])).body).toMatchObject({ status: 400, errors: at });
    const refused = await put(ben, task.id, [hidden.id]);
    expect(refused.body).toMatchObject({ status: 404, errors: at });
    const missing = await put(ben, task.id, ['00000000-0000-7000-8000-000000000000']);
    expect(missing.body.detail).toBe(refused.body.detail);
    const set = await put(ada, task.id, [other.id, hidden.id]);
    expect(set.body.task.custom[field.id]).toEqual([other.id, hidden.id].toSorted());
    const created = await makeTask(ben, teamId, { custom: { [field.id]: [task.id] } });
    expect(created.custom[field.id]).toEqual([task.id]);
    expect(await read(ada, created.id)).toEqual([task.id]);
    await sound();
  });

  it('hides links to tasks that the reader can’t see and keeps hidden links when other links change', async () => {
    const [task, one, two] = [
      await makeTask(ada, teamId),
      await makeTask(ada, teamId),
      await makeTask(ada, teamId),
    ];
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const hidden = await makeTask(ada, teamId, { projectId: secret.id, title: 'Not for Ben' });
    const { seq } = await sync(ada, 'limit=1');
    await put(ada, task.id, [hidden.id]);
    expect(await readChanges(ben, seq, task.id)).toEqual([null]);
    expect(await readChanges(ada, seq, task.id)).toEqual([[hidden.id]]);
    await put(ada, task.id, [one.id, hidden.id]);
    expect([await read(ben, task.id), await read(ada, task.id)]).toEqual([
      [one.id],
      [one.id, hidden.id].toSorted(),
    ]);
    expect([await snap(ben, task.id), await snap(ada, task.id)]).toEqual([
      [one.id],
      [one.id, hidden.id].toSorted(),
    ]);
    const changed = await put(ben, task.id, [two.id]);
    expect(changed.body.task.custom[field.id]).toEqual([two.id]);
    expect(await read(ada, task.id)).toEqual([two.id, hidden.id].toSorted());
    await ada.patch(`${path}/tasks`, { taskIds: [task.id], custom: { [field.id]: [one.id, hidden.id] } });
    const many = await ben.patch(`${path}/tasks`, {
      taskIds: [task.id, two.id],
      custom: { [field.id]: [one.id] },
    });
    expect(many.status).toBe(200);
    expect(await read(ada, task.id)).toEqual([one.id, hidden.id].toSorted());
    // Other changes to the task do not reveal the hidden link either.
    const renamed = await ben.patch<{ task: Task }>(`${path}/tasks/${task.id}`, { title: 'Other' });
    expect(renamed.body.task.custom[field.id]).toEqual([one.id]);
    expect(JSON.stringify((await sync(ben, `since=${seq}`)).changes)).not.toContain(hidden.id);
    const past = await ben.get<{ changes: PastChange[] }>(`${path}/tasks/${task.id}/history`);
    expect(JSON.stringify(past.body)).not.toContain(hidden.id);
    expect(past.body.changes.map(({ field: name, old, new: now }) => [name, old, now])).toEqual([
      ['title', task.title, 'Other'],
      [`custom.${field.id}`, [two.id], [one.id]],
      [`custom.${field.id}`, [one.id], [two.id]],
      [`custom.${field.id}`, null, [one.id]],
    ]);
    await sound();
  });

  it('hides and shows links when linked tasks are trashed, restored or made private', async () => {
    const [task, other] = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    await put(ada, task.id, [other.id]);
    const { seq } = await sync(ben, 'limit=1');
    await ada.delete(`${path}/tasks/${other.id}`);
    expect(await readChanges(ben, seq, task.id)).toEqual([null]);
    expect(await find(ben, `filter=${toCustomFieldName(field.id)}:none`)).toEqual([task.id]);
    // Changes in the meantime do not remove the link.
    const third = await makeTask(ada, teamId);
    await put(ada, task.id, [third.id]);
    await ada.post(`${path}/trash/${other.id}/restore`);
    expect(await read(ben, task.id)).toEqual([other.id, third.id].toSorted());
    expect((await readChanges(ben, seq, task.id)).at(-1)).toEqual([other.id, third.id].toSorted());
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    await ada.patch(`${path}/tasks/${other.id}`, { projectId: secret.id });
    expect((await readChanges(ben, seq, task.id)).at(-1)).toEqual([third.id]);
    await ada.patch(`${path}/tasks`, { taskIds: [third.id], projectId: secret.id });
    expect((await readChanges(ben, seq, task.id)).at(-1)).toBeNull();
    expect((await readChanges(ada, seq, task.id)).at(-1)).toEqual([other.id, third.id].toSorted());
    await sound();
  });

  it('filters and sorts only by visible links', async () => {
    const [a, b, c] = [await makeTask(ada, teamId), await makeTask(ada, teamId), await makeTask(ada, teamId)];
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const hidden = await makeTask(ada, teamId, { projectId: secret.id });
    const name = toCustomFieldName(field.id);
    await put(ada, a.id, [c.id]);
    await put(ada, b.id, [a.id, hidden.id]);
    await put(ada, c.id, [hidden.id]);
    expect(await find(ada, `filter=${name}:${hidden.id}`)).toEqual([c.id, b.id]);
    expect(await find(ben, `filter=${name}:${hidden.id}`)).toEqual([]);
    expect(await find(ben, `filter=${name}:none`)).toEqual([c.id]);
    expect(await find(ben, `filter=${name}-not:none`)).toEqual([b.id, a.id]);
    expect(await find(ben, `filter=${name}:${a.id},none`)).toEqual([c.id, b.id]);
    expect(await find(ben, `sort=${name}`)).toEqual([b.id, a.id, c.id]);
    expect(await find(ada, `sort=-${name}`)).toEqual([c.id, a.id, b.id, hidden.id]);
    const first = await ben.get<{ nextCursor: string }>(`${path}/tasks?sort=${name}&limit=1`);
    expect(await find(ben, `sort=${name}&cursor=${first.body.nextCursor}`)).toEqual([a.id, c.id]);
  });

  it('omits links to hidden tasks from historical snapshots and keeps links to tasks deleted since', async () => {
    const [task, one] = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const hidden = await makeTask(ada, teamId, { projectId: secret.id });
    await put(ada, task.id, [one.id, hidden.id]);
    const { task: then } = (await ada.get<{ task: Task }>(`${path}/tasks/${task.id}`)).body;
    const at = `at=${then.updatedAt}&limit=1000`;
    await put(ada, task.id, null);
    await ada.delete(`${path}/tasks/${one.id}`);
    expect(await snap(ada, task.id, at)).toEqual([one.id, hidden.id].toSorted());
    expect(await snap(ben, task.id, at)).toEqual([one.id]);
  });

  it('copies links to the next task of a series', async () => {
    const other = await makeTask(ada, teamId);
    const task = await makeTask(ada, teamId, {
      dueDate: '2026-11-20',
      repeat: { mode: 'schedule', rule: 'FREQ=DAILY', timeZone: 'UTC' },
      custom: { [field.id]: [other.id] },
    });
    const { body } = await ada.get<{ statuses: { id: string; category: string }[] }>(`${path}/statuses`);
    const statusId = body.statuses.find(({ category }) => category === 'completed')?.id;
    await ada.patch(`${path}/tasks/${task.id}`, { statusId });
    const named = await find(ada, `filter=${toCustomFieldName(field.id)}:${other.id}`);
    expect(named).toHaveLength(2);
    await sound();
  });
});
