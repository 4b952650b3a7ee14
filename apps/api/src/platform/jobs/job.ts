import type { z } from 'zod';
import type { TeamAction } from '@hearth/contracts/permissions/permissions';

/**
 * On whose behalf a job runs, and the precondition checked when it runs.
 * - system: for nobody; it must not perform acts that depend on a person's rights.
 * - person: for `userId`, as long as the account exists.
 * - team: for `userId` in `teamId`, as long as they may do `action` there and the team is not deleted. If the
 * precondition no longer holds, the job ends without a run.
 */
type JobRule = { kind: 'system' } | { kind: 'person' } | { kind: 'team'; action: TeamAction };

export interface Job<D = unknown> {
  /** `feature.act`, as stored. */
  kind: string;
  rule: JobRule;
  /** Validated when the job is written and again when it runs: it may be older than the program. No secrets, no addresses: ids. */
  data: z.ZodType<D>;
  /** Time-out of one run: its signal is aborted, and the job counts as failed. */
  limitMs: number;
  /** Total number of runs before the job is given up. */
  attempts: number;
  /**
   * Exponential backoff: the wait after the first failure; times three after each further one, six hours at
   * most.
   */
  retryMs: number;
  /** Repeats indefinitely, this long after the end of each run: one run at a time across all nodes. For `system` jobs without data. */
  everyMs?: number;
}

export interface JobRun<D> {
  data: D;
  /** '' = no team. */
  teamId: string;
  /** '' = no person. */
  userId: string;
  /** 1 for the first run. */
  attempt: number;
  /** True in the last run before the job is given up. */
  isLast: boolean;
  /** Aborted on time-out, or when the server stops. */
  signal: AbortSignal;
}

export interface JobBinding {
  job: Job;
  run: (run: JobRun<unknown>) => Promise<void>;
}

/** The job's data, owner and time. */
export interface JobOrder<D> {
  data: D;
  teamId?: string;
  userId?: string;
  /** Earliest start; default: immediately. */
  runAt?: Date;
  /** Deduplication: no second job of this kind and name while one is queued or running. */
  name?: string;
}

const KIND = /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;
const LONGEST_MS = 15 * 60_000;
const MOST_ATTEMPTS = 20;

/** @throws TypeError for a job without a rule or without bounds */
export function defineJob<D>(job: Job<D>): Job<D> {
  const { kind, rule, limitMs, attempts, retryMs, everyMs } = job;
  const isBounded =
    limitMs > 0 && limitMs <= LONGEST_MS && attempts >= 1 && attempts <= MOST_ATTEMPTS && retryMs >= 0;
  if (!KIND.test(kind)) throw new TypeError(`${kind} is no name of a job`);
  if ((rule as JobRule | undefined) === undefined) throw new TypeError(`The job ${kind} has no rule`);
  if (!isBounded) throw new TypeError(`The job ${kind} has no bounds`);
  if (everyMs !== undefined && (rule.kind !== 'system' || everyMs < 1000))
    throw new TypeError(`The job ${kind} cannot repeat like this`);
  return job;
}

/** Binds code to a job. Delivery is at-least-once (a node can die after the work and before recording it), so it must be idempotent. */
export function bindJob<D>(job: Job<D>, run: (run: JobRun<D>) => Promise<void>): JobBinding {
  return { job, run: run as JobBinding['run'] };
}

const LONGEST_WAIT_MS = 6 * 3_600_000;

/** The backoff after failed run number `attempt`. */
export function waitAfter(job: Pick<Job, 'retryMs'>, attempt: number): number {
  return Math.min(job.retryMs * 3 ** (attempt - 1), LONGEST_WAIT_MS);
}
