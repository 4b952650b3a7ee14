import { sql, type RawBuilder } from 'kysely';
import type { Favourite } from '@hearth/contracts/favourites/favourites';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { isAmong, maySeeProject, visibleTo } from '#features/projects/index.ts';
import { personScopeOf, workScope, type Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { viewsInSight } from '#features/views/index.ts';

/** The contract's shape of `favourites f`. */
export const favouriteJson: RawBuilder<Favourite> = sql<Favourite>`json_build_object(
  'id', f.id, 'kind', case when f.view_id is null then 'project' else 'view' end, 'position', f.position)`;

/** Expects `favourites f`: this person's, of what they may see and what is not in the trash. */
export function favouritesInSight(teamId: string, actor: Actor): RawBuilder<boolean> {
  return sql`f.team_id = ${teamId} and f.user_id = ${actor.userId} and case when f.view_id is null
    then ${isAmong(visibleTo(actor), sql`f.project_id`)} and exists (select from projects p
      where p.team_id = f.team_id and p.id = f.project_id and p.deleted_at is null)
    else exists (select from views v where v.id = f.view_id and ${viewsInSight(teamId, actor)}) end`;
}

/** A page (`limit` + 1), in the person's order. */
export async function listFavourites(
  tx: TeamTx,
  actor: Actor,
  { after, limit }: { after: { position: string; id: string } | null; limit: number },
): Promise<Favourite[]> {
  const { rows } = await sql<{ favourite: Favourite }>`
    select ${favouriteJson} as favourite from favourites f
    where ${favouritesInSight(tx.teamId, actor)}
      and ${after === null ? sql`true` : sql`(f.position, f.id) > (${after.position}, ${after.id}::uuid)`}
    order by f.position, f.id limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.favourite);
}

/** Advisory lock: two devices of one person may both add the last one that there is room for. */
export async function lockFavourites(tx: TeamTx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`favourites ${tx.teamId} ${userId}`}, 0))`.execute(
    tx,
  );
}

/** What the person has of this among their favourites, how many they see, and the place of the last one. */
export async function findFavourite(
  tx: TeamTx,
  actor: Actor,
  id: string,
): Promise<{ position: string | null; count: number; last: string | null }> {
  const { rows } = await sql<{ position: string | null; count: number; last: string | null }>`
    select max(f.position) filter (where f.id = ${id}) as position, max(f.position) as last,
      (count(*) filter (where ${favouritesInSight(tx.teamId, actor)}))::int as count
    from favourites f where f.team_id = ${tx.teamId} and f.user_id = ${actor.userId}`.execute(tx);
  return rows[0] ?? { position: null, count: 0, last: null };
}

export async function writeFavourite(
  tx: TeamTx,
  userId: string,
  { id, kind, position }: Favourite,
): Promise<void> {
  await sql`
    insert into favourites (team_id, user_id, id, project_id, view_id, position)
    values (${tx.teamId}, ${userId}, ${id}, ${kind === 'project' ? id : null}, ${kind === 'view' ? id : null}, ${position})
    on conflict (team_id, user_id, id) do update set position = excluded.position`.execute(tx);
}

export async function deleteFavourite(tx: TeamTx, userId: string, id: string): Promise<void> {
  await sql`delete from favourites where team_id = ${tx.teamId} and user_id = ${userId} and id = ${id}`.execute(
    tx,
  );
}

/** Takes a view that is going, or is nobody else's any more, from everybody but `keptBy`. @returns from whom */
export async function dropFavouriteView(
  tx: TeamTx,
  viewId: string,
  keptBy: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    delete from favourites where team_id = ${tx.teamId} and view_id = ${viewId}
      and ${keptBy === null ? sql`true` : sql`user_id <> ${keptBy}`}
    returning user_id as "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Favourites go with the right to see what they lead to. Those people's devices start anew, so nothing is told. */
export async function forgetFavourites({ tx, teamId }: Command, userIds: readonly string[]): Promise<void> {
  await sql`
    delete from favourites f
    where f.team_id = ${teamId} and f.user_id = any (${userIds}::uuid[])
      and not exists (select from memberships m where m.team_id = f.team_id and m.user_id = f.user_id
        and ${maySeeProject(sql`coalesce(f.project_id,
          (select v.project_id from views v where v.team_id = f.team_id and v.id = f.view_id))`)})`.execute(
    tx,
  );
}

const ofProject = (projectId: string): RawBuilder<boolean> =>
  sql`(f.project_id = ${projectId} or v.project_id = ${projectId})`;

/** Favourites of a project and of its views for the log, as `Command.logMany` takes them: each for its person alone. */
export function putFavouriteRows(teamId: string, projectId: string): RawBuilder<unknown> {
  return sql`
    select 'favourite'::text as entity, f.id as entity_id, 'put'::text as op, ${favouriteJson}::jsonb as data,
      ${workScope(projectId)}::text || '+' || ${personScopeOf('f.user_id')} as scope, null::text as prev_scope
    from favourites f left join views v on v.team_id = f.team_id and v.id = f.view_id
    where f.team_id = ${teamId} and ${ofProject(projectId)}
      and (not v.is_private or v.created_by = f.user_id or v.id is null)`;
}

/** The same while they are in the trash. */
export function deleteFavouriteRows(teamId: string, projectId: string): RawBuilder<unknown> {
  return sql`
    select 'favourite'::text as entity, f.id as entity_id, 'delete'::text as op, null::jsonb as data,
      ${workScope(projectId)}::text || '+' || ${personScopeOf('f.user_id')} as scope, null::text as prev_scope
    from favourites f left join views v on v.team_id = f.team_id and v.id = f.view_id
    where f.team_id = ${teamId} and ${ofProject(projectId)}`;
}
