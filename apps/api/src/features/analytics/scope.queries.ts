import { sql, type RawBuilder } from 'kysely';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/** The tasks that a response covers. */
export interface Scope {
  teamId: string;
  visible: VisibleProjects;
  /** Whether the caller sees all projects. `visible` may still leave out sample projects. */
  seesAll: boolean;
  /** Null for all projects and tasks without a project. */
  projectId: string | null;
  /** A select of task ids. Null selects all tasks. 'applied' means that `task_flow` is already filtered. */
  picked: RawBuilder<unknown> | 'applied' | null;
  /** A time zone name known to the database. */
  timeZone: string;
  /** Whether the roll-ups are computed in that time zone. */
  hasRollUps: boolean;
}

/** First and last day, both inclusive, and the corresponding timestamps. */
export interface Period {
  from: string;
  to: string;
  /** Start of the first day and end of the last day. */
  since: string;
  before: string;
}

interface TeamFacts {
  timeZone: string;
  workingDays: number[];
  holidays: string[];
  hasRollUps: boolean;
}

export async function readTeamFacts(tx: TeamTx): Promise<TeamFacts | null> {
  const { rows } = await sql<TeamFacts>`
    select t.time_zone as "timeZone", t.working_days as "workingDays", t.holidays,
      coalesce(h.time_zone = t.time_zone, false) as "hasRollUps"
    from teams t left join flow_heads h on h.team_id = t.id
    where t.id = ${tx.teamId} and t.deleted_at is null`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the id of a cycle's project, or null if it does not exist, is in the trash or the caller may not read it. */
export async function findProjectOfCycle(
  tx: TeamTx,
  cycleId: string,
  visible: VisibleProjects,
): Promise<string | null> {
  const { rows } = await sql<{ projectId: string }>`
    select c.project_id as "projectId" from cycles c
    join projects p on p.team_id = c.team_id and p.id = c.project_id and p.deleted_at is null
    where c.team_id = ${tx.teamId} and c.id = ${cycleId} and ${isAmong(visible, sql`c.project_id`)}`.execute(
    tx,
  );
  return rows[0]?.projectId ?? null;
}

export async function hasStatus(tx: TeamTx, statusId: string): Promise<boolean> {
  const { rows } = await sql`
    select from statuses s where s.team_id = ${tx.teamId} and s.id = ${statusId}`.execute(tx);
  return rows.length > 0;
}

export async function hasMember(tx: TeamTx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from memberships m where m.team_id = ${tx.teamId} and m.user_id = ${userId} and m.removed_at is null`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function isProjectVisible(
  tx: TeamTx,
  projectId: string,
  visible: VisibleProjects,
): Promise<boolean> {
  const { rows } = await sql`
    select from projects p where p.team_id = ${tx.teamId} and p.id = ${projectId} and p.deleted_at is null
      and ${isAmong(visible, sql`p.id`)}`.execute(tx);
  return rows.length > 0;
}

export function idsOfCycle(teamId: string, cycleId: string): RawBuilder<unknown> {
  return sql`select c.id from tasks c where c.team_id = ${teamId} and c.cycle_id = ${cycleId}`;
}

/** Builds the intersection of two selects of ids. */
export function inBoth(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${one}) intersect (${other})`;
}

/** Returns whether the task of a row counts in this scope. Expects the table `task_flow` or `task_state_times`, aliased as `name`. */
export function counts(scope: Scope, name = 'w'): RawBuilder<boolean> {
  const { teamId, picked } = scope;
  // The filter's result already fulfils the condition. Repeating it would mislead the planner, which has no statistics for that result.
  if (picked === 'applied') return sql<boolean>`true`;
  const inScope = sql<boolean>`${sql.ref(`${name}.team_id`)} = ${teamId} and ${inProjects(scope, sql.ref(`${name}.project_id`))}`;
  return picked === null
    ? inScope
    : sql<boolean>`${inScope} and ${sql.ref(`${name}.task_id`)} in (${picked})`;
}

export function inProjects(scope: Scope, projectId: RawBuilder<unknown>): RawBuilder<boolean> {
  const isVisible = isAmong(scope.visible, projectId);
  return scope.projectId === null
    ? isVisible
    : sql<boolean>`${projectId} = ${scope.projectId} and ${isVisible}`;
}
