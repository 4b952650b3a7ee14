import { sql, type RawBuilder } from 'kysely';
import type { SavedView } from '@hearth/contracts/views/saved-views';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { isAmong, visibleTo } from '#features/projects/index.ts';
import { personScopeOf, workScopeOf } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';

/** Builds the contract's JSON of a saved view. Expects the table `views` aliased as `v`. */
export const viewJson: RawBuilder<SavedView> = sql<SavedView>`json_build_object(
  'id', v.id, 'projectId', v.project_id, 'name', v.name, 'color', v.color, 'text', v.text, 'isPrivate', v.is_private,
  'isLocked', v.is_locked, 'position', v.position, 'createdBy', v.created_by,
  'createdAt', ${instantJson(sql`v.created_at`)}, 'updatedAt', ${instantJson(sql`v.updated_at`)})`;

/**
 * Condition for views of visible projects outside the trash. Includes private views of this user only. Expects the table `views` aliased as
 * `v`.
 */
export function visibleViews(teamId: string, actor: Actor): RawBuilder<boolean> {
  return sql`v.team_id = ${teamId} and ${isAmong(visibleTo(actor), sql`v.project_id`)}
    and (not v.is_private or v.created_by = ${actor.userId})
    and not exists (select from projects p
      where p.team_id = v.team_id and p.id = v.project_id and p.deleted_at is not null)`;
}

/** Returns a page (`limit` + 1), by id. */
export async function listViews(
  tx: TeamTx,
  actor: Actor,
  { after, limit }: { after: string | null; limit: number },
): Promise<SavedView[]> {
  const { rows } = await sql<{ view: SavedView }>`
    select ${viewJson} as view from views v
    where ${visibleViews(tx.teamId, actor)} and ${after === null ? sql`true` : sql`v.id > ${after}::uuid`}
    order by v.id limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.view);
}

export async function isView(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`select from views where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}

/** Locks a view's row. Returns null if it does not exist or its project is trashed. */
export async function lockView(tx: TeamTx, id: string): Promise<SavedView | null> {
  const { rows } = await sql<{ view: SavedView }>`
    select ${viewJson} as view from views v where v.team_id = ${tx.teamId} and v.id = ${id}
      and not exists (select from projects p
        where p.team_id = v.team_id and p.id = v.project_id and p.deleted_at is not null)
    for update of v`.execute(tx);
  return rows[0]?.view ?? null;
}

/**
 * Returns the number of a team's views, the number of a user's private views, and the last position in a project, or among the team's own
 * views if `projectId` is null.
 */
export async function countViews(
  tx: TeamTx,
  projectId: string | null,
  userId: string,
): Promise<{ count: number; own: number; last: string | null }> {
  const { rows } = await sql<{ count: number; own: number; last: string | null }>`
    select count(*)::int as count, count(*) filter (where is_private and created_by = ${userId})::int as own,
      max(position) filter (where project_id is not distinct from ${projectId}::uuid) as last
    from views where team_id = ${tx.teamId}`.execute(tx);
  return rows[0] ?? { count: 0, own: 0, last: null };
}

export async function insertView(tx: TeamTx, view: SavedView): Promise<void> {
  await tx
    .insertInto('views')
    .values({
      team_id: tx.teamId,
      id: view.id,
      project_id: view.projectId,
      created_by: view.createdBy,
      created_at: new Date(view.createdAt),
      ...columnsOf(view),
    })
    .execute();
}

export async function updateView(tx: TeamTx, view: SavedView): Promise<void> {
  await tx
    .updateTable('views')
    .set(columnsOf(view))
    .where('team_id', '=', tx.teamId)
    .where('id', '=', view.id)
    .execute();
}

export async function deleteView(tx: TeamTx, id: string): Promise<void> {
  await tx.deleteFrom('views').where('team_id', '=', tx.teamId).where('id', '=', id).execute();
}

function columnsOf(view: SavedView) {
  return {
    name: view.name,
    color: view.color,
    text: view.text,
    is_private: view.isPrivate,
    is_locked: view.isLocked,
    position: view.position,
    updated_at: new Date(view.updatedAt),
  };
}

const scope = sql`case when v.is_private then ${workScopeOf('v.project_id')} || '+' || ${personScopeOf('v.created_by')}
  else ${workScopeOf('v.project_id')} end`;

/** Builds log rows for `Command.logMany` for views. @param where condition on `views`, aliased as `v` */
export function putViewRows(teamId: string, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'view'::text as entity, v.id as entity_id, 'put'::text as op, ${viewJson}::jsonb as data,
      ${scope} as scope, null::text as prev_scope
    from views v where v.team_id = ${teamId} and ${where}`;
}

/** Builds log rows for `Command.logMany` for views that are no longer visible. */
export function deleteViewRows(teamId: string, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'view'::text as entity, v.id as entity_id, 'delete'::text as op, null::jsonb as data,
      ${scope} as scope, null::text as prev_scope
    from views v where v.team_id = ${teamId} and ${where}`;
}
