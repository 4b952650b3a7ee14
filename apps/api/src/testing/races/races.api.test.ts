import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { liftLimits } from '#testing/rights/id-swap-sets.ts';
import { findBrokenInvariants } from './invariants.ts';
import {
  Client,
  joinTeam,
  makeProject,
  makeTask,
  makeTeam,
  presentToken,
  signIn,
  type ApiResponse,
  type SignedIn,
} from '#testing/make.ts';
import { signInByPopup } from '#testing/popup.ts';
import { pickFor, type Shares } from '#testing/sample.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';
import { reportCases } from '#testing/report-cases.ts';

/** Number of concurrent requests. Limits, invites, sign-in and creates have their own race tests. */
const AT_ONCE = 50;

/** Sampling rate of races: one in n. */
const ONE_IN: Shares = [2, 7];
const RACES = [
  'keeps at least one owner when owners remove each other',
  'counts the seat once when the same role is changed',
  'deletes and restores an object once',
  'keeps rows consistent when a project is deleted, restored and filled',
  'creates one comment per Idempotency-Key',
  'keeps rows consistent when the same grant is set and revoked',
  'rotates a refresh handle once',
] as const;

describeOneEngine(`${AT_ONCE} concurrent requests`, (engine) => {
  const drawn = pickFor(engine, RACES, ONE_IN, 'races');
  const itRaces = (name: (typeof RACES)[number], test: () => Promise<void>): void =>
    it.runIf(drawn.includes(name))(name, test);
  let api: TestApp;
  let owner: SignedIn;
  let teamId: string;
  let requestCount = 0;

  beforeAll(async () => {
    api = await startApp(engine);
    owner = await signIn(api, 'owner@example.com');
    teamId = (await makeTeam(owner))._id;
    await liftLimits(api.app.db);
  });
  afterAll(async () => {
    await api.close();
    reportCases(engine.kind, requestCount, `requests, ${AT_ONCE} at once`);
  });

  async function race(ask: (n: number) => Promise<ApiResponse>): Promise<Record<number, number>> {
    requestCount += AT_ONCE;
    const responses = await Promise.all(Array.from({ length: AT_ONCE }, async (_, n) => await ask(n)));
    const counts: Record<number, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    expect(Object.keys(counts).filter((status) => Number(status) >= 500)).toEqual([]);
    return counts;
  }

  async function countRows(query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
    const { rows } = await asOwner(api.app.db, (tx) => query.execute(tx));
    return Number(rows[0]?.n);
  }

  itRaces('keeps at least one owner when owners remove each other', async () => {
    const { _id: id } = await makeTeam(owner, 'Owners');
    await liftLimits(api.app.db);
    const owners = [owner];
    for (let n = 0; n < 5; n += 1) {
      const person = await signIn(api, `second-owner-${n}@example.com`);
      await joinTeam(owner, id, person);
      await owner.patch(`/teams/${id}/members/${person.user.id}`, { teamRole: 'owner' });
      owners.push(person);
    }
    const pick = (n: number): SignedIn => owners[n % owners.length] as SignedIn;
    await race(async (n) => {
      const path = `/teams/${id}/members/${pick(n * 7 + 1).user.id}`;
      return n % 2 === 0 ? await pick(n).patch(path, { teamRole: 'guest' }) : await pick(n).delete(path);
    });
    const remaining = await countRows(sql`
      select count(*)::int as n from memberships where team_id = ${id} and role = 'owner' and removed_at is null`);
    expect(remaining).toBeGreaterThanOrEqual(1);
    expect(await findBrokenInvariants(api.app.db, id)).toEqual([]);
  });

  itRaces('counts the seat once when the same role is changed', async () => {
    const person = await signIn(api, 'changed@example.com');
    await joinTeam(owner, teamId, person);
    const path = `/teams/${teamId}/members/${person.user.id}`;
    expect(await race(async (n) => await owner.patch(path, { teamRole: n % 2 ? 'guest' : 'admin' }))).toEqual(
      {
        200: AT_ONCE,
      },
    );
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  itRaces('deletes and restores an object once', async () => {
    const project = await makeProject(owner, teamId);
    for (let n = 0; n < 5; n += 1) await makeTask(owner, teamId, { projectId: project.id });
    const task = await makeTask(owner, teamId);
    for (const [path, id] of [
      [`/teams/${teamId}/tasks/${task.id}`, task.id],
      [`/teams/${teamId}/projects/${project.id}`, project.id],
    ]) {
      expect(await race(async () => await owner.delete(path ?? ''))).toEqual({ 204: 1, 404: AT_ONCE - 1 });
      expect(await race(async () => await owner.post(`/teams/${teamId}/trash/${id}/restore`))).toEqual({
        200: 1,
        404: AT_ONCE - 1,
      });
    }
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  itRaces('keeps rows consistent when a project is deleted, restored and filled', async () => {
    const project = await makeProject(owner, teamId);
    const path = `/teams/${teamId}/projects/${project.id}`;
    await race(async (n) => {
      if (n % 3 === 0) return await owner.delete(path);
      if (n % 3 === 1) return await owner.post(`/teams/${teamId}/trash/${project.id}/restore`);
      return await owner.post(`/teams/${teamId}/tasks`, { title: `Task ${n}`, projectId: project.id });
    });
    const stranded = await countRows(sql`
      select count(*)::int as n from tasks t join projects p on p.team_id = t.team_id and p.id = t.project_id
      where t.team_id = ${teamId} and t.deleted_at is null and p.deleted_at is not null`);
    expect(stranded).toBe(0);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  itRaces('creates one comment per Idempotency-Key', async () => {
    const task = await makeTask(owner, teamId);
    const headers = { 'idempotency-key': randomUUID() };
    const counts = await race(
      async () =>
        await owner.send('POST', `/teams/${teamId}/tasks/${task.id}/comments`, {
          body: { body: 'Once' },
          headers,
        }),
    );
    // The comment is created once. Concurrent requests get 409 and may be retried.
    expect(Object.keys(counts).every((status) => status === '201' || status === '409')).toBe(true);
    expect(counts[201]).toBeGreaterThanOrEqual(1);
    const rowCount = await countRows(
      sql`select count(*)::int as n from task_comments where task_id = ${task.id}`,
    );
    expect(rowCount).toBe(1);
  });

  itRaces('keeps rows consistent when the same grant is set and revoked', async () => {
    const guest = await signIn(api, 'granted@example.com');
    await joinTeam(owner, teamId, guest, 'guest');
    const project = await makeProject(owner, teamId);
    const path = `/teams/${teamId}/projects/${project.id}/grants/${guest.user.id}`;
    await race(async (n) =>
      n % 2 === 0 ? await owner.send('PUT', path, { body: { level: 'edit' } }) : await owner.delete(path),
    );
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  itRaces('rotates a refresh handle once', async () => {
    const browser = new Client(api);
    const { fragment } = await signInByPopup(browser, 'refreshing@example.com');
    expect((await presentToken(browser, fragment.get('token') ?? '')).status).toBe(200);
    const counts = await race(async () => await browser.post('/auth/google/refresh'));
    expect(counts).toEqual({ 200: AT_ONCE });
    const unused = await countRows(sql`
      select count(*)::int as n from refresh_handles h join users u on u.subject = h.subject
      where u.email = 'refreshing@example.com' and h.used_at is null`);
    expect(unused).toBe(1);
  });
});
