import { sql } from 'kysely';
import type { SearchKind } from '@hearth/contracts/search/search-values';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';

/** The position in a team's log up to which its index is current, and the progress of a rebuild. */
export interface Cursor {
  seq: number;
  ordinal: number;
  version: string;
  run: number;
  rebuildKind: SearchKind | null;
  rebuildAfter: string | null;
  languages: string[];
}

export interface CursorState {
  cursor: Cursor | null;
  /** The head of the log. */
  head: number;
  prunedTo: number;
  isTeamThere: boolean;
  /** Major version of the database engine because stemming may differ between major versions. */
  engine: string;
}

export async function readCursor(tx: TeamTx): Promise<CursorState> {
  const { rows } = await sql<CursorState>`
    select h.seq as head, h.pruned_to as "prunedTo", t.deleted_at is null as "isTeamThere",
      current_setting('server_version_num')::int / 10000 || '' as engine, (
      select json_build_object('seq', c.seq, 'ordinal', c.ordinal, 'version', c.version, 'run', c.run,
        'rebuildKind', c.rebuild_kind, 'rebuildAfter', c.rebuild_after, 'languages', c.languages)
      from search_cursors c where c.team_id = h.team_id) as cursor
    from team_heads h join teams t on t.id = h.team_id where h.team_id = ${tx.teamId}`.execute(tx);
  return rows[0] ?? { cursor: null, head: 0, prunedTo: 0, isTeamThere: false, engine: '' };
}

/** An object that changed after a position in the log. */
interface Touched {
  entity: string;
  id: string;
}

/**
 * Reads a page of the log. @returns each changed object once, and the last position of the page, or null if there are no further entries
 */
export async function readTouched(
  tx: TeamTx,
  after: { seq: number; ordinal: number },
  limit: number,
): Promise<{ touched: Touched[]; last: { seq: number; ordinal: number } } | null> {
  const { rows } = await sql<{ touched: Touched[] | null; last: { seq: number; ordinal: number } | null }>`
    with page as materialized (
      select entity, entity_id, seq, ordinal from changes
      where team_id = ${tx.teamId} and (seq, ordinal) > (${after.seq}::bigint, ${after.ordinal}::int)
      order by seq, ordinal limit ${limit}
    )
    select (select json_agg(distinct jsonb_build_object('entity', entity, 'id', entity_id)) from page) as touched,
      (select json_build_object('seq', seq, 'ordinal', ordinal) from page order by seq desc, ordinal desc limit 1) as last`.execute(
    tx,
  );
  const [row] = rows;
  return row?.last == null ? null : { touched: row.touched ?? [], last: row.last };
}

/**
 * Advances the cursor if it has not moved since it was read, and locks its row until the transaction ends.
 * @param from the cursor as read, or null if the team had no cursor
 * @returns false if the cursor was moved concurrently
 */
export async function moveCursor(tx: TeamTx, from: Cursor | null, to: Cursor): Promise<boolean> {
  if (from === null) {
    const { numAffectedRows } = await sql`
      insert into search_cursors (team_id, seq, ordinal, version, run, rebuild_kind, rebuild_after, languages)
      values (${tx.teamId}, ${to.seq}, ${to.ordinal}, ${to.version}, ${to.run}, ${to.rebuildKind}, ${to.rebuildAfter}, ${to.languages})
      on conflict do nothing`.execute(tx);
    return numAffectedRows === 1n;
  }
  const { numAffectedRows } = await sql`
    update search_cursors set seq = ${to.seq}, ordinal = ${to.ordinal}, version = ${to.version}, run = ${to.run},
      rebuild_kind = ${to.rebuildKind}, rebuild_after = ${to.rebuildAfter}, languages = ${to.languages}
    where team_id = ${tx.teamId} and seq = ${from.seq} and ordinal = ${from.ordinal} and version = ${from.version}
      and run = ${from.run} and rebuild_kind is not distinct from ${from.rebuildKind}
      and rebuild_after is not distinct from ${from.rebuildAfter}::uuid`.execute(tx);
  return numAffectedRows === 1n;
}

export async function listLanguages(tx: TeamTx): Promise<string[]> {
  const row = await tx
    .selectFrom('search_cursors')
    .select('languages')
    .where('team_id', '=', tx.teamId)
    .executeTakeFirst();
  return row?.languages ?? [];
}

/** Returns up to `limit` ids of teams, after `after`, whose index is behind the log, is being rebuilt or has another version. */
export async function listBehind(
  tx: SystemTx,
  version: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.team_id as id from team_heads h left join search_cursors c on c.team_id = h.team_id
    where (c.team_id is null or c.seq < h.seq or c.rebuild_kind is not null
        or c.version <> ${version}::text || '.' || current_setting('server_version_num')::int / 10000)
      and ${after === null ? sql`true` : sql`h.team_id > ${after}::uuid`}
    order by h.team_id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
