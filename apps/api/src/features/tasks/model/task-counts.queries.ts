import { sql } from 'kysely';
import type { TaskCounts } from '@hearth/contracts/tasks/task-counts';
import type { TeamTx } from '#platform/db/index.ts';
import { passesFilter } from './task-filter.queries.ts';
import { conditionsOf, type Listing } from './tasks.queries.ts';

/** Counts the tasks that match the listing. `people` is empty. */
export async function countTasks(tx: TeamTx, listing: Listing): Promise<TaskCounts> {
  const { rows } = await sql<{ tasks: number }>`
    select count(*)::int as tasks from tasks t ${listing.around.formulas.join}
    where ${sql.join(conditionsOf(tx, listing), sql` and `)}`.execute(tx);
  return { tasks: rows[0]?.tasks ?? 0, people: [] };
}

/** Counts the tasks that match the listing, in total and per assignee. Assignees with the most tasks come first. */
export async function countByAssignee(tx: TeamTx, listing: Listing): Promise<TaskCounts> {
  const { visible, formulas } = listing.around;
  const isLate = passesFilter(
    { match: 'all', items: [{ field: 'due', op: 'is', values: ['overdue'] }] },
    { ...listing.requestContext, visible, formulas },
  );
  const { rows } = await sql<TaskCounts>`
    with picked as materialized (
      select t.id, t.estimate, ${isLate} as is_late
      from tasks t ${formulas.join} where ${sql.join(conditionsOf(tx, listing), sql` and `)}
    ), people as (
      select a.user_id, count(*)::int as tasks, count(*) filter (where p.is_late)::int as late,
        coalesce(sum(p.estimate), 0) as estimate
      from picked p join task_assignees a on a.team_id = ${tx.teamId} and a.task_id = p.id
      group by a.user_id
    )
    select (select count(*)::int from picked) as tasks, coalesce((
      select json_agg(json_build_object('userId', user_id, 'tasks', tasks, 'late', late, 'estimate', estimate)
        order by tasks desc, user_id) from people), '[]') as people`.execute(tx);
  return rows[0] ?? { tasks: 0, people: [] };
}
