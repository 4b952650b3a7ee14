import { sql, type RawBuilder } from 'kysely';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/** What of a team's work counts for an answer. */
export interface Scope {
  teamId: string;
  visible: VisibleProjects;
  /** null = of all projects, and of none. */
  projectId: string | null;
  /** A select of ids of tasks; null = all; 'applied' = `task_flow` holds nothing but what counts. */
  picked: RawBuilder<unknown> | 'applied' | null;
  /** A name that the database has. */
  timeZone: string;
  /** Are the roll-ups kept in that zone? */
  hasRollUps: boolean;
}

/** Days, both included, and the instants around them. */
export interface Period {
  from: string;
  to: string;
  /** The instant at which the first day begins, and that at which the last one has ended. */
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

/** The project of a cycle; null where there is none that the caller may read. */
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

/** Does the team have this status? */
export async function hasStatus(tx: TeamTx, statusId: string): Promise<boolean> {
  const { rows } = await sql`
    select from statuses s where s.team_id = ${tx.teamId} and s.id = ${statusId}`.execute(tx);
  return rows.length > 0;
}

/** Is this person in the team? */
export async function hasMember(tx: TeamTx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from memberships m where m.team_id = ${tx.teamId} and m.user_id = ${userId} and m.removed_at is null`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function isProjectInSight(
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

/** Both selects of ids. */
export function inBoth(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${one}) intersect (${other})`;
}

/** Expects a row of the team's `task_flow` under this name: does its task count? */
export function counts(scope: Scope, name = 'w'): RawBuilder<boolean> {
  const { teamId, picked } = scope;
  // Said again of the result of a filter, it would mislead the planner, which has no statistics of one.
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
