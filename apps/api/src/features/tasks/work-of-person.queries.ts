import type { FirstFigures, FirstScreen } from '@hearth/contracts/first-load';
import { CLOSED_RETENTION_DAYS, MAX_SUB_LEVELS } from '@hearth/contracts/model/task-values';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { sql } from 'kysely';
import { isAmong, visibleTo } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/**
 * Finds up to `limit` ids: the open tasks on the screens of a user's own tasks, their parents and descendants, and tasks related to them.
 * The caller must filter the result because some of these tasks may be in the trash or not visible to the user.
 */
export async function findWorkOf(
  tx: TeamTx,
  actor: Actor,
  screen: Exclude<FirstScreen, 'document'>,
  limit: number,
): Promise<string[]> {
  const { teamId } = tx;
  const { userId } = actor;
  const isOpen = sql`t.team_id = ${teamId} and t.deleted_at is null and t.closed_at is null and t.triage is null
    and ${isAmong(visibleTo(actor), sql`t.project_id`)}`;
  const given = sql`
    union select t.id, t.parent_id from tasks t
    where ${isOpen} and coalesce(t.reporter_id, t.created_by) = ${userId}
      and exists (select from task_assignees a where a.team_id = t.team_id and a.task_id = t.id)`;
  const { rows } = await sql<{ id: string }>`
    with recursive own as (
      select t.id, t.parent_id from task_assignees a
      join tasks t on t.team_id = a.team_id and t.id = a.task_id
      where a.team_id = ${teamId} and a.user_id = ${userId} and ${isOpen}
      ${screen === 'mine' ? given : sql``}
    ), parts as (
      select id, 0 as step from own
      union
      select t.id, p.step + 1 from parts p
      join tasks t on t.team_id = ${teamId} and t.parent_id = p.id and t.deleted_at is null
      where p.step < ${MAX_SUB_LEVELS}
    )
    select id from parts
    union select parent_id from own where parent_id is not null
    union select r.from_id from own join task_relations r on r.team_id = ${teamId} and r.to_id = own.id
    union select r.to_id from own join task_relations r on r.team_id = ${teamId} and r.from_id = own.id
    limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Reads the figures of the home screen about all visible tasks. */
export async function readFigures(tx: TeamTx, actor: Actor, now: Date): Promise<FirstFigures> {
  const { teamId } = tx;
  const isVisible = sql`t.team_id = ${teamId} and t.deleted_at is null and ${isAmong(visibleTo(actor), sql`t.project_id`)}`;
  const keptSince = new Date(now.getTime() - CLOSED_RETENTION_DAYS * 24 * 3_600_000);
  const { rows } = await sql<FirstFigures>`
    select coalesce((
      select json_object_agg(o.project_id, o.count) from (
        select t.project_id, count(*)::int as count from tasks t
        where ${isVisible} and t.closed_at is null and t.triage is null and t.project_id is not null
        group by t.project_id) o), '{}'::json) as "openByProject",
      exists (
        select from tasks t
        where ${isVisible} and t.triage is null and (t.closed_at is null or t.closed_at >= ${keptSince})
          and not exists (select from projects p where p.team_id = t.team_id and p.id = t.project_id and p.is_sample)
      ) as "hasTasks"`.execute(tx);
  return rows[0] ?? { openByProject: {}, hasTasks: false };
}
