import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Milestone } from '@hearth/contracts/milestones/milestones';
import type { SyncPage } from '@hearth/contracts/sync';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('milestones', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let teamId: string;
  let path: string;
  let projectId: string;
  let otherId: string;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
    projectId = (await makeProject(ada, teamId, { name: 'Website' })).id;
    otherId = (await makeProject(ada, teamId, { name: 'Shop' })).id;
  });

  const add = async (name: string, inProject = projectId, fields: object = {}): Promise<Milestone> => {
    const created = await ada.post<{ milestone: Milestone }>(`${path}/projects/${inProject}/milestones`, {
      name,
      ...fields,
    });
    expect(created.status).toBe(201);
    return created.body.milestone;
  };
  const listNames = async (): Promise<string[]> => {
    const { body } = await ada.get<{ milestones: Milestone[] }>(`${path}/projects/${projectId}/milestones`);
    return body.milestones.map(({ name }) => name);
  };
  const read = async (id: string): Promise<Task> =>
    (await ada.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task;
  const change = async (id: string, body: object) =>
    await ada.patch<{ task: Task } & Problem>(`${path}/tasks/${id}`, body);
  const at = (milestone: Milestone) => `${path}/projects/${milestone.projectId}/milestones/${milestone.id}`;

  it('lists milestones in order, updates them and rejects invalid fields', async () => {
    const first = await add('Alpha', projectId, { targetDate: '2026-12-24', description: 'It runs' });
    await add('Beta');
    await add('Of the shop', otherId);
    expect(await listNames()).toEqual(['Alpha', 'Beta']);
    const last = await ada.patch<{ milestone: Milestone }>(at(first), { position: 'b00', targetDate: null });
    expect(last.body.milestone).toMatchObject({ name: 'Alpha', targetDate: null, description: 'It runs' });
    expect(await listNames()).toEqual(['Beta', 'Alpha']);
    for (const [body, field] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(81) }, 'name'],
      [{ targetDate: '2026-02-30' }, 'targetDate'],
      [{ description: 'x'.repeat(2001) }, 'description'],
      [{ position: 'a' }, 'position'],
    ] as const) {
      const refused = await ada.patch<Problem>(at(first), body);
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, field]);
    }
    const elsewhere = `${path}/projects/${otherId}/milestones/${first.id}`;
    expect((await ada.patch(elsewhere, { name: 'Mine' })).status).toBe(404);
    expect((await ada.delete(elsewhere)).status).toBe(404);
  });

  it('accepts only tasks of the same project and clears the milestone on a move', async () => {
    const alpha = await add('Alpha');
    const shop = await add('Opening', otherId);
    const task = await makeTask(ada, teamId, { projectId, milestoneId: alpha.id });
    expect(task.milestoneId).toBe(alpha.id);
    for (const milestoneId of [shop.id, randomUUID()]) {
      const refused = await change(task.id, { milestoneId });
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([404, 'milestoneId']);
      const many = await ada.patch<Problem>(`${path}/tasks`, { taskIds: [task.id], milestoneId });
      expect([many.status, many.body.errors?.[0]?.path]).toEqual([404, 'milestoneId']);
    }
    const unfiled = await ada.post<Problem>(`${path}/tasks`, { title: 'Alone', milestoneId: alpha.id });
    expect([unfiled.status, unfiled.body.errors?.[0]?.path]).toEqual([404, 'milestoneId']);

    expect((await change(task.id, { projectId: otherId })).body.task.milestoneId).toBeNull();
    const back = await change(task.id, { projectId, milestoneId: alpha.id });
    expect(back.body.task.milestoneId).toBe(alpha.id);
    await ada.patch(`${path}/tasks`, { taskIds: [task.id], projectId: null });
    expect((await read(task.id)).milestoneId).toBeNull();
    await ada.patch(`${path}/tasks`, { taskIds: [task.id], projectId: otherId, milestoneId: shop.id });
    expect((await read(task.id)).milestoneId).toBe(shop.id);
    const { body } = await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${task.id}/history`);
    const changes = body.changes
      .filter(({ field }) => field === 'milestoneId')
      .map(({ old, new: now }) => [old, now]);
    expect(changes).toEqual([
      [null, shop.id],
      [alpha.id, null],
      [null, alpha.id],
      [alpha.id, null],
    ]);
  });

  it('clears a deleted milestone and restores it on tasks without another one', async () => {
    const alpha = await add('Alpha');
    const beta = await add('Beta');
    const [kept, changed, trashed] = [
      await makeTask(ada, teamId, { projectId, milestoneId: alpha.id }),
      await makeTask(ada, teamId, { projectId, milestoneId: alpha.id }),
      await makeTask(ada, teamId, { projectId, milestoneId: alpha.id }),
    ];
    await ada.delete(`${path}/tasks/${trashed.id}`);
    expect((await ada.delete(at(alpha))).status).toBe(204);
    expect((await ada.delete(at(alpha))).status).toBe(404);
    expect(await listNames()).toEqual(['Beta']);
    expect((await read(kept.id)).milestoneId).toBeNull();
    expect((await change(kept.id, { milestoneId: alpha.id })).status).toBe(404);
    await change(changed.id, { milestoneId: beta.id });
    expect((await ada.post(`${at(alpha)}/restore`)).status).toBe(200);
    expect((await ada.post(`${at(alpha)}/restore`)).status).toBe(200);
    await ada.post(`${path}/trash/${trashed.id}/restore`);
    const tasks = [await read(kept.id), await read(changed.id), await read(trashed.id)];
    expect(tasks.map(({ milestoneId }) => milestoneId)).toEqual([alpha.id, beta.id, alpha.id]);
    const { body } = await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${kept.id}/history`);
    expect(body.changes.map(({ old, new: now }) => [old, now])).toEqual([
      [null, alpha.id],
      [alpha.id, null],
    ]);
  });

  it('hides, trashes and restores milestones together with their project', async () => {
    const secret = await makeProject(ada, teamId, { name: 'Secret', isPrivate: true });
    await add('Alpha');
    await add('Hidden', secret.id);
    const seenBy = async (person: SignedIn): Promise<string[]> => {
      const { body } = await person.get<SyncPage>(`${path}/sync?limit=5000`);
      return body.changes
        .flatMap((one) => (one.entity === 'milestone' && one.op === 'put' ? one.data.name : []))
        .toSorted();
    };
    expect([await seenBy(ada), await seenBy(ben)]).toEqual([['Alpha', 'Hidden'], ['Alpha']]);
    expect((await ben.get(`${path}/projects/${secret.id}/milestones`)).status).toBe(404);
    const { body: before } = await ben.get<SyncPage>(`${path}/sync?limit=5000`);
    await ada.delete(`${path}/projects/${projectId}`);
    expect(await seenBy(ben)).toEqual([]);
    await ada.post(`${path}/trash/${projectId}/restore`);
    expect(await seenBy(ben)).toEqual(['Alpha']);
    const { body: later } = await ben.get<SyncPage>(`${path}/sync?since=${before.seq}`);
    expect(later.changes.filter(({ entity }) => entity === 'milestone').map(({ op }) => op)).toEqual([
      'delete',
      'put',
    ]);
  });
});
