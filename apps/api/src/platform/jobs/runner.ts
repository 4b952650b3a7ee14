import { z } from 'zod';
import { DAY_MS } from '@hearth/contracts/core/days';
import { can } from '@hearth/contracts/permissions/permissions';
import { readTeam, withSystem } from '#platform/db/index.ts';
import type { AccessPort, App } from '#platform/feature.ts';
import { endsWithin, SHUTDOWN } from '#platform/shutdown.ts';
import { enqueueJob } from './enqueue.ts';
import { bindJob, defineJob, waitAfter, type JobBinding } from './job.ts';
import {
  claimJobs,
  deleteGivenUp,
  deleteJob,
  findNextRun,
  giveUpJob,
  userExists,
  postponeJob,
  type JobRow,
} from './jobs.queries.ts';

/** Maximum number of concurrent runs in this process. */
const SLOTS = 4;
/** Poll interval, to find jobs that another node has enqueued or failed to complete. */
const POLL_EVERY_MS = 30_000;
/** Time in ms by which a lease exceeds the timeout of a run, to keep other nodes from claiming the job too early. */
const LEASE_MARGIN_MS = 15_000;
const GIVEN_UP_KEPT_DAYS = 30;
const REPEATED = 'repeated';

export interface Jobs {
  /** Enqueues the repeating jobs, and starts to claim due jobs. */
  start(): Promise<void>;
  /** Polls immediately. Call it after enqueuing jobs. */
  wake(): void;
  /** Runs all due jobs, including those that they enqueue, and resolves once none is due. For tests and tools. */
  runDue(): Promise<void>;
  /** Stops claiming jobs, aborts running ones, and releases jobs that do not finish. */
  stop(): Promise<void>;
}

const jobsOf = new WeakMap<App, Jobs>();

export function getJobs(app: App): Jobs {
  const jobs = jobsOf.get(app);
  if (jobs === undefined) throw new Error('This app has no job runner');
  return jobs;
}

/** Wakes the job runner. Call it after committing a transaction that wrote jobs. */
export function wakeJobs(app: App): void {
  jobsOf.get(app)?.wake();
}

/**
 * Creates the job runner.
 * @throws Error if two jobs have the same kind
 */
export function createJobs(
  app: App,
  port: Pick<AccessPort, 'loadActor'>,
  bindings: readonly JobBinding[],
): Jobs {
  const jobs = new JobRunner(app, port, [...bindings, createCleanUp(app)]);
  jobsOf.set(app, jobs);
  return jobs;
}

const cleanUp = defineJob({
  kind: 'jobs.clean-up',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 30_000,
  attempts: 5,
  retryMs: 60_000,
  everyMs: DAY_MS,
});

/** Deletes failed jobs that were kept for diagnosis. */
function createCleanUp(app: App): JobBinding {
  return bindJob(cleanUp, async () => {
    const before = new Date(app.clock.now().getTime() - GIVEN_UP_KEPT_DAYS * DAY_MS);
    await withSystem(app.db, (tx) => deleteGivenUp(tx, before));
  });
}

class JobRunner implements Jobs {
  readonly #app: App;
  readonly #port: Pick<AccessPort, 'loadActor'>;
  readonly #bindings: ReadonlyMap<string, JobBinding>;
  readonly #leases: Record<string, number>;
  readonly #running = new Map<string, { row: JobRow; done: Promise<void> }>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #polling: Promise<void> | null = null;
  #isWoken = false;
  #isStarted = false;

