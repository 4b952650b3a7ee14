import { sql, type RawBuilder } from 'kysely';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/**
 * Is the project in sight where a task was at some moment of the past? What happened there belongs to those who see it,
 * wherever the task has gone since.
 *
 * @param isAfter says of a move, `history m`, that it came after that moment: the first of them tells what was left
 */
export function wasInSight(
  visible: VisibleProjects,
  of: { teamId: RawBuilder<unknown>; taskId: RawBuilder<unknown> },
  isAfter: RawBuilder<boolean>,
): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select coalesce(${isAmong(visible, sql`(m.old_value #>> '{}')::uuid`)}, false) from history m
    where m.team_id = ${of.teamId} and m.entity = 'task' and m.entity_id = ${of.taskId} and m.field = 'projectId'
      and ${isAfter}
    order by m.seq, m.ordinal limit 1), true)`;
}

/** Was a task where the reader sees it when something about it was put away? */
export async function sawAt(
  tx: TeamTx,
  visible: VisibleProjects,
  { teamId, taskId, at }: { teamId: string; taskId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ saw: boolean }>`
    select ${wasInSight(visible, { teamId: sql`${teamId}`, taskId: sql`${taskId}` }, sql`m.at >= ${at}`)} as saw`.execute(
    tx,
  );
  return rows[0]?.saw === true;
}
