import { expect, it, vi } from 'vitest';
import type { Change, FeedFrame, SyncPage } from '@hearth/contracts/sync';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { type FeedClient, openFeed } from '#testing/feed-client.ts';
import { makeProTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { IS_ALL } from '#testing/sample.ts';
import type { TestApp } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

/** Returns a pseudo-random generator, to reproduce a history from its seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}

/** A reader that stores rows like a client: it reads a snapshot, applies changes in order, and restarts after a reset or gap. */
class Reader {
  readonly person: SignedIn;
  readonly #teamId: string;
  rows = new Map<string, unknown>();
  seq = 0;
  #feed: FeedClient | null = null;
  #used = 0;
  resets = 0;

  constructor(person: SignedIn, teamId: string) {
    this.person = person;
    this.#teamId = teamId;
  }

  async load(): Promise<void> {
    this.rows = new Map();
    const query = new URLSearchParams({ limit: '7' });
    for (let first = true; ; first = false) {
      const { body } = await this.person.get<SyncPage>(`/teams/${this.#teamId}/sync?${query.toString()}`);
      if (first) this.seq = body.seq;
      this.#apply(body.changes);
      if (body.nextCursor === null) return;
      query.set('cursor', body.nextCursor);
    }
  }

  async connect(): Promise<void> {
    if (this.#feed?.closeCode === null) return;
    this.#feed = await openFeed(this.person, this.#teamId, this.seq);
    this.#used = 0;
  }

  drop(): void {
    this.take();
    this.#feed?.ws.terminate();
    this.#feed = null;
  }

  async catchUp(): Promise<void> {
    if (this.#feed !== null) return;
    const path = `/teams/${this.#teamId}/sync?limit=3&since=${this.seq}`;
    const { body } = await this.person.get<SyncPage>(path);
    if (body.reset) {
      this.resets += 1;
      return await this.load();
    }
    this.#apply(body.changes);
    this.seq = body.seq;
  }

  /** Applies received frames. Returns true if a reset requires a new snapshot. */
  take(): boolean {
    const frames: FeedFrame[] = this.#feed?.frames.slice(this.#used) ?? [];
    this.#used += frames.length;
    for (const frame of frames) {
      if (frame.type === 'reset') return true;
      if (frame.type !== 'changes') continue;
      this.#apply(frame.changes);
    }
    return false;
  }

  async settle(): Promise<void> {
    if (!this.take()) return;
    this.resets += 1;
    this.drop();
    this.#feed = null;
    await this.load();
    await this.connect();
  }

  #apply(changes: readonly Change[]): void {
    for (const change of changes) {
      expect(change.seq).toBeGreaterThanOrEqual(0);
      const key = `${change.entity} ${change.id}`;
      if (change.op === 'put') this.rows.set(key, change.data);
      else this.rows.delete(key);
      this.seq = Math.max(this.seq, change.seq);
    }
  }

  close(): void {
    this.#feed?.close();
  }
}

/** Computes a user's expected rows from the tables and the specification. This model shares no code with the feed. */
async function expectRows(api: TestApp, teamId: string, userId: string): Promise<Map<string, string>> {
  return await asOwner(api.app.db, async (tx) => {
    const of = <T extends { team_id: string }>(rows: T[]): T[] =>
      rows.filter((row) => row.team_id === teamId);
    const members = of(await tx.selectFrom('memberships').selectAll().execute()).filter(
      (one) => one.removed_at === null,
    );
    const role = members.find((one) => one.user_id === userId)?.role;
    const grants = of(await tx.selectFrom('project_grants').selectAll().execute());
    const granted = new Set(grants.filter((one) => one.user_id === userId).map((one) => one.project_id));
    const projects = of(await tx.selectFrom('projects').selectAll().execute());
    const closed = new Set(projects.filter((one) => one.is_private).map((one) => one.id));
    const isSeen = (project: string | null): boolean =>
      project === null
        ? role !== 'guest'
        : granted.has(project) || (role !== 'guest' && !closed.has(project));
    const rows = new Map<string, string>();
    const team = await tx.selectFrom('teams').selectAll().where('id', '=', teamId).executeTakeFirstOrThrow();
    rows.set(`team ${teamId}`, team.name);
    for (const one of members) rows.set(`member ${one.user_id}`, one.role);
    for (const one of of(await tx.selectFrom('statuses').selectAll().execute()))
      rows.set(`status ${one.id}`, one.name);
    for (const one of of(await tx.selectFrom('task_types').selectAll().execute()))
      rows.set(`taskType ${one.id}`, one.name);
    for (const one of grants) {
      if (one.user_id === userId) rows.set(`grant ${one.project_id}`, one.level);
    }
    for (const one of projects) {
      if (one.deleted_at === null && isSeen(one.id)) rows.set(`project ${one.id}`, one.name);
    }
    for (const one of of(await tx.selectFrom('tasks').selectAll().execute())) {
      if (one.deleted_at !== null || !isSeen(one.project_id)) continue;
      rows.set(`task ${one.id}`, [one.title, one.project_id, one.status_id, one.priority].join(' '));
    }
    return rows;
  });
}

/** Computes the digests of the rows that a reader has stored. */
function digest(rows: ReadonlyMap<string, unknown>): Map<string, string> {
  const digests = new Map<string, string>();
  for (const [key, value] of rows) {
    const row = value as Record<string, string | null>;
    const text = {
      team: () => row['name'],
      member: () => row['teamRole'],
      status: () => row['name'],
      taskType: () => row['name'],
      project: () => row['name'],
      grant: () => row['level'],
      task: () => [row['title'], row['projectId'], row['statusId'], row['priority']].join(' '),
    }[key.split(' ')[0] as 'team'];
    digests.set(key, text() ?? '');
  }
  return digests;
}

/** The number of seeds. Set HISTORIES for a longer run. */
const SEEDS = Array.from({ length: Number(process.env['HISTORIES'] ?? (IS_ALL ? 3 : 1)) }, (_, i) => i + 1);
const STEPS = 50;

describeOneEngine('feed with random histories', (engine) => {
  const api = useApp(engine);

  it.each(SEEDS)('sends every reader exactly the rows visible to that reader, seed %i', async (seed) => {
    const random = createRandom(seed * 7919);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const people = await Promise.all(
      ['owner', 'member', 'guest', 'changing'].map((name) => signIn(api, `${name}${seed}@example.com`)),
    );
    const [owner, member, guest, changing] = people as [SignedIn, SignedIn, SignedIn, SignedIn];
    const team = await makeProTeam(owner, { member: [member, changing], guest: [guest] });
    const { body } = await owner.get<{ statuses: Status[] }>(`/teams/${team}/statuses`);
    const statuses = body.statuses.map((status) => status.id);
    const projects = [
      (await makeProject(owner, team)).id,
      (await makeProject(owner, team, { name: 'Two' })).id,
    ];
    const tasks: string[] = [];
    const readers = people.map((person) => new Reader(person, team));
    for (const reader of readers) await reader.load();

    const writes: (() => Promise<unknown>)[] = [
      async () => {
        const fields = { title: `Task ${random()}`, projectId: pick([null, ...projects]) };
        // The request is rejected if the project is in the trash.
        const response = await owner.post<{ task: { id: string } }>(`/teams/${team}/tasks`, fields);
        if (response.status === 201) tasks.push(response.body.task.id);
      },
      () => owner.patch(`/teams/${team}/tasks/${pick(tasks)}`, { title: `Named ${random()}` }),
      () =>
        member.patch(`/teams/${team}/tasks/${pick(tasks)}`, {
          statusId: pick(statuses),
          priority: pick(['low', 'high']),
        }),
      () => owner.patch(`/teams/${team}/tasks/${pick(tasks)}`, { projectId: pick([null, ...projects]) }),
      () => owner.delete(`/teams/${team}/tasks/${pick(tasks)}`),
      () => owner.post(`/teams/${team}/trash/${pick(tasks)}/restore`),
      () => owner.delete(`/teams/${team}/projects/${pick(projects)}`),
      () => owner.post(`/teams/${team}/trash/${pick(projects)}/restore`),
      () =>
        owner.send(
          'PUT',
          `/teams/${team}/projects/${pick(projects)}/grants/${pick([guest, changing]).user.id}`,
          {
            body: { level: pick(['view', 'edit']) },
          },
        ),
      () =>
        owner.delete(`/teams/${team}/projects/${pick(projects)}/grants/${pick([guest, changing]).user.id}`),
      () =>
        owner.patch(`/teams/${team}/members/${changing.user.id}`, {
          teamRole: pick(['member', 'guest', 'admin']),
        }),
      () => owner.patch(`/teams/${team}/projects/${pick(projects)}`, { isPrivate: random() < 0.5 }),
      () => owner.patch(`/teams/${team}`, { name: `Team ${random()}` }),
    ];
    tasks.push((await makeTask(owner, team)).id);
    for (let step = 0; step < STEPS; step += 1) {
      // Run several writes concurrently. The writes race in the database, and the log determines their order.
      await Promise.all(Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(writes)()));
      const reader = pick(readers);
      await pick([
        () => reader.connect(),
        () => reader.catchUp(),
        async () => reader.drop(),
        () => reader.settle(),
      ])();
    }
    for (const reader of readers) await reader.connect();
    for (const reader of readers) {
      const expected = await expectRows(api, team, reader.person.user.id);
      await vi.waitFor(
        async () => {
          await reader.settle();
          expect(digest(reader.rows), reader.person.user.email).toEqual(expected);
        },
        { timeout: 10_000, interval: 20 },
      );
      reader.close();
    }
    expect(readers.reduce((sum, reader) => sum + reader.resets, 0)).toBeGreaterThan(0);
  });
});
