import { sql } from 'kysely';
import type { Command } from '#platform/commands/index.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';

/**
 * Accepts all tasks in triage of a locked project, including those in the trash, because none may remain in triage when the queue is
 * hidden.
 */
export async function acceptAll(command: Command, projectId: string): Promise<void> {
  const { tx, teamId, now } = command;
  const { rows } = await sql<{ id: string; triage: object; isLive: boolean }>`
    select id, triage, deleted_at is null as "isLive" from tasks
    where team_id = ${teamId} and project_id = ${projectId} and triage is not null
    order by id for no key update`.execute(tx);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await sql`
    update tasks set triage = null, updated_at = ${now}::timestamptz
    where team_id = ${teamId} and id = any (${ids}::uuid[])`.execute(tx);
  command.logMany(putRows(teamId, sql`t.id = any (${ids}::uuid[]) and t.deleted_at is null`));
  command.rememberMany(sql`
    select 'task' as entity, id as entity_id, 'triage' as field, triage as old_value, 'null'::jsonb as new_value
    from jsonb_to_recordset(${JSON.stringify(rows.filter(({ isLive }) => isLive))}::jsonb) as r (id uuid, triage jsonb)`);
}
