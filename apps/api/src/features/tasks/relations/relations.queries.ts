import { sql, type RawBuilder } from 'kysely';
import type { Ends } from '@hearth/contracts/relations/relation-values';
import type { Relation } from '@hearth/contracts/relations/relations';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import { workScopeOf } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { COMPUTED_ONCE } from '#platform/sync/index.ts';

/** JSON of a row of `task_relations`, aliased as `r`, in the format of the API contract. */
export const relationJson: RawBuilder<Relation> = sql<Relation>`json_build_object(
  'id', r.id, 'kind', r.kind, 'fromId', r.from_id, 'toId', r.to_id, 'createdBy', r.created_by,
  'createdAt', ${instantJson(sql`r.created_at`)})`;

/**
 * Joins both tasks of `task_relations r`, aliased as `a` and `b`, with a lookup by id. With plain joins and no statistics, the planner
 * joins all tasks of the team with each other, which takes half a second for 1,000 tasks without any relation.
 */
const withTasks = sql`
  join lateral (select t.project_id, t.deleted_at from tasks t
    where t.team_id = r.team_id and t.id = r.from_id ${COMPUTED_ONCE}) a on true
  join lateral (select t.project_id, t.deleted_at from tasks t
    where t.team_id = r.team_id and t.id = r.to_id ${COMPUTED_ONCE}) b on true`;

const areLive = sql`a.deleted_at is null and b.deleted_at is null`;

/** The scope of a relation. A relation is visible only to users who see both tasks. */
const relationScope = sql`case when a.project_id is not distinct from b.project_id then ${workScopeOf('a.project_id')}
  else ${workScopeOf('a.project_id')} || '+' || ${workScopeOf('b.project_id')} end`;

/** Selects relations between live tasks that the caller may see. Aliases them as `r`. */
export function selectVisible(
  teamId: string,
  visible: VisibleProjects,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select ${columns} from task_relations r ${withTasks}
    where r.team_id = ${teamId} and ${areLive} and ${isAmong(visible, sql`a.project_id`)}
      and ${isAmong(visible, sql`b.project_id`)}`;
}

/** Returns up to `limit` + 1 rows, ordered by id. The extra row indicates a next page. */
export async function listRelations(
  tx: TeamTx,
  on: { taskId: string; visible: VisibleProjects },
  page: { after: string | null; limit: number },
): Promise<Relation[]> {
  const { taskId, visible } = on;
  const { rows } = await sql<{ relation: Relation }>`
    ${selectVisible(tx.teamId, visible, sql`${relationJson} as relation`)}
      and (r.from_id = ${taskId} or r.to_id = ${taskId})
      and ${page.after === null ? sql`true` : sql`r.id > ${page.after}::uuid`}
    order by r.id limit ${page.limit + 1}`.execute(tx);
  return rows.map((row) => row.relation);
}

/** Finds a relation of the task to another task that the caller may see. Returns null if it is not found. */
export async function findRelation(
  tx: TeamTx,
  on: { taskId: string; visible: VisibleProjects },
  id: string,
): Promise<Relation | null> {
  const { rows } = await sql<{ relation: Relation }>`
    ${selectVisible(tx.teamId, on.visible, sql`${relationJson} as relation`)}
      and r.id = ${id} and (r.from_id = ${on.taskId} or r.to_id = ${on.taskId})`.execute(tx);
  return rows[0]?.relation ?? null;
}

export async function isRelation(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from task_relations where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}

/**
 * Takes an advisory lock against concurrent new relations in this team, because two relations that are each valid can together
 * form a cycle.
 */
export async function lockRelations(tx: TeamTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`task relations ${tx.teamId}`}, 0))`.execute(tx);
}

interface LockedEnd {
  id: string;
  projectId: string | null;
  createdBy: string | null;
  /** The number of relations of the task. */
  relations: number;
}

/** Locks live tasks against moves, in lock order. */
export async function lockEnds(tx: TeamTx, ids: readonly string[]): Promise<LockedEnd[]> {
  const { rows } = await sql<LockedEnd>`
    with held as materialized (
      select id, project_id, created_by from tasks
      where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) and deleted_at is null order by id for share
    )
    select id, project_id as "projectId", created_by as "createdBy", (
      select count(*)::int from task_relations r
      where r.team_id = ${tx.teamId} and (r.from_id = held.id or r.to_id = held.id)) as relations
    from held`.execute(tx);
  return rows;
}

export async function isRelated(tx: TeamTx, { kind, fromId, toId }: Ends): Promise<boolean> {
  const { rows } = await sql`
    select from task_relations
    where team_id = ${tx.teamId} and kind = ${kind} and from_id = ${fromId} and to_id = ${toId}`.execute(tx);
  return rows.length > 0;
}

