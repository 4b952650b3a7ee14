import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';
import { inProjects, type Scope } from './scope.queries.ts';

export interface LoadRow {
  taskId: string;
  userId: string;
  /** This user's share of the task's estimate. */
  points: number;
  startsOn: string | null;
  endsOn: string | null;
}

/** Returns open tasks with an estimate and a date, one row per assignee. */
export async function listLoads(tx: TeamTx, scope: Scope): Promise<LoadRow[]> {
  const { timeZone } = scope;
  const { rows } = await sql<LoadRow>`
    select * from (
      select t.id as "taskId", a.user_id as "userId", t.estimate / count(*) over (partition by t.id) as points,
        coalesce(t.start_date, (t.start_at at time zone ${timeZone}::text)::date) as "startsOn",
        coalesce(t.due_date, (t.due_at at time zone ${timeZone}::text)::date) as "endsOn"
      from tasks t join task_assignees a on a.team_id = t.team_id and a.task_id = t.id
      where t.team_id = ${tx.teamId} and t.deleted_at is null and t.closed_at is null and t.estimate > 0
        and ${inProjects(scope, sql`t.project_id`)}) x
    where "startsOn" is not null or "endsOn" is not null`.execute(tx);
  return rows;
}

export interface Capacity {
  /** Null for the default of members without their own setting. */
  userId: string | null;
  capacity: number | null;
  absences: Record<string, { from: string; to: string }>;
}

/** Returns the capacities and absences of active members who have set them, and the team's default capacity. */
export async function listCapacities(tx: TeamTx): Promise<Capacity[]> {
  const { rows } = await sql<Capacity>`
    select w.user_id as "userId", w.capacity, w.absences from work_times w
    where w.team_id = ${tx.teamId} and (w.user_id is null or exists (
      select from memberships m where m.team_id = w.team_id and m.user_id = w.user_id and m.removed_at is null))`.execute(
    tx,
  );
  return rows;
}

export async function listActiveMembers(tx: TeamTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.user_id as id from memberships m
    where m.team_id = ${tx.teamId} and m.removed_at is null and m.role <> 'guest' order by m.joined_at, m.user_id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
