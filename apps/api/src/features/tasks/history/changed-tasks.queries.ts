import { LIMITS } from '@hearth/contracts/core/limits';
import type { ChangedTask } from '@hearth/contracts/history/changed-tasks';
import { sql, type RawBuilder } from 'kysely';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { changeJson, hasVisibleContent } from './history.queries.ts';
import { taskKey } from '#features/tasks/model/tasks.queries.ts';

interface RequestedPeriod {
  since: Date;
  /** Restricts the result to tasks of this project. */
  projectId: string | undefined;
  /** The user whose changes are excluded. Null to exclude no one. */
  but: string | null;
}

/** Lists visible tasks that changed after `since`, most recent first. Reads up to `limit` + 1 rows. The extra row indicates a next page. */
export async function listChangedTasks(
  tx: TeamTx,
  visible: VisibleProjects,
  period: RequestedPeriod,
  page: { after: { at: Date; id: string } | null; limit: number },
): Promise<ChangedTask[]> {
  const { since, projectId, but } = period;
  const isIncluded = (actor: RawBuilder<unknown>) =>
    but === null ? sql`true` : sql`${actor} is distinct from ${but}::uuid`;
  // Ignore watchers: they change as a consequence of other changes to a task.
  const past = sql`h.team_id = ${tx.teamId} and h.entity = 'task' and h.field <> 'watcherIds'
    and h.at > ${since} and ${isIncluded(sql`h.actor`)} and ${hasVisibleContent(visible)}`;
  const { rows } = await sql<{ task: ChangedTask }>`
    with acts as (
      select h.entity_id as task_id, h.at, 'change' as kind from history h
      where ${past}
      union all select t.id, t.created_at, 'made' from tasks t
      where t.team_id = ${tx.teamId} and t.created_at > ${since} and ${isIncluded(sql`t.created_by`)}
      union all select c.task_id, c.created_at, 'comment' from task_comments c
      where c.team_id = ${tx.teamId} and c.created_at > ${since} and c.deleted_at is null and ${isIncluded(sql`c.created_by`)}
    ), changed as (
      select t.id, max(a.at) as last_at, bool_or(a.kind = 'made') as is_new,
        count(*) filter (where a.kind = 'comment') as comments, count(*) filter (where a.kind = 'change') as changes
      from acts a join tasks t on t.team_id = ${tx.teamId} and t.id = a.task_id
      where t.deleted_at is null and ${isAmong(visible, sql`t.project_id`)}
        and ${projectId === undefined ? sql`true` : sql`t.project_id = ${projectId}::uuid`}
      group by t.id
      having ${page.after === null ? sql`true` : sql`(max(a.at), t.id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`}
      order by max(a.at) desc, t.id desc limit ${page.limit + 1}
    )
    select json_build_object('taskId', t.id, 'key', ${taskKey}, 'title', t.title, 'isNew', c.is_new,
      'commentCount', c.comments, 'changeCount', c.changes, 'lastAt', ${instantJson(sql`c.last_at`)},
      'changes', coalesce((
        select json_agg(l.change order by l.seq desc, l.ordinal desc) from (
          select h.seq, h.ordinal, ${changeJson(visible)} as change from history h
          where ${past} and h.entity_id = t.id
          order by h.seq desc, h.ordinal desc limit ${LIMITS.changesOfTask}) l), '[]'::json)) as task
    from changed c join tasks t on t.team_id = ${tx.teamId} and t.id = c.id
    order by c.last_at desc, c.id desc`.execute(tx);
  return rows.map(({ task }) => task);
}
