import { sql, type Insertable, type Selectable } from 'kysely';
import type { AnyTx, SystemTx, TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

export type JobRow = Pick<
  Selectable<Tables['jobs']>,
  'id' | 'kind' | 'in_team' | 'for_user' | 'data' | 'attempts'
>;

/**
 * Inserts a job.
 * @returns false if a job of this kind and name is already queued
 */
export async function insertJob(tx: AnyTx, job: Insertable<Tables['jobs']>): Promise<boolean> {
  const row = await tx
    .insertInto('jobs')
    .values(job)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'name'])
        .where('name', 'is not', null)
        .where('given_up_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Claims due jobs, oldest first, and leases them. With `skip locked`, no two nodes claim the same job. `leases` contains the lease in ms by
 * kind; other kinds are left to nodes that support them. `except` lists jobs that this node is running, which can only be due again because
 * the clock has jumped.
 */
export async function claimJobs(
  tx: SystemTx,
  on: { leases: Readonly<Record<string, number>>; except: readonly string[]; limit: number; now: Date },
): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    update jobs as j set attempts = j.attempts + 1,
      run_at = ${on.now}::timestamptz + make_interval(secs => (${JSON.stringify(on.leases)}::jsonb ->> j.kind)::float8 / 1000)
    where j.id in (
      select id from jobs
      where given_up_at is null and run_at <= ${on.now} and kind = any(${Object.keys(on.leases)}::text[])
        and id <> all(${[...on.except]}::uuid[])
      order by run_at limit ${on.limit} for update skip locked
    )
    returning j.id, j.kind, j.in_team, j.for_user, j.data, j.attempts`.execute(tx);
  return rows;
}

/** Returns when the next job of these kinds is due, or null if none is queued. */
export async function findNextRun(tx: SystemTx, kinds: readonly string[]): Promise<Date | null> {
  const row = await tx
    .selectFrom('jobs')
    .select('run_at')
    .where('given_up_at', 'is', null)
    .where('kind', 'in', [...kinds])
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst();
  return row?.run_at ?? null;
}

/** Selects the job of a run only while its lease is valid. After expiry another node may have claimed the job. */
function selectLeased(job: Pick<JobRow, 'id' | 'attempts'>) {
  return sql<boolean>`id = ${job.id} and attempts = ${job.attempts}`;
}

/** Deletes a completed job, regardless of which node now holds the lease. */
export async function deleteJob(tx: SystemTx, id: string): Promise<void> {
  await tx.deleteFrom('jobs').where('id', '=', id).execute();
}

export async function postponeJob(
  tx: SystemTx,
  job: Pick<JobRow, 'id' | 'attempts'>,
  to: { runAt: Date; attempts: number; lastError: string | null },
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ run_at: to.runAt, attempts: to.attempts, last_error: to.lastError })
    .where(selectLeased(job))
    .execute();
}

export async function giveUpJob(
  tx: SystemTx,
  job: Pick<JobRow, 'id' | 'attempts'>,
  at: Date,
  lastError: string,
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ given_up_at: at, last_error: lastError })
    .where(selectLeased(job))
    .execute();
}

export async function deleteGivenUp(tx: SystemTx, before: Date): Promise<void> {
  await tx.deleteFrom('jobs').where('given_up_at', '<', before).execute();
}

export async function userExists(tx: SystemTx | TeamTx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
