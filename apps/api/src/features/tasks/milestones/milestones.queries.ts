import { sql, type RawBuilder } from 'kysely';
import type { Milestone } from '@hearth/contracts/milestones/milestones';
import { workScopeOf, type Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { leaveTasks, rejoinTasks } from '#features/tasks/model/task-reference.queries.ts';

/** JSON of a row of `milestones`, aliased as `m`, in the format of the API contract. */
export const milestoneJson: RawBuilder<Milestone> = sql<Milestone>`json_build_object(
  'id', m.id, 'projectId', m.project_id, 'name', m.name, 'description', m.description,
  'targetDate', to_char(m.target_date, 'YYYY-MM-DD'), 'position', m.position, 'createdBy', m.created_by,
  'createdAt', ${instantJson(sql`m.created_at`)}, 'updatedAt', ${instantJson(sql`m.updated_at`)})`;

/** Returns up to `limit` + 1 rows, ordered by position. The extra row indicates a next page. */
export async function listMilestones(
  tx: TeamTx,
  projectId: string,
  { after, limit }: { after: { position: string; id: string } | null; limit: number },
): Promise<Milestone[]> {
  const { rows } = await sql<{ milestone: Milestone }>`
    select ${milestoneJson} as milestone from milestones m
    where m.team_id = ${tx.teamId} and m.project_id = ${projectId} and m.deleted_at is null
      and ${after === null ? sql`true` : sql`(m.position, m.id) > (${after.position}, ${after.id}::uuid)`}
    order by m.position, m.id limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.milestone);
}

/** Returns whether the milestone exists. Includes deleted milestones because they can be restored. */
export async function isMilestone(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`select from milestones where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}

/** Locks a milestone of a project. Returns null if it is not found. */
export async function lockMilestone(
  tx: TeamTx,
  on: { projectId: string; milestoneId: string },
  { isDeleted }: { isDeleted: boolean },
): Promise<Milestone | null> {
  const { rows } = await sql<{ milestone: Milestone }>`
    select ${milestoneJson} as milestone from milestones m
    where m.team_id = ${tx.teamId} and m.project_id = ${on.projectId} and m.id = ${on.milestoneId}
      and ${isDeleted ? sql`m.deleted_at is not null` : sql`m.deleted_at is null`}
    for update of m`.execute(tx);
  return rows[0]?.milestone ?? null;
}

/**
 * Locks the live milestones among `ids` and returns their project ids by milestone id. The locks prevent a milestone from
 * being deleted while it is set on a task.
 */
export async function lockMilestones(tx: TeamTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; projectId: string }>`
    select id, project_id as "projectId" from milestones
    where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) and deleted_at is null order by id for key share`.execute(
    tx,
  );
  return new Map(rows.map(({ id, projectId }) => [id, projectId]));
}

/**
 * Locks the live milestones among `ids` that have open tasks, and returns their project ids by milestone id. The locks
 * prevent a milestone from being deleted while it is set on a task.
 */
export async function lockOpenMilestones(tx: TeamTx, ids: readonly string[]): Promise<Map<string, string>> {
  const locked = await lockMilestones(tx, ids);
  if (locked.size === 0) return locked;
  const { rows } = await sql<{ id: string }>`
    select distinct milestone_id as id from tasks where team_id = ${tx.teamId} and milestone_id = any (${[...locked.keys()]}::uuid[])
      and deleted_at is null and closed_at is null`.execute(tx);
  const open = new Set(rows.map((row) => row.id));
  return new Map([...locked].filter(([id]) => open.has(id)));
}

/** Returns the number of live milestones of a project and their last order key. */
export async function countMilestones(
  tx: TeamTx,
  projectId: string,
): Promise<{ count: number; last: string | null }> {
  const { rows } = await sql<{ count: number; last: string | null }>`
    select count(*)::int as count, max(position) as last from milestones
    where team_id = ${tx.teamId} and project_id = ${projectId} and deleted_at is null`.execute(tx);
  return rows[0] ?? { count: 0, last: null };
}

export async function insertMilestone(tx: TeamTx, milestone: Milestone): Promise<void> {
  await tx
    .insertInto('milestones')
    .values({
      team_id: tx.teamId,
      id: milestone.id,
      project_id: milestone.projectId,
      created_by: milestone.createdBy,
      created_at: new Date(milestone.createdAt),
      ...columnsOf(milestone),
    })
    .execute();
}

export async function updateMilestone(tx: TeamTx, milestone: Milestone): Promise<void> {
  await tx
    .updateTable('milestones')
    .set(columnsOf(milestone))
    .where('team_id', '=', tx.teamId)
    .where('id', '=', milestone.id)
    .execute();
}

function columnsOf(milestone: Milestone) {
  return {
    name: milestone.name,
    description: milestone.description,
    target_date: milestone.targetDate,
    position: milestone.position,
    updated_at: new Date(milestone.updatedAt),
  };
}

const IN_TASKS = { table: 'milestones', column: 'milestone_id', field: 'milestoneId' } as const;

export async function deleteLockedMilestone(command: Command, milestoneId: string): Promise<void> {
  await leaveTasks(command, IN_TASKS, milestoneId);
}

/** Restores a locked milestone. Sets it again on its former tasks that are still in the project and have no other milestone. */
export async function rejoinMilestone(command: Command, milestoneId: string): Promise<void> {
  await rejoinTasks(command, IN_TASKS, milestoneId, sql`t.project_id = o.project_id`);
}

/**
 * Selects change-log rows of milestones, for `Command.logMany`.
 * @param where refers to the table `milestones` as `m`
 */
export function putMilestoneRows(teamId: string, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'milestone'::text as entity, m.id as entity_id, 'put'::text as op, ${milestoneJson}::jsonb as data,
      ${workScopeOf('m.project_id')} as scope, null::text as prev_scope
    from milestones m where m.team_id = ${teamId} and m.deleted_at is null and ${where}`;
}

/**
 * Selects change-log rows that delete the matching milestones.
 * @param where refers to the table `milestones` as `m`
 */
export function deleteMilestoneRows(teamId: string, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'milestone'::text as entity, m.id as entity_id, 'delete'::text as op, null::jsonb as data,
      ${workScopeOf('m.project_id')} as scope, null::text as prev_scope
    from milestones m where m.team_id = ${teamId} and m.deleted_at is null and ${where}`;
}
