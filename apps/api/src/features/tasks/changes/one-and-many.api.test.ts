import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import { SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { OF_NOBODY } from '#platform/audit/index.ts';
import { actTogether, type RequestKey } from '#platform/commands/index.ts';
import { attach } from '#testing/attach.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeTask, signIn, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import type { LogReader } from '#testing/twins/log-reader.ts';
import {
  EXAMPLES,
  changes,
  fitFields,
  invert,
  startFields,
  starts,
  TASKS,
  type Start,
} from '#testing/twins/task-changes.ts';
import {
  listHeldRows,
  listNamed,
  makeTwinTeam,
  withIds,
  withNames,
  type TwinTeam,
} from '#testing/twins/twin-team.ts';
import { useSharedApp } from '#testing/use-app.ts';
import { changeTasks } from './change-tasks.service.ts';

/**
 * ONE_AND_MANY_RUNS=90 generates different changes each time. 90 is the maximum, because the number of relations per task is
 * limited.
 */
const MANY = process.env['ONE_AND_MANY_RUNS'];
const RUNS = Number(MANY ?? 7);
const SEED = MANY === undefined ? { seed: 1 } : {};

/** The key of a command that no request triggered. */
const UNASKED: RequestKey = {
  route: '',
  path: '',
  key: null,
  clientId: null,
  base: null,
  hash: Buffer.alloc(32),
  status: 200,
  from: OF_NOBODY,
};

type Fields = Record<string, unknown>;
type Reply = ApiResponse<{ task: Task } & Problem>;

describeOneEngine('bulk changes and equivalent single changes', (engine) => {
  const api = useSharedApp(engine);
  let teams: [TwinTeam, TwinTeam];

  beforeAll(async () => {
    const [ada, ben, gus, hal] = await Promise.all(
      ['ada', 'ben', 'gus', 'hal'].map((name) => signIn(api, `${name}@example.com`)),
    );
    if (!ada || !ben || !gus || !hal) throw new Error('The request has no session');
    teams = [
      await makeTwinTeam(api, { ada, ben, gus, hal }),
      await makeTwinTeam(api, { ada, ben, gus, hal }),
    ];
  });

  it('produces the same rows, log, history and inverse', async () => {
    let done = 0;
    const property = fc.asyncProperty(starts, changes, async (start, { common, each }) => {
      const run = randomUUID().slice(0, 4);
      await Promise.all(teams.map((team) => setUp(team, start, run)));
      await expectSameRows();
      const before = teams.map(tasksOf);
      const own = each.map((fields, at) =>
        fitFields(fields, at, projectAfter(before[0]?.[at], { ...common, ...fields })),
      );
      const [refusal, refusals] = await change({ common, each: own });
      await expectSameRows();
      if (refusal !== null) {
        expect(refusals).toContainEqual(refusal);
        return;
      }
      done += 1;
      expect(refusals).toEqual([]);
      await changeBack(before, teams.map(tasksOf));
      await expectSameRows();
      for (const [at, team] of teams.entries())
        expect(withNames(team, strip(tasksOf(team)))).toEqual(withNames(team, strip(before[at])));
      const histories = await Promise.all(teams.map(listHistory));
      expect(histories[0]).toEqual(histories[1]);
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true, examples: EXAMPLES, ...SEED });
    expect(done).toBeGreaterThan(RUNS / 3);
    for (const { teamId, readers } of teams) {
      for (const reader of readers) await expectCurrent(reader);
      expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
    }
  }, 900_000);

  it('deletes a relation from clients when one transaction hides both of its tasks', async () => {
    const [team] = teams;
    const { teamId, path, ids, people, readers } = team;
    const { ada } = people;
    const taskIds: string[] = [];
    for (const title of ['One', 'Two'])
      taskIds.push((await makeTask(ada, teamId, { title, projectId: ids.get('@open') })).id);
    await ada.post(`${path}/tasks/${taskIds[0]}/relations`, { side: 'blocks', otherId: taskIds[1] });
    for (const reader of readers) await reader.catchUp();
    const projectId = ids.get('@secret') ?? '';
    const actor: Actor = {
      userId: ada.user.id,
      role: 'owner',
      grants: { [projectId]: 'manage' },
      privateProjects: { [projectId]: true },
    };
    await actTogether(api.app, { teamId, userId: ada.user.id, requestKey: null }, async () => {
      for (const id of taskIds)
        await changeTasks(api.app, { teamId, actor }, { taskIds: [id], projectId }, UNASKED);
    });
    for (const reader of readers) {
      await reader.catchUp();
      await expectCurrent(reader);
      expect(reader.strayDeletes).toEqual([]);
    }
  });

  /** Creates three tasks with relations, sub-tasks, links, comments, checklist items, files, time entries and reminders. */
  async function setUp(team: TwinTeam, start: readonly Start[], run: string): Promise<void> {
    const { path, ids, people } = team;
    const { ada, ben } = people;
    const post = async <T>(to: string, body: object, by = ada): Promise<T> => {
      const response = await by.post<T>(`${path}/${withIds(team, to)}`, withIds(team, body));
      expect(response.status, JSON.stringify(response.body)).toBe(201);
      return response.body;
    };
    const trashed = await post<{ task: Task }>('tasks', { title: 'Trashed' }, ben);
    ids.set('@trashed', trashed.task.id);
    ids.set(`@${run}trashed`, trashed.task.id);
    for (const at of TASKS) {
      const one = start[at];
      if (one === undefined) continue;
      const parentId = at === 0 && one.parent === '@first' ? null : one.parent;
      const { task } = await post<{ task: Task }>('tasks', { ...startFields(one), parentId });
      ids.set(at === 0 ? '@first' : at === 1 ? '@second' : '@third', task.id);
      ids.set(`@${run}task${at}`, task.id);
    }
    // Ben may not delete other users' sub-tasks, so they remain, with a parent in the trash.
    expect((await ben.delete(`${path}/tasks/${trashed.task.id}`)).status).toBe(204);
    for (const [name, from, side, to] of [
      ['one', '@first', 'blocks', '@second'],
      ['two', '@second', 'relates', '@opentask'],
      ['three', '@third', 'blockedBy', '@secrettask'],
    ]) {
      const id = randomUUID();
      await post(`tasks/${from}/relations`, { id, side, otherId: to });
      ids.set(`@${run}relation${name}`, id);
    }
    const reminder = { on: 'due', day: null, days: -1, time: '09:00', timeZone: 'UTC', isSeen: false };
    const taskIds = ['@first', '@second'].map((name) => ids.get(name));
    await Promise.all([
      post('tasks/@first/comments', { body: 'Hello' }),
      post('tasks/@second/checklist', { title: 'A step' }),
      post('tasks/@third/time', { startedAt: ago(2), endedAt: ago(1) }),
      attach(ada, `${path}/tasks/${ids.get('@first')}/attachments`),
      ada.patch(`${path}/own-tasks`, { taskIds, reminders: [{ id: randomUUID(), ...reminder }] }),
    ]);
  }

  /** Changes the tasks of the first team in one request, and those of the second one by one. */
  async function change({ common, each }: { common: Fields; each: Fields[] }) {
    const [many, one] = teams;
    const body = withIds(many, { ...common, each });
    const all = await many.people.ada.patch<Problem>(`${many.path}/tasks`, { taskIds: idsOf(many), ...body });
    const refusals: unknown[] = [];
    for (const [at, fields] of each.entries()) {
      const merged = mergeFields(common, fields);
      const refusal = toRefusal(one, await patchOne(one, at, withIds(one, merged)));
      if (refusal !== null) refusals.push(refusal);
      // If the bulk change was rejected completely, apply the single changes to the first team too, to keep both equal.
      if (all.status !== 200) await patchOne(many, at, withIds(many, merged));
    }
    return [toRefusal(many, all), refusals] as const;
  }

  async function changeBack(before: Task[][], after: Task[][]): Promise<void> {
    const [many, one] = teams;
    const inverses = teams.map((_team, n) =>
      TASKS.map((at) => invert({ ...before[n]?.[at] }, { ...after[n]?.[at] })),
    );
    const response = await many.people.ada.patch(`${many.path}/tasks`, {
      taskIds: idsOf(many),
      each: inverses[0],
    });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    for (const at of TASKS) {
      const { status, body } = await patchOne(one, at, inverses[1]?.[at] ?? {});
      expect(status, JSON.stringify(body)).toBe(200);
    }
  }

  const patchOne = async ({ people, path, ...team }: TwinTeam, at: number, fields: Fields): Promise<Reply> =>
    await people.ada.patch(`${path}/tasks/${idsOf(team)[at]}`, fields);

  async function expectSameRows(): Promise<void> {
    const rowSets = [];
    for (const team of teams) {
      await Promise.all(team.readers.map((reader) => reader.catchUp()));
      expect(team.readers.map(({ strayDeletes }) => strayDeletes)).toEqual([[], [], [], []]);
      nameNewTasks(team);
      rowSets.push(listHeldRows(team));
    }
    expect(rowSets[0]).toEqual(rowSets[1]);
    const [many, one] = teams.map(tasksOf);
    expect(orderOf(many)).toEqual(orderOf(one));
    for (const { readers } of teams) await expectCurrent(readers[0]);
  }
});

/** Asserts that the rows received through the log equal those of a new snapshot. */
async function expectCurrent(reader: LogReader | undefined): Promise<void> {
  const { current, fresh } = (await reader?.compare()) ?? {};
  expect(current).toEqual(fresh);
}

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

const idsOf = ({ ids }: Pick<TwinTeam, 'ids'>): string[] =>
  ['@first', '@second', '@third'].map((name) => ids.get(name) ?? '');

/** Returns the tasks on Ada's device, which are all tasks. */
const tasksOf = ({ ids, readers }: TwinTeam): Task[] =>
  idsOf({ ids }).map((id) => readers[0]?.rows.get(`task:${id}`) as Task);

/** Returns the name of the project after the change. */
function projectAfter(task: Task | undefined, fields: Fields): string | null {
  if (fields['projectId'] !== undefined) return fields['projectId'] as string | null;
  if (task === undefined || task.projectId === null) return null;
  return task.key.startsWith('OPN') ? '@open' : '@secret';
}

/** Merges common and per-task fields like a bulk change. */
function mergeFields(common: Fields, own: Fields): Fields {
  const custom = { ...(common['custom'] as Fields), ...(own['custom'] as Fields) };
  return { ...common, ...own, ...(Object.keys(custom).length === 0 ? {} : { custom }) };
}

function toRefusal(team: TwinTeam, { status, body }: ApiResponse<Problem>): unknown {
  if (status === 200) return null;
  const paths = body.errors?.map(({ path }) => path.replace(/^each\.\d+\./, ''));
  return withNames(team, [status, body.code, paths]);
}

/** Gives tasks that a series has created a name that contains their number. */
function nameNewTasks({ readers, ids }: TwinTeam): void {
  const named = new Set(ids.values());
  for (const [key, row] of readers[0]?.rows ?? []) {
    const { id, number } = row as Task;
    if (key.startsWith('task:') && !named.has(id)) ids.set(`@next${number}`, id);
  }
}

/** Removes the series fields: the run of a completed series increases, and undoing a change is itself a change. */
const strip = (tasks: Task[] = []) => tasks.map(({ series: _series, ...task }) => task);

/** Returns the order of the tasks in their columns and below their parents. */
function orderOf(tasks: Task[] = []): number[][] {
  const all = TASKS.toSorted((a, b) => compare(tasks[a]?.position, tasks[b]?.position));
  const parts = TASKS.toSorted((a, b) => compare(tasks[a]?.siblingPosition, tasks[b]?.siblingPosition));
  const isBelow = (at: number) => tasks[at]?.siblingPosition !== null;
  const columns = Map.groupBy(all, (at) => `${tasks[at]?.statusId} ${tasks[at]?.projectId}`);
  const parents = Map.groupBy(parts.filter(isBelow), (at) => tasks[at]?.parentId);
  return [...columns.values(), ...parents.values()].toSorted((a, b) => compare(a.join(), b.join()));
}

function compare(a: string | null = '', b: string | null = ''): number {
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

/**
 * Reads the history of each task as the owner and as a member see it, and the entries about the tasks in the histories of
 * possible parents. Whether a reader sees an entry about a sub-task depends on the parent's project before the same command.
 */
async function listHistory(team: TwinTeam): Promise<unknown[]> {
  const { ids, path, people } = team;
  const own = new Set<unknown>(idsOf(team));
  const read = async (by: SignedIn, id: string | undefined, isShown: (line: PastChange) => boolean) => {
    const { status, body } = await by.get<{ changes: PastChange[] }>(`${path}/tasks/${id}/history?limit=200`);
    if (status !== 200) return status;
    const lines = body.changes.filter(isShown);
    return listNamed(
      team,
      lines.map(({ field, old, new: now, actor }) => ({ field, old, now, actor })),
    );
  };
  return await Promise.all([
    ...idsOf(team).map((id) => read(people.ada, id, () => true)),
    ...idsOf(team).map((id) => read(people.ben, id, ({ field }) => field !== SUB_TASK_LINE)),
    ...['@opentask', '@secrettask'].map((name) =>
      read(people.ada, ids.get(name), (line) => own.has(line.old) || own.has(line.new)),
    ),
  ]);
}
