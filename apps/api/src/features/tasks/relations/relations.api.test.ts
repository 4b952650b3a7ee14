import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { RelationSide } from '@hearth/contracts/relations/relation-values';
import type { Relation } from '@hearth/contracts/relations/relations';
import type { Change, SyncPage } from '@hearth/contracts/sync';
import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProTeam, makeProject, makeTask, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('task relations', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben, gus] = usePeople(api, 'ada', 'ben', 'gus');
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben], guest: [gus] });
    path = `/teams/${teamId}`;
  });

  const relate = async (
    one: Task,
    side: RelationSide,
    other: Task,
    by = ada,
  ): Promise<ApiResponse<{ relation: Relation } & Problem>> =>
    await by.post(`${path}/tasks/${one.id}/relations`, { side, otherId: other.id });
  const list = async (task: Task, by = ada) =>
    (await by.get<{ relations: Relation[]; nextCursor: string | null }>(`${path}/tasks/${task.id}/relations`))
      .body.relations;
  const sync = async (by: SignedIn, since?: number) =>
    (await by.get<SyncPage>(`${path}/sync?limit=5000${since === undefined ? '' : `&since=${since}`}`)).body;
  const relationsIn = (page: SyncPage): Change[] => page.changes.filter((one) => one.entity === 'relation');
  const historyOf = async (task: Task, by = ada) =>
    (await by.get<{ changes: PastChange[] }>(`${path}/tasks/${task.id}/history`)).body.changes;

  it('allows several kinds per pair and records relations in both histories', async () => {
    const [one, other] = [await makeTask(ada, teamId), await makeTask(ben, teamId)];
    const { relation } = (await relate(one, 'blockedBy', other)).body;
    expect(relation).toMatchObject({
      kind: 'blocks',
      fromId: other.id,
      toId: one.id,
      createdBy: ada.user.id,
    });
    expect((await relate(other, 'blocks', one)).body).toMatchObject({ code: 'CONFLICT' });
    expect((await relate(one, 'relates', other, ben)).status).toBe(201);
    expect((await relate(other, 'relates', one)).status, 'said by either side it is the same').toBe(409);
    expect((await relate(one, 'duplicates', other)).status).toBe(201);
    expect(await list(one)).toEqual(await list(other, ben));
    expect((await list(one)).length).toBe(3);
    const deletion = await ben.delete(`${path}/tasks/${other.id}/relations/${relation.id}`);
    expect(deletion.status).toBe(204);
    expect((await ben.delete(`${path}/tasks/${other.id}/relations/${relation.id}`)).status).toBe(404);
    expect((await historyOf(one)).map(({ field, old, new: now }) => [field, old, now])).toEqual([
      ['blockedBy', other.id, null],
      ['duplicates', null, other.id],
      ['relates', null, other.id],
      ['blockedBy', null, other.id],
    ]);
    expect((await historyOf(other)).map(({ field }) => field)).toEqual([
      'blocks',
      'duplicatedBy',
      'relates',
      'blocks',
    ]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('rejects circular blocking relations, even under concurrency', async () => {
    const chain: Task[] = [];
    for (let n = 0; n < 4; n += 1) chain.push(await makeTask(ada, teamId));
    const [a, b, c, d] = chain as [Task, Task, Task, Task];
    expect((await relate(a, 'blocks', a)).body.code).toBe('CIRCULAR');
    await relate(a, 'blocks', b);
    await relate(c, 'blockedBy', b);
    expect(await relate(c, 'blocks', a)).toMatchObject({
      status: 422,
      body: { code: 'CIRCULAR', errors: [{ path: 'otherId' }] },
    });
    expect((await relate(a, 'blockedBy', c)).body.code).toBe('CIRCULAR');
    // Trashed tasks are included in the check because they may be restored.
    await ada.delete(`${path}/tasks/${b.id}`);
    expect((await relate(c, 'blocks', a)).body.code).toBe('CIRCULAR');
    expect((await relate(a, 'blocks', d)).status).toBe(201);
    for (let round = 0; round < 6; round += 1) {
      const cycle: Task[] = [];
      for (let n = 0; n < 4; n += 1) cycle.push(await makeTask(ada, teamId));
      const responses = await Promise.all(
        cycle.map((task, n) => relate(task, 'blocks', cycle[(n + 1) % 4] ?? task, n % 2 === 0 ? ada : ben)),
      );
      expect(responses.filter(({ status }) => status === 201).length).toBe(3);
      expect(responses.find(({ status }) => status !== 201)).toMatchObject({
        status: 422,
        body: { code: 'CIRCULAR' },
      });
    }
  });

  it('links predecessors to successors and rejects circular relations', async () => {
    const [one, other, third] = [
      await makeTask(ada, teamId),
      await makeTask(ada, teamId),
      await makeTask(ada, teamId),
    ];
    expect((await relate(one, 'precedes', other)).body.relation).toMatchObject({
      kind: 'precedes',
      fromId: one.id,
      toId: other.id,
    });
    expect((await relate(other, 'follows', one)).status, 'the same, said by the other').toBe(409);
    expect((await relate(one, 'blocks', other)).status, 'several for one pair').toBe(201);
    expect((await relate(other, 'blocks', third)).status).toBe(201);
    expect((await relate(third, 'precedes', one)).body.code).toBe('CIRCULAR');
    expect((await relate(one, 'follows', third)).body.code).toBe('CIRCULAR');
    expect((await historyOf(one)).map(({ field }) => field)).toEqual(['blocks', 'precedes']);
    expect((await historyOf(other)).map(({ field }) => field)).toEqual(['blocks', 'blockedBy', 'follows']);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('shows a relation only to users who can see both tasks, even after moves', async () => {
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const open = await makeProject(ada, teamId);
    const hidden = await makeTask(ada, teamId, { projectId: secret.id });
    const seen = await makeTask(ada, teamId, { projectId: open.id });
    const before = (await sync(ben)).seq;
    const { relation } = (await relate(seen, 'blockedBy', hidden)).body;
    expect(await list(seen)).toEqual([relation]);
    expect(await list(seen, ben)).toEqual([]);
    expect(relationsIn(await sync(ben))).toEqual([]);
    expect(relationsIn(await sync(ben, before))).toEqual([]);
    expect(relationsIn(await sync(ada)).map(({ id }) => id)).toEqual([relation.id]);
    expect((await ben.delete(`${path}/tasks/${seen.id}/relations/${relation.id}`)).status).toBe(404);
    expect((await relate(seen, 'blocks', hidden, ben)).status).toBe(404);
    expect((await historyOf(seen, ben)).map(({ new: now }) => now)).toEqual([HIDDEN_TASK]);

    const mark = (await sync(ben)).seq;
    await ada.patch(`${path}/tasks/${hidden.id}`, { projectId: open.id });
    expect(relationsIn(await sync(ben, mark))).toMatchObject([{ op: 'put', id: relation.id }]);
    const second = (await sync(ben)).seq;
    await ada.patch(`${path}/tasks/${hidden.id}`, { projectId: secret.id });
    expect(relationsIn(await sync(ben, second))).toMatchObject([{ op: 'delete', id: relation.id }]);
    expect(relationsIn(await sync(ada, second))).toMatchObject([{ op: 'put', id: relation.id }]);

    // Move both tasks in one bulk edit. Ben receives no delete because he does not see the relation at first.
    const moveBoth = async (projectId: string) => {
      const { seq } = await sync(ben);
      await ada.patch(`${path}/tasks`, { taskIds: [seen.id, hidden.id], projectId });
      return [relationsIn(await sync(ben, seq)), relationsIn(await sync(ada, seq))].map((changes) =>
        changes.map(({ op, id }) => [op, id]),
      );
    };
    const put = ['put', relation.id];
    expect(await moveBoth(secret.id)).toEqual([[], [put]]);
    expect(await moveBoth(open.id)).toEqual([[put], [put]]);
    expect(await moveBoth(secret.id)).toEqual([[['delete', relation.id]], [put]]);
    await moveBoth(open.id);

    // A guest who can only view one task can only add the relation from the other task, which they may edit.
    const grant = async (projectId: string, level: string) =>
      await ada.send('PUT', `${path}/projects/${projectId}/grants/${gus.user.id}`, { body: { level } });
    const [worked, looked] = [await makeProject(ada, teamId), await makeProject(ada, teamId)];
    await grant(worked.id, 'edit');
    await grant(looked.id, 'view');
    const [mine, theirs] = [
      await makeTask(ada, teamId, { projectId: worked.id }),
      await makeTask(ada, teamId, { projectId: looked.id }),
    ];
    expect((await relate(theirs, 'blocks', mine, gus)).status).toBe(403);
    expect((await relate(mine, 'blockedBy', theirs, gus)).status).toBe(201);
  });

  it('hides a relation while either task is in the trash', async () => {
    const project = await makeProject(ada, teamId);
    const [one, other] = [
      await makeTask(ada, teamId, { projectId: project.id }),
      await makeTask(ada, teamId),
    ];
    const { relation } = (await relate(one, 'blocks', other)).body;
    const steps: [() => Promise<ApiResponse>, 'put' | 'delete'][] = [
      [() => ada.delete(`${path}/tasks/${one.id}`), 'delete'],
      [() => ada.post(`${path}/trash/${one.id}/restore`), 'put'],
      [() => ada.delete(`${path}/projects/${project.id}`), 'delete'],
      [() => ada.post(`${path}/trash/${project.id}/restore`), 'put'],
    ];
    for (const [step, op] of steps) {
      const { seq } = await sync(ben);
      await step();
      expect(relationsIn(await sync(ben, seq))).toMatchObject([{ op, id: relation.id }]);
      expect((await list(other)).length).toBe(op === 'put' ? 1 : 0);
      expect(relationsIn(await sync(ben)).length).toBe(op === 'put' ? 1 : 0);
    }
    const again = await ada.send('POST', `${path}/tasks/${one.id}/relations`, {
      body: { id: randomUUID(), side: 'blocks', otherId: other.id },
    });
    expect(again.status).toBe(409);
  });
});
