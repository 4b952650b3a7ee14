import { VALUE_PREFIX } from '@hearth/contracts/custom-fields/custom-field-values';
import { RELATION_SIDES } from '@hearth/contracts/relations/relation-values';
import { HIDDEN_TASK, SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import { sql, type RawBuilder } from 'kysely';
import type { PastKind } from '#features/history/index.ts';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';

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

/** Defines the history of tasks. Some entries refer to other tasks, which the reader may not be allowed to see. */
export const taskPast: PastKind = {
  entity: 'task',
  hasVisibleContent: (visible) =>
    sql<boolean>`(${isSubTaskVisible(visible)} and (not ${namesTasks} or ${visibleNames(visible, sql`h.old_value`)}
      is distinct from ${visibleNames(visible, sql`h.new_value`)}))`,
  hide(visible, value) {
    // The field name check guards the cast: other fields don't contain task ids.
    const other = sql`(case when ${namesTask} and ${value} #>> '{}' <> ${HIDDEN_TASK} then ${value} #>> '{}' end)::uuid`;
    const seesOther = sql`exists (select from tasks u
      where u.team_id = h.team_id and u.id = ${other} and ${isAmong(visible, sql`u.project_id`)})`;
    return [
      {
        when: sql`${namesTask} and jsonb_typeof(${value}) = 'string' and not ${seesOther}`,
        instead: sql`to_jsonb(${HIDDEN_TASK}::text)`,
      },
      { when: namesTasks, instead: visibleNames(visible, value) },
    ];
  },
  nameOthers: visibleTitles,
};
