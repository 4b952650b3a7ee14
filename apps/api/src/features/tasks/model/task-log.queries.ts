import { sql, type RawBuilder } from 'kysely';
import { RESTRICTED_REFS, workScopeOf } from '#platform/commands/index.ts';
import { apartJson } from '#features/tasks/custom-fields/task-links.queries.ts';
import { taskJson, taskJsonBelowHidden, taskScope } from './tasks.queries.ts';

/**
 * Selects change-log rows with the current state of tasks. If not everyone who sees a task may see its parent, the task gets two rows: one
 * for everyone with the parent hidden, followed by one for readers who see both. Links are logged as restricted references, each with the
 * scope of the linked task.
 * @param condition selects the tasks; refers to the table `tasks` as `t`
 * @param prevScope the previous scope of the tasks, if it differs
 */
export function putRows(
  teamId: string,
  condition: RawBuilder<unknown>,
  prevScope: string | null = null,
): RawBuilder<unknown> {
  const parentScope = workScopeOf('u.project_id');
  const isApart = sql`(u.id is not null and u.project_id is distinct from t.project_id)`;
  return sql`
    select 'task' as entity, t.id as entity_id, 'put' as op,
      case when t.has_links then v.data || jsonb_build_object(${RESTRICTED_REFS}::text, ${apartJson}) else v.data end as data,
      v.scope, v.prev_scope
    from tasks t left join tasks u on u.team_id = t.team_id and u.id = t.parent_id and u.deleted_at is null
    cross join lateral (
      select 0 as n, (case when ${isApart} then ${taskJsonBelowHidden} else ${taskJson} end)::jsonb as data,
        ${taskScope} as scope, nullif(${prevScope}::text, ${taskScope}) as prev_scope
      union all
      select 1, ${taskJson}::jsonb, ${taskScope} || '+' || ${parentScope}, null where ${isApart}
    ) as v
    where t.team_id = ${teamId} and ${condition} order by t.number, v.n`;
}

/**
 * Builds a condition on `tasks t`: live tasks outside of `ids` that refer to a task in `ids` by their parent or in a relation field.
 * @param ids a select of ids
 */
export function referencingTasks(teamId: string, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`t.deleted_at is null and t.id not in (${ids}) and t.id in (
    select p.id from tasks p where p.team_id = ${teamId} and p.parent_id in (${ids})
    union all select k.task_id from task_links k where k.team_id = ${teamId} and k.other_id in (${ids}))`;
}

/**
 * Selects change-log rows that delete the matching tasks.
 * @param condition refers to the table `tasks` as `t`
 */
export function deleteRows(teamId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'task' as entity, t.id as entity_id, 'delete' as op, null::jsonb as data, ${taskScope} as scope,
      null::text as prev_scope
    from tasks t where t.team_id = ${teamId} and ${condition} order by t.number`;
}
