import type { AnyTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import type { Job, JobOrder } from './job.ts';
import { insertJob } from './jobs.queries.ts';

/**
 * Inserts a job in the transaction of the action that requires it. In a command, use `command.enqueue` instead. Elsewhere, call `wakeJobs`
 * after the commit. Otherwise the job waits up to 30 s for the next poll.
 * @returns false if a job with the same name is already queued
 */
export async function enqueueJob<D>(
  app: Pick<App, 'ids' | 'clock'>,
  tx: AnyTx,
  job: Job<D>,
  order: JobOrder<D>,
): Promise<boolean> {
  const { teamId, userId, name } = order;
  if (job.rule.kind === 'team' && (teamId === undefined || userId === undefined))
    throw new TypeError(`The job ${job.kind} requires a team and a user`);
  if (job.rule.kind === 'person' && userId === undefined)
    throw new TypeError(`The job ${job.kind} requires a user`);
  const now = app.clock.now();
  return await insertJob(tx, {
    id: app.ids.uuid(),
    kind: job.kind,
    in_team: teamId ?? null,
    for_user: userId ?? null,
    data: JSON.stringify(job.data.parse(order.data)),
    name: name ?? null,
    run_at: order.runAt ?? now,
    made_at: now,
  });
}
