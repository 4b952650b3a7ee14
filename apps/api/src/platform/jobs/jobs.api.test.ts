import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { runCommand } from '#platform/commands/index.ts';
import { asOwner, withSystem, withTeam, withUser } from '#platform/db/index.ts';
import { describeEachEngine } from '#testing/databases.ts';
import { makeTeam, joinTeam, signIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';
import { bindJob, createJobs, defineJob, enqueueJob, type Job, type JobRun, type Jobs } from './index.ts';

const DATA = z.strictObject({ n: z.number() });
type Data = z.infer<typeof DATA>;
const BOUNDS = { data: DATA, limitMs: 5_000, attempts: 3, retryMs: 1_000 };

const systemJob = defineJob({ kind: 'test.system', rule: { kind: 'system' }, ...BOUNDS });
const personJob = defineJob({ kind: 'test.person', rule: { kind: 'person' }, ...BOUNDS });
const teamJob = defineJob({ kind: 'test.team', rule: { kind: 'team', action: 'team.update' }, ...BOUNDS });
const KINDS: Job<Data>[] = [systemJob, personJob, teamJob];

describe('defineJob', () => {
  it.each([
    ['with an invalid name', { kind: 'Test' }],
    ['without a rule', { rule: undefined }],
    ['without a timeout', { limitMs: Number.POSITIVE_INFINITY }],
    ['without a limit on attempts', { attempts: Number.POSITIVE_INFINITY }],
    ['that repeats on behalf of a user', { rule: { kind: 'person' }, everyMs: 60_000 }],
  ])('rejects a job %s', (_what, change) => {
    expect(() => defineJob({ ...systemJob, ...change } as Job<Data>)).toThrow(TypeError);
  });
});

describeEachEngine('jobs', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [owner] = usePeople(api, 'owner');
  let teamId: string;
  const started: Jobs[] = [];

  /** Starts the job runner of another node. */
  async function startNode(run: (run: JobRun<Data>) => Promise<void>, kinds = KINDS): Promise<Jobs> {
    const { loadActor } = await import('#features/members/index.ts');
    const jobs = createJobs(
      api.app,
      { loadActor },
      kinds.map((job) => bindJob(job, run)),
    );
    started.push(jobs);
    await jobs.start();
    return jobs;
  }
  const add = (n: number, more: { name?: string; runAt?: Date } = {}) =>
    withSystem(api.app.db, (tx) => enqueueJob(api.app, tx, systemJob, { data: { n }, ...more }));
  const listRows = () =>
    asOwner(api.app.db, (tx) =>
      tx.selectFrom('jobs').selectAll().where('kind', 'like', 'test.%').orderBy('id').execute(),
    );

  beforeAll(async () => {
    teamId = (await makeTeam(owner))._id;
  });
  afterEach(async () => {
    for (const jobs of started.splice(0)) await jobs.stop();
    await asOwner(api.app.db, (tx) => sql`delete from jobs where kind like 'test.%'`.execute(tx));
  });

  it('runs each job once with its data and then deletes the job', async () => {
    const seen: number[] = [];
    const node = await startNode(async ({ data }) => void seen.push(data.n));
    for (const n of [1, 2, 3, 4, 5, 6]) await add(n);
    await node.runDue();
    expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await listRows()).toEqual([]);
  });

  it('runs a job only once it is due', async () => {
    const seen: number[] = [];
    const node = await startNode(async ({ data }) => void seen.push(data.n));
    await add(1, { runAt: new Date(clock.now().getTime() + 60_000) });
    await node.runDue();
    expect(seen).toEqual([]);
    clock.advance(61);
    await node.runDue();
    expect(seen).toEqual([1]);
  });

  it('enqueues a job only if its command commits and runs the job without polling', async () => {
    const { promise, resolve } = Promise.withResolvers<JobRun<Data>>();
    await startNode(async (run) => resolve(run));
    const on = { teamId, userId: owner.user.id };
    const refused = runCommand(api.app, { ...on, requestKey: null }, async (command) => {
      await command.enqueue(teamJob, { data: { n: 1 } });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await runCommand(
      api.app,
      { ...on, requestKey: null },
      async (command) => await command.enqueue(teamJob, { data: { n: 2 } }),
    );
    expect(await promise).toMatchObject({ data: { n: 2 }, teamId, userId: owner.user.id, attempt: 1 });
  });

  it('keeps at most one queued job per name', async () => {
    const seen: number[] = [];
    expect(await add(1, { name: 'same' })).toBe(true);
    expect(await add(2, { name: 'same' })).toBe(false);
    expect(await add(3, { name: 'other' })).toBe(true);
    const node = await startNode(async ({ data }) => void seen.push(data.n));
    await node.runDue();
    expect(seen.toSorted((a, b) => a - b)).toEqual([1, 3]);
    expect(await add(4, { name: 'same' })).toBe(true);
    await node.runDue();
    expect(seen).toContain(4);
  });

  it('lets only one of several nodes claim a job', async () => {
    const seen: number[] = [];
    const nodes = [];
    for (let n = 0; n < 3; n += 1) nodes.push(await startNode(async ({ data }) => void seen.push(data.n)));
    await Promise.all(Array.from({ length: 40 }, (_, n) => add(n)));
    await Promise.all(nodes.map((node) => node.runDue()));
    await expect.poll(listRows).toEqual([]);
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('retries with backoff and then gives up', async () => {
    const attempts: [number, boolean][] = [];
    const node = await startNode(async ({ attempt, isLast }) => {
      attempts.push([attempt, isLast]);
      throw new RangeError('never works');
    });
    await add(1);
    await node.runDue();
    expect(attempts).toEqual([[1, false]]);
    clock.advance(1.1);
    await node.runDue();
    clock.advance(1.1);
    await node.runDue();
    expect(attempts).toHaveLength(2);
    clock.advance(2);
    await node.runDue();
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    clock.advance(86_400);
    await node.runDue();
    expect(attempts).toHaveLength(3);
    expect(await listRows()).toMatchObject([{ last_error: 'RangeError', given_up_at: expect.any(Date) }]);
  });

  it('leaves jobs of unsupported kinds unclaimed', async () => {
    await add(1);
    const node = await startNode(async () => {}, [personJob]);
    await node.runDue();
    expect(await listRows()).toMatchObject([{ attempts: 0 }]);
  });

  it('takes over jobs of a dead node', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const dead = await startNode(() => {
      begin();
      return new Promise(() => {});
    });
    await add(1);
    void dead.runDue();
    await begun;
    const seen: number[] = [];
    const alive = await startNode(async ({ attempt }) => void seen.push(attempt));
    await alive.runDue();
    expect(seen).toEqual([]);
    clock.advance(21);
    await alive.runDue();
    expect(seen).toEqual([2]);
  });

  it('runs a job once on one node even when the clock jumps', async () => {
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    let runs = 0;
    const node = await startNode(async () => {
      runs += 1;
      await end;
    });
    await add(1);
    node.wake();
    await expect.poll(() => runs).toBe(1);
    clock.advance(3_600);
    // Run a second job, to be sure that the node has polled again.
    await add(2);
    node.wake();
    await expect.poll(() => runs).toBe(2);
    finish();
    await node.runDue();
    expect(runs).toBe(2);
    expect(await listRows()).toEqual([]);
  });

  it('releases running jobs when the server stops', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<AbortSignal>();
    const node = await startNode(({ signal }) => {
      begin(signal);
      return new Promise(() => {});
    });
    await add(1);
    void node.runDue();
    const signal = await begun;
    await node.stop();
    expect(signal.aborted).toBe(true);
    const seen: number[] = [];
    const next = await startNode(async ({ attempt }) => void seen.push(attempt));
    await next.runDue();
    expect(seen).toEqual([1]);
  });

  it('aborts a job after its timeout', async () => {
    const short = { ...systemJob, limitMs: 50 };
    const node = await startNode(() => new Promise(() => {}), [short]);
    await add(1);
    await node.runDue();
    expect(await listRows()).toMatchObject([{ attempts: 1, last_error: 'JobTimeoutError' }]);
  });

  it('discards a job once its user has lost the required permission', async () => {
    const seen: string[] = [];
    const admin = await signIn(api, 'admin@example.com');
    await joinTeam(owner, teamId, admin, 'admin');
    const order = async () => {
      await runCommand(api.app, { teamId, userId: admin.user.id, requestKey: null }, async (command) => {
        await command.enqueue(teamJob, { data: { n: 1 } });
      });
    };
    const node = await startNode(async ({ userId }) => void seen.push(userId));
    await order();
    await node.runDue();
    expect(seen).toEqual([admin.user.id]);
    await node.stop();
    await order();
    expect(
      (await owner.patch(`/teams/${teamId}/members/${admin.user.id}`, { teamRole: 'member' })).status,
    ).toBe(200);
    const next = await startNode(async ({ userId }) => void seen.push(userId));
    await next.runDue();
    expect(seen).toHaveLength(1);
    expect(await listRows()).toEqual([]);
  });

  it('runs a repeating job once per interval across all nodes', async () => {
    const runs: number[] = [];
    const repeated = defineJob({
      ...BOUNDS,
      kind: 'test.repeated',
      rule: { kind: 'system' },
      data: z.object({}),
      everyMs: 60_000,
    });
    const bind = () =>
      createJobs(api.app, { loadActor: async () => null }, [
        bindJob(repeated, async () => void runs.push(1)),
      ]);
    const nodes = [bind(), bind()];
    started.push(...nodes);
    for (const node of nodes) await node.start();
    for (const after of [0, 1, 2]) {
      for (const node of nodes) await node.runDue();
      await expect.poll(() => runs.length).toBe(after);
      clock.advance(61);
    }
  });

  it('hides jobs from other teams and users and rejects jobs enqueued for another team', async () => {
    const { db } = api.app;
    await withTeam(db, { teamId, userId: owner.user.id }, (tx) =>
      enqueueJob(api.app, tx, teamJob, { data: { n: 1 }, teamId, userId: owner.user.id }),
    );
    await withUser(db, { userId: owner.user.id }, (tx) =>
      enqueueJob(api.app, tx, personJob, { data: { n: 1 }, userId: owner.user.id }),
    );
    const other = await signIn(api, 'other@example.com');
    const otherTeam = (await makeTeam(other, 'Others'))._id;
    const on = { teamId: otherTeam, userId: other.user.id };
    expect(await withTeam(db, on, (tx) => tx.selectFrom('jobs').select('id').execute())).toEqual([]);
    const planted = withTeam(db, on, (tx) =>
      enqueueJob(api.app, tx, teamJob, { data: { n: 1 }, teamId, userId: owner.user.id }),
    );
    await expect(planted).rejects.toMatchObject({ code: '42501' });
    expect(await listRows()).toHaveLength(2);
  });
});
