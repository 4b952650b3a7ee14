import type { z } from 'zod';
import type { TeamAction } from '@hearth/contracts/permissions/permissions';

/**
 * On whose behalf a job runs, and the precondition that is checked when it runs.
 * - system: on behalf of no one. The job must not do anything that depends on a user's permissions.
 * - person: on behalf of `userId`, while the account exists.
 * - team: on behalf of `userId` in `teamId`, while they may do `action` there and the team is not deleted.
 *
 * If the precondition no longer holds, the job ends without running.
 */
type JobRule = { kind: 'system' } | { kind: 'person' } | { kind: 'team'; action: TeamAction };

export interface Job<D = unknown> {
  /** The name under which the job is stored: `feature.action`. */
  kind: string;
  rule: JobRule;
  /**
   * Validated when the job is written and again when it runs, because the program may have been updated in between. Must
   * contain ids only, no secrets or addresses.
   */
  data: z.ZodType<D>;
  /** Timeout of one run, in ms. When it expires, the signal is aborted and the run counts as failed. */
  limitMs: number;
  /** Total number of runs before the job is abandoned or, if it repeats, waits for its next interval. */
  attempts: number;
  /** Exponential backoff: the delay after the first failure, in ms. It triples after each further failure, up to six hours. */
  retryMs: number;
  /**
   * For `system` jobs without data: repeats the job indefinitely, this many ms after the end of each run. Only one run is
   * active across all nodes.
   */
  everyMs?: number;
}

export interface JobRun<D> {
  data: D;
  /** Empty for jobs without a team. */
  teamId: string;
  /** Empty for jobs without a user. */
  userId: string;
  /** The number of this run, starting at 1. */
  attempt: number;
  /** Whether this is the last run before the job is abandoned or, if it repeats, waits for its next interval. */
  isLast: boolean;
  /** Aborted on timeout or when the server stops. */
  signal: AbortSignal;
}

export interface JobBinding {
  job: Job;
  run: (run: JobRun<unknown>) => Promise<void>;
}

/** The data, owner and start time of a job. */
export interface JobOrder<D> {
  data: D;
  teamId?: string;
  userId?: string;
  /** The earliest start. Defaults to now. */
  runAt?: Date;
  /** Deduplication: no second job of this kind and name is enqueued while one is queued or running. */
  name?: string;
}

const KIND = /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;
const LONGEST_MS = 15 * 60_000;
const MAX_ATTEMPTS = 20;

/**
 * Defines a job.
 * @throws TypeError if its kind, limits or schedule are invalid, or if it has no rule
 */
export function defineJob<D>(job: Job<D>): Job<D> {
  const { kind, rule, limitMs, attempts, retryMs, everyMs } = job;
  const isBounded =
    limitMs > 0 && limitMs <= LONGEST_MS && attempts >= 1 && attempts <= MAX_ATTEMPTS && retryMs >= 0;
  if (!KIND.test(kind)) throw new TypeError(`${kind} is not a valid job kind`);
  if ((rule as JobRule | undefined) === undefined) throw new TypeError(`The job ${kind} has no rule`);
  if (!isBounded) throw new TypeError(`The job ${kind} has invalid limits`);
  if (everyMs !== undefined && (rule.kind !== 'system' || everyMs < 1000))
    throw new TypeError(`The job ${kind} has an invalid schedule`);
  return job;
}

/**
 * Binds a handler to a job. The handler must be idempotent because jobs are delivered at least once: a node can die after running the
 * handler but before recording it.
 */
export function bindJob<D>(job: Job<D>, run: (run: JobRun<D>) => Promise<void>): JobBinding {
  return { job, run: run as JobBinding['run'] };
}

const LONGEST_WAIT_MS = 6 * 3_600_000;

/** Returns the delay in ms after the failed run with number `attempt`. */
export function waitAfter(job: Pick<Job, 'retryMs'>, attempt: number): number {
  return Math.min(job.retryMs * 3 ** (attempt - 1), LONGEST_WAIT_MS);
}
