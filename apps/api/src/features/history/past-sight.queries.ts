import { sql, type RawBuilder } from 'kysely';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/** A thing that has a history and belongs to a project. */
interface PastSubject {
  /** Entity of its rows in the sync log. */
  entity: SyncEntity;
  teamId: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

/**
 * Whether the project that contained a thing at some moment in the past is visible. Events there belong to those who see that
 * project, wherever the thing was moved since.
 *
 * @param isAfter whether a move, `history m`, came after that moment: the first one contains the project left
 */
export function wasInSight(
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

/** Whether a thing was in a visible project when something of it was deleted. */
export async function sawAt(
  tx: TeamTx,
  visible: VisibleProjects,
  { entity, teamId, id, at }: { entity: SyncEntity; teamId: string; id: string; at: Date },
): Promise<boolean> {
  const of = { entity, teamId: sql`${teamId}`, id: sql`${id}` };
  const { rows } = await sql<{ saw: boolean }>`
    select ${wasInSight(visible, of, sql`m.at >= ${at}`)} as saw`.execute(tx);
  return rows[0]?.saw === true;
}