/** Whether a task blocks or precedes another, directly or transitively. Includes tasks in the trash because they may be restored. */
export async function doesComeBefore(tx: TeamTx, fromId: string, toId: string): Promise<boolean> {
  const { rows } = await sql<{ does: boolean }>`
    with recursive after as (
      select ${fromId}::uuid as id
      union
      select r.to_id from after
      join task_relations r on r.team_id = ${tx.teamId} and r.from_id = after.id and r.kind in ('blocks', 'precedes')
    )
    select exists (select from after where id = ${toId}) as does`.execute(tx);
  return rows[0]?.does === true;
}

export async function insertRelations(tx: TeamTx, relations: readonly Relation[]): Promise<void> {
  if (relations.length === 0) return;
  const rows = relations.map((relation) => ({
    team_id: tx.teamId,
    id: relation.id,
    kind: relation.kind,
    from_id: relation.fromId,
    to_id: relation.toId,
    created_by: relation.createdBy,
    created_at: new Date(relation.createdAt),
  }));
  await tx.insertInto('task_relations').values(rows).execute();
}

/** Deletes a relation. Returns false if a concurrent request has already deleted it. */
export async function deleteRelation(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from task_relations where team_id = ${tx.teamId} and id = ${id} returning id`.execute(tx);
  return rows.length > 0;
}

/** Reads the scope of a relation, which depends on the projects of both tasks. */
export async function readScope(tx: TeamTx, id: string): Promise<string> {
  const { rows } = await sql<{ scope: string }>`
    select ${relationScope} as scope from task_relations r ${withTasks}
    where r.team_id = ${tx.teamId} and r.id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`Relation ${id} not found`);
  return row.scope;
}

/**
 * Selects change-log rows for relations between live tasks.
 * @param condition refers to the table `task_relations` as `r`
 */
export function putRelationRows(teamId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return selectPuts(teamId, sql`null::text`, sql`where ${condition}`);
}

/**
 * Selects change-log rows for the relations of tasks that this command moved to other projects. Readers who could see both tasks before the
 * move but can't see both now receive a delete. Both tasks may have moved, even in several joined commands.
 */
export function putMovedRelationRows(teamId: string, taskIds: readonly string[]): RawBuilder<unknown> {
  const [a, b] = [workScopeOf('was_a.project_id'), workScopeOf('was_b.project_id')];
  const condition = touches(sql`select unnest(${taskIds}::uuid[])`);
  return selectPuts(
    teamId,
    sql`nullif(case when ${a} = ${b} then ${a} else ${a} || '+' || ${b} end, ${relationScope})`,
    sql`cross join lateral (${projectBefore('r.from_id', 'a.project_id')}) was_a
      cross join lateral (${projectBefore('r.to_id', 'b.project_id')}) was_b where ${condition}`,
  );
}

function selectPuts(
  teamId: string,
  prevScope: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select 'relation' as entity, r.id as entity_id, 'put' as op, ${relationJson}::jsonb as data, ${relationScope} as scope,
      ${prevScope} as prev_scope
    from task_relations r ${withTasks} ${where} and r.team_id = ${teamId} and ${areLive} order by r.id`;
}

/**
 * Selects the project that a task had before this command. Reads it from the history, which is written before the log rows
 * are selected.
 */
function projectBefore(taskId: string, current: string): RawBuilder<unknown> {
  return sql`
    select case when m.seq is null then ${sql.ref(current)}::text else m.old_value #>> '{}' end as project_id
    from (select) one left join (
      select h.seq, h.old_value from history h
      where h.team_id = r.team_id and h.entity = 'task' and h.field = 'projectId' and h.entity_id = ${sql.ref(taskId)}
        and h.seq = (select seq from team_heads where team_id = r.team_id)
      order by h.ordinal limit 1
    ) m on true`;
}

/**
 * Selects change-log rows that delete the matching relations, including relations of trashed tasks.
 * @param condition refers to the table `task_relations` as `r`
 */
export function deleteRelationRows(teamId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'relation' as entity, r.id as entity_id, 'delete' as op, null::jsonb as data, ${relationScope} as scope,
      null::text as prev_scope
    from task_relations r ${withTasks} where r.team_id = ${teamId} and ${condition} order by r.id`;
}

/**
 * Builds a condition on `task_relations r`: either task of the relation is among `ids`.
 * @param ids a select of ids
 */
export function touches(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(r.from_id in (${ids}) or r.to_id in (${ids}))`;
}
