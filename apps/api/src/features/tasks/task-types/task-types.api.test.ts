import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { TaskType } from '@hearth/contracts/task-types/task-types';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTask, makeTeam } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('task types', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    path = `/teams/${teamId}`;
    await joinTeam(ada, teamId, ben, 'member');
  });

  const list = async () => (await ben.get<{ taskTypes: TaskType[] }>(`${path}/task-types`)).body.taskTypes;
  const read = async (id: string) => (await ada.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task;
  const change = async (id: string, body: object) =>
    await ben.patch<{ task: Task } & Problem>(`${path}/tasks/${id}`, body);
  const readHistory = async (id: string) => {
    const { body } = await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${id}/history`);
    return body.changes.filter(({ field }) => field === 'typeId').map(({ old, new: now }) => [old, now]);
  };

  it('provides defaults and lets owners create, update and reorder a limited number of types', async () => {
    expect((await list()).map(({ name, icon }) => `${name} ${icon}`)).toEqual([
      'Task task',
      'Bug bug',
      'Feature feature',
    ]);
    const id = randomUUID();
    const created = await ada.post<{ taskType: TaskType }>(`${path}/task-types`, {
      id,
      name: 'Idea',
      icon: 'idea',
      color: 'lime',
    });
    expect([created.status, created.body.taskType]).toMatchObject([
      201,
      { id, name: 'Idea', icon: 'idea', color: 'lime' },
    ]);
    const moved = await ada.patch(`${path}/task-types/${id}`, {
      position: 'Zz',
      name: 'Ideas',
      icon: 'risk',
    });
    expect(moved.status).toBe(200);
    expect((await list())[0]).toEqual({ id, name: 'Ideas', icon: 'risk', color: 'lime', position: 'Zz' });
    expect((await ben.post(`${path}/task-types`, { name: 'Mine' })).status).toBe(403);
    for (const [body, field] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(LIMITS.taskTypeName + 1) }, 'name'],
      [{ icon: 'star' }, 'icon'],
      [{ color: '#fff' }, 'color'],
      [{ position: 'a' }, 'position'],
    ] as const) {
      const refused = await ada.patch<Problem>(`${path}/task-types/${id}`, body);
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, field]);
    }
    expect((await ada.patch(`${path}/task-types/${id}`, { name: 'BUG' })).status).toBe(409);
    for (let count = 4; count < LIMITS.taskTypesPerTeam; count += 1)
      expect((await ada.post(`${path}/task-types`, { name: `N ${count}` })).status).toBe(201);
    expect((await ada.post(`${path}/task-types`, { name: 'One more' })).status).toBe(422);
  });

  it('sets at most one type per task, also in bulk', async () => {
    const [, bug, feature] = await list();
    const task = await makeTask(ben, teamId, { typeId: bug?.id });
    const plain = await makeTask(ben, teamId);
    expect([task.typeId, plain.typeId]).toEqual([bug?.id, null]);
    expect((await change(task.id, { typeId: feature?.id })).body.task.typeId).toBe(feature?.id);
    const elsewhere = (await makeTeam(ada, 'Others'))._id;
    const { body } = await ada.get<{ taskTypes: TaskType[] }>(`/teams/${elsewhere}/task-types`);
    for (const typeId of [randomUUID(), body.taskTypes[0]?.id]) {
      const refused = await change(task.id, { typeId });
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([404, 'typeId']);
      const created = await ben.post<Problem>(`${path}/tasks`, { title: 'New', typeId });
      expect([created.status, created.body.errors?.[0]?.path]).toEqual([404, 'typeId']);
      const many = await ben.patch<Problem>(`${path}/tasks`, {
        taskIds: [plain.id, task.id],
        each: [{}, { typeId }],
      });
      expect([many.status, many.body.errors?.[0]?.path]).toEqual([404, 'each.1.typeId']);
    }
    await ben.patch(`${path}/tasks`, { taskIds: [plain.id, task.id], typeId: bug?.id });
    expect([(await read(plain.id)).typeId, (await read(task.id)).typeId]).toEqual([bug?.id, bug?.id]);
    await change(task.id, { typeId: null });
    expect(await readHistory(task.id)).toEqual([
      [bug?.id, null],
      [feature?.id, bug?.id],
      [bug?.id, feature?.id],
    ]);
    const listed = await ben.get<{ tasks: Task[] }>(`${path}/tasks?filter=type:${bug?.id}`);
    expect(listed.body.tasks.map(({ id }) => id)).toEqual([plain.id]);
    const none = await ben.get<{ tasks: Task[] }>(`${path}/tasks?filter=type:none`);
    expect(none.body.tasks.map(({ id }) => id)).toEqual([task.id]);
  });

  it('clears a deleted type and restores it on tasks without another one', async () => {
    const [plain, bug] = await list();
    const at = `${path}/task-types/${bug?.id}`;
    const [kept, changed, trashed] = [
      await makeTask(ada, teamId, { typeId: bug?.id }),
      await makeTask(ada, teamId, { typeId: bug?.id }),
      await makeTask(ada, teamId, { typeId: bug?.id }),
    ];
    await ada.delete(`${path}/tasks/${trashed.id}`);
    expect((await ada.delete(at)).status).toBe(204);
    expect((await ada.delete(at)).status).toBe(404);
    expect((await list()).map(({ name }) => name)).toEqual(['Task', 'Feature']);
    expect((await read(kept.id)).typeId).toBeNull();
    expect((await change(kept.id, { typeId: bug?.id })).status).toBe(404);
    await change(changed.id, { typeId: plain?.id });
    const double = await ada.post<{ taskType: TaskType }>(`${path}/task-types`, { name: 'bug' });
    expect((await ada.post(`${at}/restore`)).status).toBe(409);
    await ada.patch(`${path}/task-types/${double.body.taskType.id}`, { name: 'Defect' });
    expect((await ada.post(`${at}/restore`)).status).toBe(200);
    expect((await ada.post(`${at}/restore`)).status).toBe(200);
    await ada.post(`${path}/trash/${trashed.id}/restore`);
    const tasks = [await read(kept.id), await read(changed.id), await read(trashed.id)];
    expect(tasks.map(({ typeId }) => typeId)).toEqual([bug?.id, plain?.id, bug?.id]);
    expect(await readHistory(kept.id)).toEqual([
      [null, bug?.id],
      [bug?.id, null],
    ]);
  });
});
