import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Project } from '@hearth/contracts/projects/projects';
import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProTeam, makeProject, makeTask, signIn, type ApiResponse } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

type TaskResponse = ApiResponse<{ task: Task } & Problem>;

describeOneEngine('concurrent commands', (engine) => {
  const api = useSharedApp(engine);
  const [ada] = usePeople(api, 'ada');
  let teamId: string;
  let path: string;
  let project: Project;
  let statusIds: string[];

  beforeEach(async () => {
    teamId = await makeProTeam(ada);
    path = `/teams/${teamId}`;
    project = await makeProject(ada, teamId);
    const { body } = await ada.get<{ statuses: Status[] }>(`${path}/statuses`);
    statusIds = body.statuses.map((one) => one.id);
  });

  const create = async (body: object, key?: string): Promise<TaskResponse> =>
    await ada.send('POST', `${path}/tasks`, { body, headers: { 'idempotency-key': key } });

  it('applies 64 concurrent board changes and keeps rows consistent with the log', async () => {
    const tasks: Task[] = [];
    for (let n = 0; n < 8; n += 1) tasks.push(await makeTask(ada, teamId, { projectId: project.id }));
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, n) => {
        const statusId = statusIds[n % statusIds.length];
        const body =
          n % 5 === 0 ? { title: `Mover ${n}`, assigneeIds: n % 2 === 0 ? [ada.user.id] : [] } : { statusId };
        return ada.patch(`${path}/tasks/${tasks[n % tasks.length]?.id}`, body);
      }),
    );
    expect(responses.map((one) => one.status)).toEqual(Array.from({ length: 64 }, () => 200));
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('assigns gapless sequence numbers in commit order to 20 concurrent writers', async () => {
    const before = await readLog();
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        const created = [];
        for (let n = 0; n < 3; n += 1) {
          created.push(await create({ title: `${writer}.${n}`, projectId: n === 1 ? null : project.id }));
        }
        return created;
      }),
    );
    const outcomes = responses.flat().map((one) => ({
      status: one.status,
      seq: Number(one.headers.get('hearth-seq')),
      id: one.body.task.id,
    }));
    expect(outcomes.every((one) => one.status === 201)).toBe(true);
    expect((await ada.patch(`${path}/projects/${project.id}`, { key: 'NEXT' })).status).toBe(200);
    const log = (await readLog()).slice(before.length);
    const creates = log.slice(0, 60);
    expect(creates.map((one) => one.seq)).toEqual(
      Array.from({ length: 60 }, (_, n) => (before.at(-1)?.seq ?? 0) + 1 + n),
    );
    expect(outcomes.toSorted((a, b) => a.seq - b.seq).map((one) => one.id)).toEqual(
      creates.map((one) => one.entity_id),
    );
    const rekeyed = log.slice(60);
    expect(rekeyed.length).toBe(1 + 40);
    expect(new Set(rekeyed.map((one) => one.seq)).size).toBe(1);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('creates one task for 50 identical requests', async () => {
    for (const [id, key] of [
      [randomUUID(), undefined],
      [undefined, randomUUID()],
    ]) {
      const body = { title: `Once ${key}`, ...(id === undefined ? {} : { id }) };
      const responses = await Promise.all(Array.from({ length: 50 }, () => create(body, key)));
      const created = responses.filter((one) => one.status === 201);
      expect(created.length).toBeGreaterThan(0);
      expect(new Set(created.map((one) => one.body.task.id)).size).toBe(1);
      expect(responses.filter((one) => one.status !== 201).every((one) => one.status === 409)).toBe(true);
      const later = await create(body, key);
      expect(later.status).toBe(201);
      expect(later.body).toEqual(created[0]?.body);
      expect(await countTasks(body.title)).toBe(1);
    }
  });

  it('rejects a different body with 409 for the same id and 422 for the same idempotency key', async () => {
    const [id, key] = [randomUUID(), randomUUID()];
    expect((await create({ id, title: 'First' })).status).toBe(201);
    expect(await create({ id, title: 'Second' })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await create({ title: 'First' }, key)).status).toBe(201);
    expect(await create({ title: 'Second' }, key)).toMatchObject({
      status: 422,
      body: { code: 'INVALID_STATE' },
    });
    const ben = await signIn(api, 'ben@example.com');
    const { link } = (await ada.post<{ invite: { link: string } }>(`${path}/invites`, {})).body.invite;
    await ben.post(`/invites/${link}/join`);
    const taken = await ben.post<Problem>(`${path}/tasks`, { id, title: 'First' });
    expect(taken).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('returns the original response to a retry after the task has changed', async () => {
    const key = randomUUID();
    const first = await create({ title: 'First' }, key);
    await ada.patch(`${path}/tasks/${first.body.task.id}`, { title: 'Changed' });
    const again = await create({ title: 'First' }, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('hearth-seq')).toBe(first.headers.get('hearth-seq'));
  });

  it('ends status spans that started just before the project was trashed', async () => {
    const going = await makeProject(ada, teamId, { name: 'Going' });
    const task = await makeTask(ada, teamId, { projectId: going.id });
    let deletion: Promise<ApiResponse> | undefined;
    await asOwner(api.app.db, async (tx) => {
      await sql`update tasks set updated_at = now() where id = ${task.id}`.execute(tx);
      await sql`
        with ended as (
          update task_state_spans set left_at = greatest(now(), entered_at) where task_id = ${task.id} and left_at is null
          returning team_id, task_id, left_at, status_id, category, entered_by, ordinal
        )
        insert into task_state_spans (team_id, task_id, entered_at, status_id, category, entered_by, ordinal)
        select team_id, task_id, left_at, status_id, category, entered_by, ordinal + 1 from ended`.execute(
        tx,
      );
      deletion = ada.delete(`${path}/projects/${going.id}`);
      // Wait until the delete is likely to wait for the task lock. If it comes later, the test passes without a race.
      await sleep(300);
    });
    expect((await deletion)?.status).toBe(204);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('keeps all invariants in random histories of concurrent changes', async () => {
    const act = fc.record({
      what: fc.constantFrom(
        'create',
        'move',
        'rehome',
        'trash',
        'restore',
        'trashProject',
        'restoreProject',
        'rekey',
        'recategorize',
        'label',
        'deleteLabel',
        'type',
        'deleteType',
        'restoreType',
        'nest',
        'unnest',
      ),
      which: fc.nat(5),
      where: fc.nat(5),
    });
    const other = await makeProject(ada, teamId, { name: 'Other' });
    const projectIds = [project.id, other.id];
    const taskIds: string[] = [];
    for (let n = 0; n < 6; n += 1)
      taskIds.push((await makeTask(ada, teamId, { projectId: projectIds[n % 2] })).id);
    const labelIds: string[] = [];
    const makeLabel = async (at: number): Promise<ApiResponse> => {
      const id = randomUUID();
      const response = await ada.post(`${path}/labels`, { id, name: `Label ${id}` });
      labelIds[at] = id;
      return response;
    };
    for (const at of [0, 1, 2]) await makeLabel(at);
    const { body: typed } = await ada.get<{ taskTypes: { id: string }[] }>(`${path}/task-types`);
    const typeIds = typed.taskTypes.map(({ id }) => id);
    const unexpected: unknown[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 24, maxLength: 24 }), async (acts) => {
        for (let start = 0; start < acts.length; start += 4) {
          const responses = await Promise.all(acts.slice(start, start + 4).map((one) => perform(one)));
          unexpected.push(...responses.filter(({ status }) => status >= 500 || status === 400));
        }
        expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
      }),
      { numRuns: 6, endOnFailure: true },
    );
    expect(unexpected).toEqual([]);

    function perform({
      what,
      which,
      where,
    }: {
      what: string;
      which: number;
      where: number;
    }): Promise<ApiResponse> {
      const task = `${path}/tasks/${taskIds[which]}`;
      const projectId = projectIds[which % 2];
      if (what === 'create') return ada.post(`${path}/tasks`, { title: 'New', projectId });
      if (what === 'move') return ada.patch(task, { statusId: statusIds[where] });
      if (what === 'rehome') return ada.patch(task, { projectId: [null, ...projectIds][where % 3] });
      if (what === 'trash') return ada.delete(task);
      if (what === 'restore') return ada.post(`${path}/trash/${taskIds[which]}/restore`);
      if (what === 'trashProject') return ada.delete(`${path}/projects/${projectId}`);
      if (what === 'restoreProject') return ada.post(`${path}/trash/${projectId}/restore`);
      if (what === 'rekey') return ada.patch(`${path}/projects/${projectId}`, { key: `K${which}${where}` });
      if (what === 'nest') return ada.patch(task, { parentId: taskIds[where] });
      if (what === 'unnest') return ada.patch(task, { parentId: null });
      const type = `${path}/task-types/${typeIds[where % 3]}`;
      if (what === 'type') return ada.patch(task, { typeId: typeIds[where % 3] });
      if (what === 'deleteType') return ada.delete(type);
      if (what === 'restoreType') return ada.post(`${type}/restore`);
      if (what === 'label') {
        return ada.patch(task, { labelIds: [labelIds[where % 3], labelIds[(where + 1) % 3]] });
      }
      if (what === 'deleteLabel') {
        const labelId = labelIds[where % 3];
        return makeLabel(where % 3).then(() => ada.delete(`${path}/labels/${labelId}`));
      }
      return ada.patch(`${path}/statuses/${statusIds[2]}`, {
        category: where % 2 === 0 ? 'started' : 'completed',
      });
    }
  });

  async function readLog(): Promise<{ seq: number; entity_id: string }[]> {
    return await asOwner(
      api.app.db,
      async (tx) =>
        (
          await sql<{ seq: number; entity_id: string }>`
            select seq, entity_id from changes where team_id = ${teamId} order by seq, ordinal`.execute(tx)
        ).rows,
    );
  }

  async function countTasks(title: string): Promise<number> {
    const { body } = await ada.get<{ tasks: Task[] }>(`${path}/tasks?limit=200`);
    return body.tasks.filter((one) => one.title === title).length;
  }
});
