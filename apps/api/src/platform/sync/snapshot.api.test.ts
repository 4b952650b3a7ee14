import { beforeAll, expect, it } from 'vitest';
import type { Change, SyncPage } from '@hearth/contracts/sync';
import { DEFAULT_TASK_TYPES } from '@hearth/contracts/task-types/task-type-values';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { withTeam } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { makeProTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

/** Computes the state after a list of changes: the last put of each row that was not deleted afterwards. */
function replay(changes: readonly Change[]): Map<string, unknown> {
  const rows = new Map<string, unknown>();
  for (const change of changes) {
    const key = `${change.entity} ${change.id}`;
    if (change.op === 'put') rows.set(key, change.data);
    else rows.delete(key);
  }
  return rows;
}

describeOneEngine('snapshot', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [guest] = usePeople(api, 'guest');
  let owner: SignedIn;
  let teamId: string;
  let secretProject: string;
  let sharedProject: string;
  let statuses: Status[];

  beforeAll(async () => {
    owner = await signIn(api, 'owner@example.com', { name: 'Owner "of" <all>' });
    teamId = await makeProTeam(owner, { guest: [guest] });
    secretProject = (await makeProject(owner, teamId, { name: 'Secret' })).id;
    sharedProject = (await makeProject(owner, teamId, { name: 'Shared' })).id;
    const grant = `/teams/${teamId}/projects/${sharedProject}/grants/${guest.user.id}`;
    expect((await owner.send('PUT', grant, { body: { level: 'view' } })).status).toBe(200);
    statuses = (await owner.get<{ statuses: Status[] }>(`/teams/${teamId}/statuses`)).body.statuses;
    const done = statuses.find((status) => status.category === 'completed')?.id;
    for (let i = 0; i < 12; i += 1) {
      const projectId = [null, secretProject, sharedProject][i % 3];
      await makeTask(owner, teamId, {
        title: `Task ${i} "quoted" \\ 日本 <b>`,
        projectId,
        description: 'line\nline',
        dueDate: '2026-12-24',
        assigneeIds: projectId === sharedProject ? [owner.user.id, guest.user.id] : [],
        ...(i % 2 === 0 && done !== undefined ? { statusId: done } : {}),
      });
    }
  });

  /** Reads the complete log of the team from the database. */
  async function readWholeLog(): Promise<Change[]> {
    const rows = await withTeam(api.app.db, { teamId, userId: null }, (tx) =>
      tx
        .selectFrom('changes')
        .select(['seq', 'entity', 'entity_id as id', 'op', 'data'])
        .where('team_id', '=', teamId)
        .where('op', '!=', 'access')
        .orderBy('seq')
        .orderBy('ordinal')
        .execute(),
    );
    return rows as unknown as Change[];
  }

  it('contains exactly the rows that result from the log', async () => {
    const log = replay(await readWholeLog());
    const snapshot = await readSync(owner, teamId);
    expect(replay(snapshot.changes)).toEqual(log);
    expect(snapshot.changes.length).toBe(log.size);
    expect(log.size).toBe(1 + 2 + statuses.length + DEFAULT_TASK_TYPES.length + 2 + 12);
  });

  it.each([
    ['the owner', () => owner],
    ['a guest', () => guest],
  ])('returns identical rows in the columns format for %s', async (_who, by) => {
    const write = (changes: readonly Change[]) =>
      [...replay(changes)].map(([key, row]) => `${key} ${JSON.stringify(row)}`).toSorted();
    const rows = write((await readSync(by(), teamId)).changes);
    for (const limit of [5000, 3]) {
      const packed = await readSync(by(), teamId, { form: 'columns', limit });
      expect(write(packed.changes)).toEqual(rows);
    }
    const { body } = await by().get<SyncPage>(`/teams/${teamId}/sync?form=columns`);
    expect(body.changes.filter(({ entity }) => entity === 'task')).toEqual([]);
    expect(body.packed?.map(({ entity, columns }) => [entity, columns['estimate']])).toContainEqual([
      'task',
      null,
    ]);
  });

  it('returns ordered rows with one sequence number for any page size', async () => {
    const whole = await readSync(owner, teamId);
    const kinds = [...new Set(whole.changes.map((change) => change.entity))];
    expect(kinds).toEqual(['team', 'member', 'status', 'project', 'task', 'taskType']);
    for (const limit of [1, 2, 5, whole.changes.length]) {
      const paged = await readSync(owner, teamId, { limit });
      expect(paged.changes).toEqual(whole.changes);
      expect(new Set(paged.changes.map((change) => change.seq))).toEqual(new Set([whole.seq]));
    }
  });

  it('contains only work granted to a guest', async () => {
    const { changes } = await readSync(guest, teamId);
    const work = changes.filter(({ entity }) => entity === 'task' || entity === 'project');
    expect(work.length).toBe(5);
    for (const change of work) {
      if (change.entity === 'task') expect(change.data?.projectId).toBe(sharedProject);
      else expect(change.id).toBe(sharedProject);
    }
  });

  it('includes changes made between the snapshot’s pages when followed by a sync', async () => {
    const first = await owner.get<SyncPage>(`/teams/${teamId}/sync?limit=12`);
    const task = await makeTask(owner, teamId, { title: 'Made in between' });
    const victim = first.body.changes.find((change) => change.entity === 'task') as Change;
    expect((await owner.delete(`/teams/${teamId}/tasks/${victim.id}`)).status).toBe(204);
    const changes = [...first.body.changes];
    let cursor = first.body.nextCursor;
    while (cursor !== null) {
      const page: { body: SyncPage } = await owner.get(`/teams/${teamId}/sync?limit=3&cursor=${cursor}`);
      expect(page.body.seq).toBe(first.body.seq);
      changes.push(...page.body.changes);
      cursor = page.body.nextCursor;
    }
    changes.push(...(await readSync(owner, teamId, { since: first.body.seq })).changes);
    const rows = replay(changes);
    expect(rows.has(`task ${task.id}`)).toBe(true);
    expect(rows.has(`task ${victim.id}`)).toBe(false);
    expect(rows).toEqual(replay(await readWholeLog()));
  });

  it('rejects forged cursors', async () => {
    const forged = ['x', '', 'e30', Buffer.from('["snapshot",1,99,null]').toString('base64url')];
    const keys = ['nonsense', "' or 1=1", '2026-13-40T00:00:00.000Z x'];
    for (const source of [0, 1, 5])
      for (const key of keys)
        forged.push(Buffer.from(JSON.stringify(['snapshot', 1, source, key])).toString('base64url'));
    for (const cursor of forged) {
      const { status } = await owner.get(`/teams/${teamId}/sync?cursor=${cursor}`);
      expect(status, cursor).toBe(400);
    }
  });

  it('omits tasks closed more than 60 days ago', async () => {
    const before = (await readSync(owner, teamId)).changes.filter(
      (change) => change.entity === 'task',
    ).length;
    clock.advance(61 * 24 * 3600);
    const later = await signIn(api, 'owner@example.com', { name: 'Owner "of" <all>' });
    const after = (await readSync(later, teamId)).changes.filter((change) => change.entity === 'task');
    expect(after.length).toBeLessThan(before);
    for (const change of after) if (change.entity === 'task') expect(change.data?.closedAt).toBeNull();
  });
});
