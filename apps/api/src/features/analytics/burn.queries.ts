import { sql, type RawBuilder } from 'kysely';
import { isAmong } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { Scope } from './scope.queries.ts';

export interface BurnRange {
  projectId: string;
  projectStart: string;
  projectEnd: string | null;
  startsOn: string | null;
  endsOn: string | null;
}

/** Returns the date ranges of a project and, if given, of a cycle. Returns null if the project does not exist. */
export async function readBurnRange(
  tx: TeamTx,
  scope: Scope,
  projectId: string,
  cycleId: string | null,
): Promise<BurnRange | null> {
  const { rows } = await sql<BurnRange>`
    select p.id as "projectId", p.target_date as "projectEnd",
      coalesce(p.start_date, (p.created_at at time zone ${scope.timeZone}::text)::date) as "projectStart",
      c.starts_on as "startsOn", c.ends_on as "endsOn"
    from projects p left join cycles c on c.team_id = p.team_id and c.id = ${cycleId}::uuid
    where p.team_id = ${scope.teamId} and p.id = ${projectId}`.execute(tx);
  return rows[0] ?? null;
}

export interface BurnRow {
  id: string;
  points: number | null;
  spans: [category: string, from: number, to: number | null][];
  /** Moves recorded in the history, as days relative to the first day, with the previous and the new project or cycle. */
  moves: [day: number, from: string | null, to: string | null][] | null;
  isThere: boolean;
}

/** Returns tasks that are or ever were in this project or cycle and that the caller may read. Days are counted from `from`. */
export async function listBurnTasks(
  tx: TeamTx,
  scope: Scope,
  container: { field: 'projectId' | 'cycleId'; id: string },
  from: string,
): Promise<BurnRow[]> {
  const { teamId, timeZone } = scope;
  const day = (at: RawBuilder<unknown>) =>
    sql`((${at} at time zone ${timeZone}::text)::date - ${from}::date)`;
  const column = container.field === 'projectId' ? sql`t.project_id` : sql`t.cycle_id`;
  const ofRecord = sql`union select (one ->> 'taskId')::uuid from cycles c
    cross join lateral jsonb_array_elements(coalesce(c.record, '[]'::jsonb)) one
    where c.team_id = ${teamId} and c.id = ${container.id}`;
  const { rows } = await sql<{ tasks: BurnRow[] | null }>`
    with moved as materialized (
      select h.entity_id as id,
        json_agg(json_build_array(${day(sql`h.at`)}, h.old_value #>> '{}', h.new_value #>> '{}') order by h.seq) as moves
      from history h
      where h.team_id = ${teamId} and h.entity = 'task' and h.field = ${container.field} and h.field in ('projectId', 'cycleId')
      group by h.entity_id
    ), ids as (
      select t.id from tasks t where t.team_id = ${teamId} and ${column} = ${container.id}::uuid
      union select m.id from moved m where m.moves::text like ${`%"${container.id}"%`}
      ${container.field === 'cycleId' ? ofRecord : sql``}
    ), work as materialized (
      select t.id, t.estimate, coalesce(${column} = ${container.id}::uuid, false) as is_there from ids
      join tasks t on t.team_id = ${teamId} and t.id = ids.id and ${isAmong(scope.visible, sql`t.project_id`)}
    ), past as (
      select s.task_id, json_agg(json_build_array(s.category, ${day(sql`s.entered_at`)}, ${day(sql`s.left_at`)}) order by s.ordinal) as spans
      from work join task_state_spans s on s.team_id = ${teamId} and s.task_id = work.id group by s.task_id
    )
    select json_agg(json_build_object('id', work.id, 'points', work.estimate, 'spans', past.spans, 'moves', moved.moves, 'isThere', work.is_there)) as tasks
    from work join past on past.task_id = work.id left join moved on moved.id = work.id`.execute(tx);
  return rows[0]?.tasks ?? [];
}