  constructor(app: App, port: Pick<AccessPort, 'loadActor'>, bindings: readonly JobBinding[]) {
    this.#app = app;
    this.#port = port;
    this.#bindings = new Map(bindings.map((binding) => [binding.job.kind, binding]));
    if (this.#bindings.size < bindings.length) throw new Error('Duplicate job kind');
    this.#leases = Object.fromEntries(bindings.map(({ job }) => [job.kind, job.limitMs + LEASE_MARGIN_MS]));
  }

  async start(): Promise<void> {
    const repeated = [...this.#bindings.values()].filter(({ job }) => job.everyMs !== undefined);
    await withSystem(this.#app.db, async (tx) => {
      for (const { job } of repeated) {
        const order = { data: {}, name: REPEATED, runAt: this.#in(job.everyMs ?? 0) };
        await enqueueJob(this.#app, tx, job, order);
      }
    });
    this.#isStarted = true;
    this.wake();
  }

  wake(): void {
    if (this.#isStarted) void this.#pollNow();
  }

  async runDue(): Promise<void> {
    do {
      await this.#pollNow();
      await Promise.all([...this.#running.values()].map(({ done }) => done));
      await this.#polling;
    } while (this.#running.size > 0);
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#stopping.abort(new Error('The server is stopping'));
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#polling;
    if (this.#running.size === 0) return;
    // The remaining time is for releasing the jobs that have not reacted to their signal.
    await endsWithin(Promise.all([...this.#running.values()].map(({ done }) => done)), SHUTDOWN.drain - 250);
    await Promise.all([...this.#running.values()].map(({ row }) => this.#release(row)));
  }

  /** Polls without overlap. A poll requested during another poll runs after it. */
  #pollNow(): Promise<void> {
    this.#isWoken = true;
    this.#polling ??= this.#pollWhileWoken().finally(() => {
      this.#polling = null;
      if (this.#isWoken && this.#isStarted) void this.#pollNow();
    });
    return this.#polling;
  }

  async #pollWhileWoken(): Promise<void> {
    let next: Date | null = null;
    try {
      while (this.#isWoken && !this.#stopping.signal.aborted) {
        this.#isWoken = false;
        next = await this.#takeDue();
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        this.#app.log.error({ err: error }, 'failed to poll jobs; will retry');
    }
    this.#sleepUntil(next);
  }

  /** Claims and starts due jobs, up to the number of free slots. Returns when the next job is due. */
  async #takeDue(): Promise<Date | null> {
    const { db, clock } = this.#app;
    const limit = SLOTS - this.#running.size;
    if (limit <= 0) return null;
    const now = clock.now();
    const { rows, next } = await withSystem(db, async (tx) => ({
      rows: await claimJobs(tx, { leases: this.#leases, except: [...this.#running.keys()], limit, now }),
      next: await findNextRun(tx, Object.keys(this.#leases)),
    }));
    for (const row of rows) {
      const done = this.#run(row).finally(() => {
        this.#running.delete(row.id);
        this.wake();
      });
      this.#running.set(row.id, { row, done });
    }
    return next;
  }

  #sleepUntil(next: Date | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (!this.#isStarted) return;
    const dueIn = next === null ? POLL_EVERY_MS : next.getTime() - this.#app.clock.now().getTime();
    this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(dueIn, 100), POLL_EVERY_MS)).unref();
  }

  async #run(row: JobRow): Promise<void> {
    const binding = this.#bindings.get(row.kind);
    if (binding === undefined) throw new TypeError(`No handler for job ${row.kind}`);
    const { log, clock, db } = this.#app;
    const { job } = binding;
    const about = { job: row.id, kind: row.kind, attempt: row.attempts };
    const startedAt = clock.monotonic();
    try {
      if (await this.#isAllowed(binding, row)) await this.#runWithin(binding, row);
      else log.info(about, 'job dropped: user no longer authorized');
      await withSystem(db, (tx) =>
        job.everyMs === undefined
          ? deleteJob(tx, row.id)
          : postponeJob(tx, row, { runAt: this.#in(job.everyMs), attempts: 0, lastError: null }),
      );
      log.debug({ ...about, ms: Math.round(clock.monotonic() - startedAt) }, 'job completed');
    } catch (error) {
      // Release the job: the run was interrupted by the shutdown.
      if (this.#stopping.signal.aborted) return await this.#release(row);
      await this.#noteFailure(binding, row, error).catch((second: unknown) =>
        log.error({ ...about, err: second }, 'failed to record a job failure; its lease will expire'),
      );
    }
  }

  async #runWithin({ job, run }: JobBinding, row: JobRow): Promise<void> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new JobTimeoutError(job.kind)), job.limitMs);
    const signal = AbortSignal.any([limit.signal, this.#stopping.signal]);
    const { promise: cut, reject: cutShort } = Promise.withResolvers<never>();
    cut.catch(() => {});
    signal.addEventListener('abort', () => cutShort(signal.reason), { once: true });
    try {
      const running = run({
        data: job.data.parse(row.data),
        teamId: row.in_team ?? '',
        userId: row.for_user ?? '',
        attempt: row.attempts,
        isLast: row.attempts >= job.attempts,
        signal,
      });
      await Promise.race([running, cut]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #isAllowed({ job: { rule } }: JobBinding, row: JobRow): Promise<boolean> {
    if (rule.kind === 'system') return true;
    const userId = row.for_user ?? '';
    const { db } = this.#app;
    if (rule.kind === 'person') return await withSystem(db, (tx) => userExists(tx, userId));
    const on = { teamId: row.in_team ?? '', userId };
    const actor = await readTeam(db, on, (tx) => this.#port.loadActor(tx, userId));
    return actor !== null && can(actor, rule.action);
  }

  async #noteFailure({ job }: JobBinding, row: JobRow, error: unknown): Promise<void> {
    const { log, db, clock } = this.#app;
    const lastError = error instanceof Error ? error.name : 'Error';
    const about = { job: row.id, kind: row.kind, attempt: row.attempts, err: error };
    const isOver = row.attempts >= job.attempts;
    if (isOver && job.everyMs === undefined) {
      log.error(about, 'job failed permanently');
      return await withSystem(db, (tx) => giveUpJob(tx, row, clock.now(), lastError));
    }
    log.warn(about, 'job failed; will retry');
    const waitMs = isOver ? (job.everyMs ?? 0) : waitAfter(job, row.attempts);
    const attempts = isOver ? 0 : row.attempts;
    await withSystem(db, (tx) => postponeJob(tx, row, { runAt: this.#in(waitMs), attempts, lastError }));
  }

  async #release(row: JobRow): Promise<void> {
    const to = { runAt: this.#in(0), attempts: row.attempts - 1, lastError: null };
    await withSystem(this.#app.db, (tx) => postponeJob(tx, row, to)).catch((error: unknown) =>
      this.#app.log.error({ err: error, job: row.id }, 'failed to release job; its lease will expire'),
    );
  }

  #in(ms: number): Date {
    return new Date(this.#app.clock.now().getTime() + ms);
  }
}

class JobTimeoutError extends Error {
  override readonly name = 'JobTimeoutError';

  constructor(kind: string) {
    super(`${kind} timed out`);
  }
}
