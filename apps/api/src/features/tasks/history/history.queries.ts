import { VALUE_PREFIX } from '@hearth/contracts/custom-fields/custom-field-values';
import { RELATION_SIDES } from '@hearth/contracts/relations/relation-values';
import { HIDDEN_PROJECT, HIDDEN_TASK, SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import type { PastChange } from '@hearth/contracts/tasks/tasks';
import { sql, type RawBuilder } from 'kysely';
import { wasVisible } from '#features/history/index.ts';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';

/** Whether the entry is about the parent or a relation. Expects the table `history` aliased as `h`. */
const namesTask = sql`h.field = any (${['parentId', ...RELATION_SIDES]}::text[])`;

/**
 * Whether the entry is about a relation field. The field name check guards the cast. Expects the table `history` aliased as
 * `h`.
 */
const namesTasks = sql`exists (select from fields f where f.team_id = h.team_id and f.type = 'relation'
  and f.id = (case when starts_with(h.field, ${VALUE_PREFIX}) then substr(h.field, ${VALUE_PREFIX.length + 1}) end)::uuid)`;

/** Selects the tasks in a list of task ids that the reader may see. Null if there are none. Expects the table `history` aliased as `h`. */
function visibleNames(visible: VisibleProjects, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select jsonb_agg(one order by one) from jsonb_array_elements(
      case when jsonb_typeof(${value}) = 'array' then ${value} else '[]' end) as one
    join tasks u on u.team_id = h.team_id and u.id = (one #>> '{}')::uuid and ${isAmong(visible, sql`u.project_id`)})`;
}

/**
 * Whether the reader may see the sub-task to which an entry refers. True for entries about other fields. Imported entries may refer to a
 * task that was not imported. Expects the table `history` aliased as `h`.
 */
function isSubTaskVisible(visible: VisibleProjects): RawBuilder<boolean> {
  const part = sql`coalesce(h.new_value, h.old_value) #>> '{}'`;
  // The field name check guards the cast.
  const partId = sql`(case when h.field = ${SUB_TASK_LINE} and ${part} <> ${HIDDEN_TASK} then ${part} end)::uuid`;
  return sql<boolean>`(h.field <> ${SUB_TASK_LINE} or exists (select from tasks u
    where u.team_id = h.team_id and u.id = ${partId} and ${isAmong(visible, sql`u.project_id`)}))`;
}

/**
 * Selects the titles of the sub-task, parent or related task that an entry refers to, by id, without tasks that the reader may not see.
 * Expects the table `history` aliased as `h`.
 */
function visibleTitles(visible: VisibleProjects): RawBuilder<unknown> {
  const isNaming = sql`h.field = any (${[SUB_TASK_LINE, 'parentId', ...RELATION_SIDES]}::text[])`;
  // The field name check guards the cast.
  const idIn = (value: RawBuilder<unknown>) =>
    sql`(case when ${isNaming} and ${value} #>> '{}' <> ${HIDDEN_TASK} then ${value} #>> '{}' end)::uuid`;
  return sql`case when ${isNaming} then (select jsonb_object_agg(u.id, u.title) from tasks u
    where u.team_id = h.team_id and u.id in (${idIn(sql`h.old_value`)}, ${idIn(sql`h.new_value`)})
      and ${isAmong(visible, sql`u.project_id`)}) end`;
}

// The history entry of a move is visible at the destination. Other changes of the same command are visible at the source.
const isLaterMove = sql<boolean>`(m.seq > h.seq or (m.seq = h.seq and h.field <> 'projectId'))`;

/**
 * Whether the entry contains anything that the reader may see. The visibility of the task itself has already been checked. Expects the table
 * `history` aliased as `h`.
 */
export function hasVisibleContent(visible: VisibleProjects): RawBuilder<boolean> {
  const of = { entity: 'task', teamId: sql`h.team_id`, id: sql`h.entity_id` } as const;
  return sql<boolean>`(${wasVisible(visible, of, isLaterMove)} and ${isSubTaskVisible(visible)}
    and (not ${namesTasks} or ${visibleNames(visible, sql`h.old_value`)}
      is distinct from ${visibleNames(visible, sql`h.new_value`)}))`;
}

/** Returns a historical value, with ids of invisible projects and tasks masked. The field name checks guard the casts. */
function inSight(visible: VisibleProjects, column: 'old_value' | 'new_value'): RawBuilder<unknown> {
  const value = sql.ref(`h.${column}`);
  const project = sql`(case when h.field = 'projectId' then ${value} #>> '{}' end)::uuid`;
  const other = sql`(case when ${namesTask} and ${value} #>> '{}' <> ${HIDDEN_TASK} then ${value} #>> '{}' end)::uuid`;
  const seesOther = sql`exists (select from tasks u
    where u.team_id = h.team_id and u.id = ${other} and ${isAmong(visible, sql`u.project_id`)})`;
  return sql`case
    when h.field = 'projectId' and jsonb_typeof(${value}) = 'string' and not ${isAmong(visible, project)}
      then to_jsonb(${HIDDEN_PROJECT}::text)
    when ${namesTask} and jsonb_typeof(${value}) = 'string' and not ${seesOther} then to_jsonb(${HIDDEN_TASK}::text)
    when ${namesTasks} then ${visibleNames(visible, value)}
    else ${value} end`;
}

/** Builds the contract's JSON of a history entry for one reader. Expects the table `history` aliased as `h`. */
export function changeJson(visible: VisibleProjects): RawBuilder<PastChange> {
  return sql<PastChange>`json_build_object('id', h.seq || '.' || h.ordinal, 'field', h.field,
    'old', ${inSight(visible, 'old_value')}, 'new', ${inSight(visible, 'new_value')},
    'actor', h.actor, 'at', ${instantJson(sql`h.at`)}, 'base', h.base, 'via', h.via, 'titles', ${visibleTitles(visible)})`;
}

/** Returns entries of a task, newest first, one more than `limit` if more exist. */
export async function listHistory(
  tx: TeamTx,
  taskId: string,
  visible: VisibleProjects,
  { before, limit }: { before: { seq: string; ordinal: string } | null; limit: number },
): Promise<PastChange[]> {
  const { rows } = await sql<{ change: PastChange }>`
    select ${changeJson(visible)} as change from history h
    where h.team_id = ${tx.teamId} and h.entity = 'task' and h.entity_id = ${taskId} and ${hasVisibleContent(visible)}
      and ${before === null ? sql`true` : sql`(h.seq, h.ordinal) < (${before.seq}::bigint, ${before.ordinal}::int)`}
    order by h.seq desc, h.ordinal desc limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.change);
}
