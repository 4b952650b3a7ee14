import { beforeAll, expect, it } from 'vitest';
import type { Label } from '@hearth/contracts/labels/labels';
import type { Change } from '@hearth/contracts/sync';
import type { TaskType } from '@hearth/contracts/task-types/task-types';
import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { makeProTeam, makeProject, makeTask } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

const TOLD = new Set(['task', 'status', 'label', 'project', 'milestone', 'field', 'taskType']);
/** Fields that the history does not record, and `updatedAt`. */
const NOT_KEPT = new Set(['position', 'siblingPosition', 'key', 'series', 'descriptionVersion', 'updatedAt']);
const ACTS = 90;

type Rows = Record<string, unknown>;

/** Every row by entity and id, without fields that the history does not record. */
function collect(changes: readonly Change[]): Rows {
  const rows: Rows = {};
  for (const { entity, id, data } of changes) {
    if (!TOLD.has(entity)) continue;
    const fields = Object.entries(data ?? {}).filter(([field]) => !NOT_KEPT.has(field));
    rows[`${entity} ${id}`] = Object.fromEntries(fields);
  }
  return rows;
}

describeOneEngine('historical snapshots', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [ada, ben, gus] = usePeople(api, 'ada', 'ben', 'gus');
  let teamId: string;
  let team: string;

  beforeAll(async () => {
    teamId = await makeProTeam(ada, { member: [ben], guest: [gus] });
    team = `/teams/${teamId}`;
  });

  const readNow = async (who = ada): Promise<Rows> => collect((await readSync(who, teamId)).changes);

  /** Reads in pages of seven rows, to end pages in the middle of each entity type. */
  async function readAt(at: string, who = ada): Promise<Rows> {
    const changes: Change[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { changes: Change[]; nextCursor: string | null } = (
        await who.get<{ changes: Change[]; nextCursor: string | null }>(
          `${team}/sync?at=${at}&limit=7${cursor && `&cursor=${cursor}`}`,
        )
      ).body;
      changes.push(...page.changes);
      cursor = page.nextCursor;
    }
    return collect(changes);
  }

  function tick(): string {
    const at = clock.now().toISOString();
    clock.advance(60);
    return at;
  }

  it('reproduces the snapshot taken at each point in time', async () => {
    const { statuses } = (await ada.get<{ statuses: Status[] }>(`${team}/statuses`)).body;
    const projects = [await makeProject(ada, teamId), await makeProject(ada, teamId)];
    const labels: Label[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      labels.push((await ada.post<{ label: Label }>(`${team}/labels`, { name })).body.label);
    }
    const milestones: { id: string; projectId: string }[] = [];
    for (const { id } of projects) {
      const created = await ada.post<{ milestone: { id: string; projectId: string } }>(
        `${team}/projects/${id}/milestones`,
        { name: 'First' },
      );
      expect(created.status).toBe(201);
      milestones.push(created.body.milestone);
    }
    const fields: string[] = [];
    for (const name of ['Budget', 'Client']) {
      const created = await ada.post<{ field: { id: string } }>(`${team}/fields`, { name, type: 'number' });
      expect(created.status).toBe(201);
      fields.push(created.body.field.id);
    }
    const { taskTypes } = (await ada.get<{ taskTypes: TaskType[] }>(`${team}/task-types`)).body;
    const tasks: Task[] = [];
    for (let at = 0; at < 8; at += 1) {
      tasks.push(
        await makeTask(ada, teamId, { title: `Task ${at}`, projectId: projects[at % 2]?.id ?? null }),
      );
    }
    for (const { id } of projects) await ada.patch(`${team}/projects/${id}`, { hasTriage: true });
    // A fixed seed makes failures reproducible.
    let seed = 7;
    const pick = <T>(all: readonly T[]): T => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return all[(seed >>> 16) % all.length] as T;
    };
    const change = async (fields: object): Promise<unknown> =>
      await ada.patch(`${team}/tasks/${pick(tasks).id}`, fields);
    const acts: (() => Promise<unknown>)[] = [
      async () =>
        tasks.push(await makeTask(ada, teamId, { title: 'Late', projectId: pick([null, projects[1]?.id]) })),
      () => change({ title: pick(['A', 'B', 'C']), priority: pick(['low', 'urgent', 'none']) }),
      () => change({ statusId: pick(statuses).id }),
      () => change({ statusId: pick(statuses).id, estimate: pick([1, 0.25, null]) }),
      () => change({ assigneeIds: pick([[], [ada.user.id], [ada.user.id, ben.user.id].toSorted()]) }),
      () => change({ labelIds: [pick(labels).id] }),
      () => change({ typeId: pick([null, ...taskTypes.map(({ id }) => id)]) }),
      () => ada.patch(`${team}/task-types/${pick(taskTypes).id}`, { icon: pick(['idea', 'risk']) }),
      () =>
        change({
          startDate: pick(['2026-01-01', '2026-01-01T09:00:00.000Z']),
          dueDate: pick(['2026-02-01', '2026-03-01', '2026-03-01T17:30:00.000Z']),
        }),
      () => change({ projectId: pick([null, ...projects.map(({ id }) => id)]) }),
      () => change({ parentId: pick([null, ...tasks.map(({ id }) => id)]) }),
      () => change({ parentId: pick(tasks).id }),
      () => change({ parentId: pick(tasks).id }),
      () => change({ description: pick(['', 'Words', 'More words']) }),
      () => ada.delete(`${team}/tasks/${pick(tasks).id}`),
      () => change({ milestoneId: pick(milestones).id }),
      () => change({ custom: { [pick(fields)]: pick([1, 0.25, null]) } }),
      () => change({ custom: { [pick(fields)]: pick([3, 4, null]) } }),
      () => change({ triage: pick([null, {}, { until: '2026-03-01' }]) }),
      () => ada.patch(`${team}/labels/${pick(labels).id}`, { name: `Label ${(seed >>> 8) % 1000}` }),
      () => ada.patch(`${team}/projects/${pick(projects).id}`, { name: pick(['Web', 'App']) }),
      () =>
        ada.patch(`${team}/projects/${pick(projects).id}`, {
          limits: { [pick(statuses).id]: pick([null, 1, 2]) },
          hasTriage: (seed & 4096) > 0,
        }),
    ];
    const seen: { at: string; rows: Rows }[] = [];
    for (let at = 0; at < ACTS; at += 1) {
      await pick(acts)();
      if (at === 40) expect((await ada.delete(`${team}/labels/${labels[0]?.id}`)).status).toBe(204);
      if (at === 42) expect((await ada.delete(`${team}/fields/${fields[0]}`)).status).toBe(204);
      if (at === 43) expect((await ada.delete(`${team}/task-types/${taskTypes[1]?.id}`)).status).toBe(204);
      if (at === 45) {
        const { id, projectId } = milestones[0] ?? { id: '', projectId: '' };
        expect((await ada.delete(`${team}/projects/${projectId}/milestones/${id}`)).status).toBe(204);
      }
      if (at === 50) expect((await ada.delete(`${team}/projects/${projects[0]?.id}`)).status).toBe(204);
      if (at % 3 === 0) seen.push({ rows: await readNow(), at: tick() });
    }
    expect(Object.keys(seen.at(-1)?.rows ?? {}).length).toBeGreaterThan(8);
    for (const { at, rows } of seen) expect(await readAt(at)).toEqual(rows);
  }, 120_000);

  it('hides tasks that the reader cannot see now or that were in a hidden project then', async () => {
    const hidden = await makeProject(ada, teamId, { name: 'Hidden' });
    const open = await makeProject(ada, teamId, { name: 'Open' });
    await ada.patch(`${team}/projects/${hidden.id}`, { isPrivate: true });
    await ada.send('PUT', `${team}/projects/${open.id}/grants/${gus.user.id}`, { body: { level: 'view' } });
    const moved = await makeTask(ada, teamId, { title: 'Was hidden', projectId: hidden.id });
    const stays = await makeTask(ada, teamId, { title: 'Stays hidden', projectId: hidden.id });
    const part = await makeTask(ada, teamId, { title: 'Part', projectId: open.id, parentId: stays.id });
    const at = tick();
    await ada.patch(`${team}/tasks/${moved.id}`, { projectId: open.id });
    await ada.patch(`${team}/tasks/${part.id}`, { parentId: null });
    for (const who of [ben, gus]) {
      const past = await readAt(at, who);
      expect(past[`task ${moved.id}`]).toBeUndefined();
      expect(past[`task ${stays.id}`]).toBeUndefined();
      expect(past[`project ${hidden.id}`]).toBeUndefined();
      expect(past[`task ${part.id}`]).toMatchObject({ title: 'Part', parentId: 'hidden' });
    }
    const past = await readAt(at);
    expect(past[`task ${moved.id}`]).toMatchObject({ projectId: hidden.id });
    expect(past[`task ${part.id}`]).toMatchObject({ parentId: stays.id });
  });

  it('shows the previous parent after the parent was trashed and the sub-task moved', async () => {
    const { id: projectId } = await makeProject(ada, teamId);
    const trashed = await makeTask(ben, teamId, { title: 'Gone', projectId });
    const next = await makeTask(ada, teamId, { title: 'Next', projectId });
    const part = await makeTask(ada, teamId, { title: 'Part', projectId, parentId: trashed.id });
    const at = tick();
    // Ben may not delete tasks created by others, so the sub-task remains without a parent.
    expect((await ben.delete(`${team}/tasks/${trashed.id}`)).status).toBe(204);
    expect((await ada.patch(`${team}/tasks/${part.id}`, { parentId: next.id })).status).toBe(200);
    const past = await readAt(at);
    expect(past[`task ${part.id}`]).toMatchObject({ parentId: trashed.id });
  });

  it('contains no tasks before the first creation and rejects invalid times', async () => {
    const none = await readAt('2001-01-01T00:00:00Z');
    expect(Object.keys(none).filter((key) => key.startsWith('task '))).toEqual([]);
    const wrong = await ada.get<{ code: string }>(`${team}/sync?at=yesterday`);
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).toContain('must be a date and time such as');
    const both = await ada.get(`${team}/sync?at=2026-01-01T00:00:00Z&since=1`);
    expect(both.status).toBe(400);
    expect(JSON.stringify(both.body)).toContain('can’t be combined with since');
  });
});
