import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { PLANS } from '@hearth/contracts/billing/plans';
import type { Problem } from '@hearth/contracts/core/errors';
import type { TeamImport } from '@hearth/contracts/transfer/transfer';
import { asOwner } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeDocument } from '#testing/documents.ts';
import { joinTeam, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp } from '#testing/start-app.ts';
import { exportTeam, importTeam, sendFile, toUpload, waitUntilIn } from '#testing/transfer.ts';
import { makeLargeTeamFile, makeTrashFile } from '#testing/zip.ts';
import { useApp } from '#testing/use-app.ts';

/** Number of tasks in the large file. Set `FIGURES=20000` to measure the time for 20,000 tasks. */
const SIZE = Number(process.env['FIGURES'] ?? 1_500);

describeOneEngine('imports', (engine) => {
  const clock = createTestClock();
  const server = useApp(engine, { clock });
  let owner: SignedIn;

  beforeAll(async () => {
    owner = await signIn(server, 'owner@example.com');
  });

  async function makeProTeam(name: string): Promise<string> {
    const { _id } = await makeTeam(owner, name);
    await owner.post(`/dev/teams/${_id}/plan`, { plan: 'pro' });
    return _id;
  }
  const list = async (teamId: string, by = owner) =>
    (await by.get<{ imports: TeamImport[] }>(`/teams/${teamId}/imports`)).body.imports;
  const listFiles = () => readdir(join(server.dataFolder, 'files', 'imports'));
  const countRows = async (table: string, teamId: string): Promise<number | undefined> => {
    const { rows } = await asOwner(server.app.db, (tx) =>
      sql<{
        n: number;
      }>`select count(*)::int as n from ${sql.table(table)} where team_id = ${teamId}`.execute(tx),
    );
    return rows[0]?.n;
  };
  /** Simulates an import that was requested at this time and not processed by any job. */
  const leaveWaiting = (teamId: string, askedAt: Date) =>
    asOwner(server.app.db, async (tx) => {
      const row = { team_id: teamId, id: randomUUID(), asked_by: owner.user.id, asked_at: askedAt };
      await tx.insertInto('team_imports').values(row).execute();
    });

  it('responds immediately and imports in the background', { timeout: 180_000 }, async () => {
    const teamId = await makeProTeam('Large');
    const file = makeLargeTeamFile(SIZE);
    const sent = await sendFile(owner, teamId, file);
    expect([sent.status, sent.body.import]).toMatchObject([
      201,
      {
        state: 'waiting',
        progress: 0,
        requestedBy: owner.user.id,
        endedAt: null,
        outcome: null,
        refusal: null,
      },
    ]);
    const startedAt = performance.now();
    const ended = await waitUntilIn(owner, teamId, sent.body.import.id);
    if (process.env['FIGURES'])
      console.log(`${engine.kind}: ${SIZE} tasks in ${Math.round(performance.now() - startedAt)} ms`);
    expect(ended).toMatchObject({
      state: 'done',
      progress: 1,
      outcome: { counts: { tasks: SIZE, comments: SIZE }, matchedPeople: 0, formerPeople: 1 },
      refusal: null,
    });
    await expect.poll(listFiles).toEqual([]);
    const { tasks } = (await owner.get<{ tasks: { number: number }[] }>(`/teams/${teamId}/tasks?limit=1`))
      .body;
    expect(tasks).toMatchObject([{ number: SIZE }]);
    expect((await makeTask(owner, teamId)).number).toBe(SIZE + 1);
  });

  it('reports a failed background job like a failed request', async () => {
    const { _id: teamId } = await makeTeam(owner, 'Small');
    const refused = await importTeam(owner, teamId, makeLargeTeamFile(11));
    expect(refused).toMatchObject({
      status: 402,
      body: { code: 'PLAN_LIMIT_REACHED', limit: 'tasks', max: 10 },
    });
    expect(await list(teamId)).toMatchObject([
      { state: 'failed', outcome: null, refusal: { limit: 'tasks' } },
    ]);
    await expect.poll(listFiles).toEqual([]);
    expect((await owner.get<{ tasks: [] }>(`/teams/${teamId}/tasks`)).body.tasks).toEqual([]);
  });

  it('rejects more than a thousand deleted documents on a limited plan', async () => {
    const { _id: teamId } = await makeTeam(owner, 'Trash');
    const refused = await importTeam(owner, teamId, makeTrashFile(1_001));
    expect(refused).toMatchObject({ status: 402, body: { code: 'PLAN_LIMIT_REACHED', limit: 'documents' } });
    expect((await importTeam(owner, teamId, makeTrashFile(1_000))).status).toBe(201);
    expect(await countRows('document_states', teamId)).toBe(1_000);
  });

  it('writes nothing if the documents exceed the plan’s storage', async () => {
    const source = await makeProTeam('Source');
    await makeDocument(owner, source, { title: 'Novel', markdown: 'Rye loaf. '.repeat(30_000) });
    const file = await exportTeam(owner, source);
    const { _id: teamId } = await makeTeam(owner, 'Nearly full');
    // Imports require a team without documents, so the file alone has to exceed the storage.
    const { storageBytes } = PLANS.free;
    const setStorage = (bytes: number) => Object.assign(PLANS.free, { storageBytes: bytes });
    onTestFinished(() => void setStorage(storageBytes));
    setStorage(100_000);
    const refused = await importTeam(owner, teamId, file);
    expect(refused).toMatchObject({ status: 402, body: { code: 'PLAN_LIMIT_REACHED', limit: 'storage' } });
    expect(await list(teamId)).toMatchObject([{ state: 'failed', refusal: { limit: 'storage' } }]);
    for (const table of ['documents', 'document_states', 'document_heads'])
      expect(await countRows(table, teamId), table).toBe(0);
    setStorage(storageBytes);
    expect((await importTeam(owner, teamId, file)).status).toBe(201);
    expect(await countRows('document_states', teamId)).toBe(1);
  });

  it('creates one import per idempotency key', async () => {
    const teamId = await makeProTeam('Once');
    const file = makeLargeTeamFile(3);
    const ask = { upload: toUpload(file), headers: { 'idempotency-key': randomUUID() } };
    const send = () => owner.send<{ import: TeamImport }>('POST', `/teams/${teamId}/imports`, ask);
    const first = await send();
    await waitUntilIn(owner, teamId, first.body.import.id);
    expect((await send()).body).toEqual(first.body);
    expect(await list(teamId)).toHaveLength(1);
    await expect.poll(listFiles).toEqual([]);
  });

  it('runs one import at a time per team and fails a stuck import after a timeout', async () => {
    const teamId = await makeProTeam('Queue');
    await leaveWaiting(teamId, clock.now());
    const second = await sendFile(owner, teamId, makeLargeTeamFile(3));
    expect([second.status, second.body.code]).toEqual([409, 'CONFLICT']);
    await expect.poll(listFiles).toEqual([]);
    clock.advance(46 * 60);
    owner = await signIn(server, 'owner@example.com');
    expect(await list(teamId)).toMatchObject([{ state: 'failed', refusal: { code: 'UNAVAILABLE' } }]);
    expect((await importTeam(owner, teamId, makeLargeTeamFile(3))).status).toBe(201);
    expect((await list(teamId)).map(({ state }) => state)).toEqual(['done', 'failed']);
  });

  it('lists imports to owners and admins for one day', async () => {
    const teamId = await makeProTeam('Told');
    await importTeam(owner, teamId, makeLargeTeamFile(2));
    const [admin, member] = [
      await signIn(server, 'admin@example.com'),
      await signIn(server, 'member@example.com'),
    ];
    await joinTeam(owner, teamId, admin, 'admin');
    await joinTeam(owner, teamId, member);
    expect(await list(teamId, admin)).toHaveLength(1);
    expect((await member.get(`/teams/${teamId}/imports`)).status).toBe(403);
    clock.advance(25 * 3_600);
    owner = await signIn(server, 'owner@example.com');
    await getJobs(server.app).runDue();
    expect(await list(teamId)).toEqual([]);
  });

  it('allows five imports an hour per user and team', async () => {
    const limited = await startApp(engine, { env: { RATE_LIMITS: 'on' } });
    try {
      const [ada, bob] = [await signIn(limited, 'ada@example.com'), await signIn(limited, 'bob@example.com')];
      const [own, other] = [await makeTeam(ada, 'Ours'), await makeTeam(ada, 'Other')];
      await joinTeam(ada, own._id, bob, 'admin');
      const send = async (by: SignedIn, teamId: string) =>
        (
          await by.send<Problem>('POST', `/teams/${teamId}/imports`, {
            upload: toUpload(Buffer.from('no zip')),
          })
        ).status;
      const tries = [];
      for (let count = 0; count < 6; count += 1) tries.push(await send(ada, own._id));
      expect(tries).toEqual([400, 400, 400, 400, 400, 429]);
      expect([await send(bob, own._id), await send(ada, other._id)]).toEqual([400, 400]);
    } finally {
      await limited.close();
    }
  });
});
