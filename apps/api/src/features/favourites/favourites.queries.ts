import { sql, type RawBuilder } from 'kysely';
import type { Favourite } from '@hearth/contracts/favourites/favourites';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { personScopeOf } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { FavouriteKind } from './favourite-kind.ts';

type Kinds = readonly FavouriteKind[];

const names = ({ column }: FavouriteKind): RawBuilder<boolean> => sql`f.${sql.ref(column)} is not null`;

/** Builds a case expression by the favourite's kind. Expects the table `favourites` aliased as `f`. */
function byKind<T>(kinds: Kinds, of: (kind: FavouriteKind) => RawBuilder<T>): RawBuilder<T> {
  return sql`case ${sql.join(
    kinds.map((kind) => sql`when ${names(kind)} then ${of(kind)}`),
    sql` `,
  )} end`;
}

/** Builds the contract's JSON of a favourite. Expects the table `favourites` aliased as `f`. */
export function favouriteJson(kinds: Kinds): RawBuilder<Favourite> {
  return sql<Favourite>`json_build_object(
    'id', f.id, 'kind', ${byKind(kinds, ({ name }) => sql.lit(name))}, 'position', f.position)`;
}

/** Condition for this user's favourites of visible objects that are not in the trash. Expects the table `favourites` aliased as `f`. */
export function visibleFavourites(kinds: Kinds, teamId: string, actor: Actor): RawBuilder<boolean> {
  return sql`f.team_id = ${teamId} and f.user_id = ${actor.userId}
    and ${byKind(kinds, (kind) => kind.isVisible(teamId, actor))}`;
}

/** Returns a page (`limit` + 1), in the user's order. */
export async function listFavourites(
  tx: TeamTx,
  kinds: Kinds,
  actor: Actor,
  { after, limit }: { after: { position: string; id: string } | null; limit: number },
): Promise<Favourite[]> {
  const { rows } = await sql<{ favourite: Favourite }>`
    select ${favouriteJson(kinds)} as favourite from favourites f
    where ${visibleFavourites(kinds, tx.teamId, actor)}
      and ${after === null ? sql`true` : sql`(f.position, f.id) > (${after.position}, ${after.id}::uuid)`}
    order by f.position, f.id limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.favourite);
}

/** Advisory lock: without it, two devices of one user could together exceed the favourites limit. */
export async function lockFavourites(tx: TeamTx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`favourites ${tx.teamId} ${userId}`}, 0))`.execute(
    tx,
  );
}

/** Returns the position of this object (null if it is no favourite), the number of visible favourites, and the last position. */
export async function findFavourite(
  tx: TeamTx,
  kinds: Kinds,
  actor: Actor,
  id: string,
): Promise<{ position: string | null; count: number; last: string | null }> {
  const { rows } = await sql<{ position: string | null; count: number; last: string | null }>`
    select max(f.position) filter (where f.id = ${id}) as position, max(f.position) as last,
      (count(*) filter (where ${visibleFavourites(kinds, tx.teamId, actor)}))::int as count
    from favourites f where f.team_id = ${tx.teamId} and f.user_id = ${actor.userId}`.execute(tx);
  return rows[0] ?? { position: null, count: 0, last: null };
}

export async function writeFavourite(
  tx: TeamTx,
  { column }: FavouriteKind,
  userId: string,
  { id, position }: Favourite,
): Promise<void> {
  await sql`
    insert into favourites (team_id, user_id, id, ${sql.ref(column)}, position)
    values (${tx.teamId}, ${userId}, ${id}, ${id}, ${position})
    on conflict (team_id, user_id, id) do update set position = excluded.position`.execute(tx);
}

export async function deleteFavourite(tx: TeamTx, userId: string, id: string): Promise<void> {
  await sql`
    delete from favourites where team_id = ${tx.teamId} and user_id = ${userId} and id = ${id}`.execute(tx);
}

/** Removes an object from all favourites except those of `keptBy`. @returns the affected user ids */
export async function dropFavourites(
  tx: TeamTx,
  { column }: FavouriteKind,
  id: string,
  keptBy: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    delete from favourites where team_id = ${tx.teamId} and ${sql.ref(column)} = ${id}
      and ${keptBy === null ? sql`true` : sql`user_id <> ${keptBy}`}
    returning user_id as "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Removes favourites of objects that these users may no longer see. Nothing is logged because their devices resync from a snapshot. */
export async function deleteFavouritesOf(
  tx: TeamTx,
  kinds: Kinds,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    delete from favourites f
    where f.team_id = ${tx.teamId} and f.user_id = any (${userIds}::uuid[])
      and not exists (select from memberships m where m.team_id = f.team_id and m.user_id = f.user_id
        and ${byKind(kinds, ({ isStillSeen }) => isStillSeen)})`.execute(tx);
}

/**
 * Builds log rows for `Command.logMany` for favourites of restored objects, each visible to its user only.
 * @param where condition on `favourites`, aliased as `f`
 */
export function putFavouriteRows(
  teamId: string,
  kind: FavouriteKind,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select 'favourite'::text as entity, f.id as entity_id, 'put'::text as op, ${favouriteJson([kind])}::jsonb as data,
      ${kind.scope} || '+' || ${personScopeOf('f.user_id')} as scope, null::text as prev_scope
    from favourites f where f.team_id = ${teamId} and ${names(kind)} and ${where}`;
}

/** Builds log rows for `Command.logMany` for favourites of trashed objects. */
export function deleteFavouriteRows(
  teamId: string,
  kind: FavouriteKind,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select 'favourite'::text as entity, f.id as entity_id, 'delete'::text as op, null::jsonb as data,
      ${kind.scope} || '+' || ${personScopeOf('f.user_id')} as scope, null::text as prev_scope
    from favourites f where f.team_id = ${teamId} and ${names(kind)} and ${where}`;
}
