import { sql, type RawBuilder } from 'kysely';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/** An object that has a history and belongs to a project. */
interface PastSubject {
  /** Sync log entity of the object. */
  entity: SyncEntity;
  teamId: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

/**
 * Returns whether the project that contained an object at a given time is visible. Events of that time are visible only to users who can
 * see that project, even if the object was moved later.
 *
 * @param isAfter whether a move, from the table `history` aliased as `m`, came after that time. The old value of the first such move is the
 * project at that time
 */
export function wasVisible(
  visible: VisibleProjects,
  of: PastSubject,
  isAfter: RawBuilder<boolean>,
): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select coalesce(${isAmong(visible, sql`(m.old_value #>> '{}')::uuid`)}, false) from history m
    where m.team_id = ${of.teamId} and m.entity = ${sql.lit(of.entity)} and m.entity_id = ${of.id} and m.field = 'projectId'
      and ${isAfter}
    order by m.seq, m.ordinal limit 1), true)`;
}

/** Returns whether the object was in a visible project at that time. */
export async function sawAt(
  tx: TeamTx,
  visible: VisibleProjects,
  { entity, teamId, id, at }: { entity: SyncEntity; teamId: string; id: string; at: Date },
): Promise<boolean> {
  const of = { entity, teamId: sql`${teamId}`, id: sql`${id}` };
  const { rows } = await sql<{ saw: boolean }>`
    select ${wasVisible(visible, of, sql`m.at >= ${at}`)} as saw`.execute(tx);
  return rows[0]?.saw === true;
}
