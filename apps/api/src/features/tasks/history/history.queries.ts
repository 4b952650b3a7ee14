import { VALUE_PREFIX } from '@hearth/contracts/custom-fields/custom-field-values';
import { RELATION_SIDES } from '@hearth/contracts/relations/relation-values';
import { HIDDEN_PROJECT, HIDDEN_TASK, SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import type { PastChange } from '@hearth/contracts/tasks/tasks';
import { sql, type RawBuilder } from 'kysely';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { wasInSight } from '#features/history/index.ts';

/** Does the line say something of another task? */
const namesTask = sql`h.field = any (${['parentId', ...RELATION_SIDES]}::text[])`;

/** Does the line say which other tasks a field names? The cast stands behind the name of the field. */
const namesTasks = sql`exists (select from fields f where f.team_id = h.team_id and f.type = 'relation'
  and f.id = (case when starts_with(h.field, ${VALUE_PREFIX}) then substr(h.field, ${VALUE_PREFIX.length + 1}) end)::uuid)`;

/** Of a list of tasks those that the reader may know of, null where there is none. Expects `history h`. */
function namedInSight(visible: VisibleProjects, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select jsonb_agg(one order by one) from jsonb_array_elements(
      case when jsonb_typeof(${value}) = 'array' then ${value} else '[]' end) as one
    join tasks u on u.team_id = h.team_id and u.id = (one #>> '{}')::uuid and ${isAmong(visible, sql`u.project_id`)})`;
}

/** Of a line about a sub-task: may the reader know of that? What is imported may name one that stayed out. Expects `history h`. */
function isPartInSight(visible: VisibleProjects): RawBuilder<boolean> {
  const part = sql`coalesce(h.new_value, h.old_value) #>> '{}'`;
  // The cast stands behind the name of the field.
  const partId = sql`(case when h.field = ${SUB_TASK_LINE} and ${part} <> ${HIDDEN_TASK} then ${part} end)::uuid`;
  return sql<boolean>`(h.field <> ${SUB_TASK_LINE} or exists (select from tasks u
    where u.team_id = h.team_id and u.id = ${partId} and ${isAmong(visible, sql`u.project_id`)}))`;
}

// The move itself is told; what else came with it was said of the task where it had been.
const isLaterMove = sql<boolean>`(m.seq > h.seq or (m.seq = h.seq and h.field <> 'projectId'))`;

/** Is there something in the line that the reader may know of? Expects `history h`. */
export function isTelling(visible: VisibleProjects): RawBuilder<boolean> {
  const wasThere = wasInSight(
    visible,
    { entity: 'task', teamId: sql`h.team_id`, id: sql`h.entity_id` },
    isLaterMove,
  );
  return sql<boolean>`(${wasThere} and ${isPartInSight(visible)} and (not ${namesTasks} or ${namedInSight(visible, sql`h.old_value`)}
    is distinct from ${namedInSight(visible, sql`h.new_value`)}))`;
}

/** A value of the history, without the id of a project or a task that the reader may not know of. Expects `history h`. */
function inSight(visible: VisibleProjects, column: 'old_value' | 'new_value'): RawBuilder<unknown> {
  const value = sql.ref(`h.${column}`);
  // The cast stands behind the name of the field: other fields hold other things than ids.
  const project = sql`(case when h.field = 'projectId' then ${value} #>> '{}' end)::uuid`;
  const parent = sql`(case when ${namesTask} and ${value} #>> '{}' <> ${HIDDEN_TASK} then ${value} #>> '{}' end)::uuid`;
  const seesParent = sql`exists (select from tasks u
    where u.team_id = h.team_id and u.id = ${parent} and ${isAmong(visible, sql`u.project_id`)})`;
  return sql`case when ${namesTask} and jsonb_typeof(${value}) = 'string' and not ${seesParent}
    then to_jsonb(${HIDDEN_TASK}::text)
    when h.field = 'projectId' and jsonb_typeof(${value}) = 'string' and not ${isAmong(visible, project)}
    then to_jsonb(${HIDDEN_PROJECT}::text) when ${namesTasks} then ${namedInSight(visible, value)} else ${value} end`;
}

/** What the tasks are called of which the line says something, as far as the reader may know of them. Expects `history h`. */
function titlesInSight(visible: VisibleProjects): RawBuilder<unknown> {
  const isNaming = sql`h.field = any (${[SUB_TASK_LINE, 'parentId', ...RELATION_SIDES]}::text[])`;
  // The cast stands behind the name of the field.
  const idIn = (value: RawBuilder<unknown>) =>
    sql`(case when ${isNaming} and ${value} #>> '{}' <> ${HIDDEN_TASK} then ${value} #>> '{}' end)::uuid`;
  return sql`case when ${isNaming} then (select jsonb_object_agg(u.id, u.title) from tasks u
    where u.team_id = h.team_id and u.id in (${idIn(sql`h.old_value`)}, ${idIn(sql`h.new_value`)})
      and ${isAmong(visible, sql`u.project_id`)}) end`;
}

/** The contract's shape of `history h`, for one reader. */
export function changeJson(visible: VisibleProjects): RawBuilder<PastChange> {
  return sql<PastChange>`json_build_object('id', h.seq || '.' || h.ordinal, 'field', h.field,
    'old', ${inSight(visible, 'old_value')}, 'new', ${inSight(visible, 'new_value')},
    'actor', h.actor, 'at', ${instantJson(sql`h.at`)}, 'base', h.base, 'titles', ${titlesInSight(visible)})`;
}

/** One more than `limit`, newest first. */
export async function listHistory(
  tx: TeamTx,
  teamId: string,
  taskId: string,
  visible: VisibleProjects,
  page: { before: { seq: string; ordinal: string } | null; limit: number },
): Promise<PastChange[]> {
  const { before } = page;
  const { rows } = await sql<{ change: PastChange }>`
    select ${changeJson(visible)} as change from history h
    where h.team_id = ${teamId} and h.entity = 'task' and h.entity_id = ${taskId} and ${isTelling(visible)}
      and ${before === null ? sql`true` : sql`(h.seq, h.ordinal) < (${before.seq}::bigint, ${before.ordinal}::int)`}
    order by h.seq desc, h.ordinal desc limit ${page.limit + 1}`.execute(tx);
  return rows.map((row) => row.change);
}
