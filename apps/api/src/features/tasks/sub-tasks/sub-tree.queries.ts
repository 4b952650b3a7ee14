import { sql, type RawBuilder } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

/** Recursion limit, far above the depth of any valid tree. */
const MAX_STEPS = 50;

/**
 * Takes an advisory lock against concurrent changes to parents in this team. Take it before validating a new parent, because two
 * changes that are each valid can together form a cycle.
 */
export async function lockTree(tx: TeamTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`task tree ${tx.teamId}`}, 0))`.execute(tx);
}

interface FoundParent {
  projectId: string | null;
  createdBy: string | null;
  /** The ids of the task and its ancestors. Includes tasks in the trash because they may be restored. */
  line: string[];
  /** The number of live sub-tasks. `last` is their last order key. */
  parts: number;
  last: string | null;
}

/** Finds a live task that is to become a parent. */
export async function findParent(tx: TeamTx, id: string): Promise<FoundParent | null> {
  const { rows } = await sql<FoundParent>`
    with recursive up as (
      select t.id, t.parent_id, 1 as step from tasks t where t.team_id = ${tx.teamId} and t.id = ${id}
      union all
      select t.id, t.parent_id, up.step + 1 from up
      join tasks t on t.team_id = ${tx.teamId} and t.id = up.parent_id where up.step < ${MAX_STEPS}
    ), part as (
      select sibling_position from tasks where team_id = ${tx.teamId} and parent_id = ${id} and deleted_at is null
    )
    select t.project_id as "projectId", t.created_by as "createdBy", (select json_agg(id) from up) as line,
      (select count(*)::int from part) as parts, (select max(sibling_position) from part) as last
    from tasks t where t.team_id = ${tx.teamId} and t.id = ${id} and t.deleted_at is null`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the number of levels below a task, including tasks in the trash. */
export async function countLevelsBelow(tx: TeamTx, id: string): Promise<number> {
  const { rows } = await sql<{ levels: number }>`
    with recursive down as (
      select ${id}::uuid as id, 0 as step
      union all
      select t.id, down.step + 1 from down
      join tasks t on t.team_id = ${tx.teamId} and t.parent_id = down.id where down.step < ${MAX_STEPS}
    )
    select max(step)::int as levels from down`.execute(tx);
  return rows[0]?.levels ?? 0;
}

type KnownParent = Pick<FoundParent, 'projectId' | 'createdBy' | 'last'>;

/** Finds live tasks that are parents or are to become parents, by id. */
export async function findParents(tx: TeamTx, ids: readonly string[]): Promise<Map<string, KnownParent>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<KnownParent & { id: string }>`
    select t.id, t.project_id as "projectId", t.created_by as "createdBy", (
      select max(p.sibling_position) from tasks p
      where p.team_id = t.team_id and p.parent_id = t.id and p.deleted_at is null) as last
    from tasks t where t.team_id = ${tx.teamId} and t.id = any (${ids}::uuid[]) and t.deleted_at is null`.execute(
    tx,
  );
  return new Map(rows.map(({ id, ...parent }) => [id, parent]));
}

interface Measure {
  isCircular: boolean;
  /**
   * The number of levels above the task. `below` is the number of levels below it. Both include tasks in the trash because they may be
   * restored.
   */
  above: number;
  below: number;
  /** The number of live sub-tasks of its parent, including itself. */
  siblings: number;
}

/** Measures the nesting of tasks, by id. Tasks without a parent are left out. */
export async function measureNesting(tx: TeamTx, ids: readonly string[]): Promise<Map<string, Measure>> {
  const { rows } = await sql<Measure & { id: string }>`
    with recursive up as (
      select t.id as of, t.parent_id as id, 1 as step from tasks t
      where t.team_id = ${tx.teamId} and t.id = any (${ids}::uuid[]) and t.parent_id is not null
      union all
      select up.of, t.parent_id, up.step + 1 from up
      join tasks t on t.team_id = ${tx.teamId} and t.id = up.id
      where t.parent_id is not null and up.id <> up.of and up.step < ${MAX_STEPS}
    ), line as (
      select of, max(step)::int as above, bool_or(id = of) as circular from up group by of
    ), down as (
      select of, of as id, 0 as step from line where not circular and above < ${MAX_STEPS}
      union all
      select down.of, t.id, down.step + 1 from down
      join tasks t on t.team_id = ${tx.teamId} and t.parent_id = down.id where down.step < ${MAX_STEPS}
    ), depth as (select of, max(step)::int as below from down group by of)
    select line.of as id, line.circular or line.above >= ${MAX_STEPS} as "isCircular", line.above,
      coalesce(depth.below, 0) as below, (
        select count(*)::int from tasks p join tasks t on t.team_id = p.team_id and t.parent_id = p.parent_id
        where t.team_id = ${tx.teamId} and t.id = line.of and p.deleted_at is null) as siblings
    from line left join depth on depth.of = line.of`.execute(tx);
  return new Map(rows.map(({ id, ...measure }) => [id, measure]));
}

export interface TreeTask {
  id: string;
  parentId: string | null;
  projectId: string | null;
  createdBy: string | null;
}

/** Selects a live task and its live descendants. */
function selectSubtree(teamId: string, id: string): RawBuilder<unknown> {
  return sql`
    select t.id, t.project_id, 0 as step from tasks t where t.team_id = ${teamId} and t.id = ${id} and t.deleted_at is null
    union all
    select t.id, t.project_id, tree.step + 1 from tree
    join tasks t on t.team_id = ${teamId} and t.parent_id = tree.id and t.deleted_at is null where tree.step < ${MAX_STEPS}`;
}

/** Lists the projects of a task and its descendants. */
export async function listProjectsOfTree(tx: TeamTx, id: string): Promise<string[]> {
  const { rows } = await sql<{ projectId: string }>`
    with recursive tree as (${selectSubtree(tx.teamId, id)})
    select distinct project_id as "projectId" from tree where project_id is not null`.execute(tx);
  return rows.map((row) => row.projectId);
}

/**
 * Locks the given projects, all statuses, and a task with its descendants, in lock order. The caller must hold the tree lock.
 * @returns the locked live tasks, which may include tasks of other projects
 */
export async function lockSubTree(
  tx: TeamTx,
  id: string,
  projectIds: readonly string[],
): Promise<TreeTask[]> {
  const { rows } = await sql<TreeTask>`
    with recursive project as materialized (
      select id from projects where team_id = ${tx.teamId} and id = any (${projectIds}::uuid[]) order by id for key share
    ), status as materialized (
      select id from statuses where team_id = ${tx.teamId} and (select count(*) from project) >= 0 order by id for key share
    ), tree as (${selectSubtree(tx.teamId, id)}), held as materialized (
      select t.id, t.parent_id, t.project_id, t.created_by from tasks t
      where t.team_id = ${tx.teamId} and t.id in (select id from tree) and t.deleted_at is null
        and (select count(*) from status) >= 0
      order by t.id for no key update
    )
    select id, parent_id as "parentId", project_id as "projectId", created_by as "createdBy" from held`.execute(
    tx,
  );
  return rows;
}

/** Returns the number of a task that is part of a cycle or nested too deep, or null if there is none. */
export async function findUnsoundNesting(tx: TeamTx, mostLevels: number): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    with recursive tree as (
      select id, 0 as level from tasks where team_id = ${tx.teamId} and parent_id is null
      union all
      select t.id, tree.level + 1 from tree
      join tasks t on t.team_id = ${tx.teamId} and t.parent_id = tree.id where tree.level < ${mostLevels}
    )
    select number from tasks where team_id = ${tx.teamId} and id not in (select id from tree) order by number limit 1`.execute(
    tx,
  );
  return rows[0]?.number ?? null;
}
