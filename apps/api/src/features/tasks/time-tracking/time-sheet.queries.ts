import { sql, type RawBuilder } from 'kysely';
import type { SheetEntry } from '@hearth/contracts/time-tracking/time';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { taskKey } from '#features/tasks/model/tasks.queries.ts';
import { isEarlier, timeJson, type TimePage } from './time.queries.ts';

interface TimeSheet {
  visible: VisibleProjects;
  userId: string;
  projectId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns up to `limit` + 1 rows, latest start first. The extra row indicates a next page. */
export async function listSheet(
  tx: TeamTx,
  { visible, userId, projectId, from, to }: TimeSheet,
  page: TimePage,
): Promise<SheetEntry[]> {
  const conditions: RawBuilder<unknown>[] = [
    sql`e.team_id = ${tx.teamId} and e.user_id = ${userId} and e.deleted_at is null`,
    sql`t.deleted_at is null and ${isAmong(visible, sql`t.project_id`)}`,
    isEarlier(page),
  ];
  if (projectId !== undefined) conditions.push(sql`t.project_id = ${projectId}`);
  if (from !== undefined) conditions.push(sql`e.day >= ${from}::date`);
  if (to !== undefined) conditions.push(sql`e.day <= ${to}::date`);
  const { rows } = await sql<{ entry: SheetEntry }>`
    select ${timeJson}::jsonb
      || jsonb_build_object('taskKey', ${taskKey}, 'taskTitle', t.title, 'projectId', t.project_id) as entry
    from time_entries e join tasks t on t.team_id = e.team_id and t.id = e.task_id
    where ${sql.join(conditions, sql` and `)}
    order by e.started_at desc, e.id desc limit ${page.limit + 1}`.execute(tx);
  return rows.map(({ entry }) => entry);
}
