import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OwnerTx } from '#platform/db/index.ts';

let numbered = 0;

/** Inserts a future cycle with fixed dates, bypassing the job that creates cycles. */
export async function insertCycle(
  tx: OwnerTx,
  teamId: string,
  projectId: string,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into cycles (team_id, id, project_id, number, name, starts_on, ends_on, time_zone, created_at, updated_at)
    values (${teamId}, ${id}, ${projectId}, ${++numbered}, '', '2031-01-06', '2031-01-19', 'UTC', ${now}, ${now})`.execute(
    tx,
  );
  return id;
}

/** Inserts two cycles into a project with milestones: one marked as closed, and one that contains the tasks of the milestones. */
export async function insertCycles(tx: OwnerTx, teamId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ projectId: string; taskId: string }>`
    select project_id as "projectId", id as "taskId" from tasks
    where team_id = ${teamId} and milestone_id is not null order by number limit 1`.execute(tx);
  const [{ projectId, taskId } = { projectId: '', taskId: '' }] = rows;
  const closedId = await insertCycle(tx, teamId, projectId, now);
  const none = { tasks: 0, points: 0 };
  const start = { taskId, estimate: 3 };
  const done = { tasks: 1, points: 3 };
  const figures = { start: done, added: none, removed: none, done, cancelled: none, carried: none };
  await sql`
    update cycles set name = 'Spring “31”', started_at = ${now}::timestamptz, closed_at = ${now}::timestamptz,
      start_tasks = ${JSON.stringify([start])}::jsonb, figures = ${JSON.stringify(figures)}::jsonb,
      record = ${JSON.stringify([{ ...start, entered: 'start', outcome: 'done' }])}::jsonb
    where team_id = ${teamId} and id = ${closedId}`.execute(tx);
  const aheadId = await insertCycle(tx, teamId, projectId, now);
  await sql`
    update tasks set cycle_id = ${aheadId}
    where team_id = ${teamId} and project_id = ${projectId} and milestone_id is not null`.execute(tx);
}
