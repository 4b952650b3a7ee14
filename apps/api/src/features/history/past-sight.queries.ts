import { sql, type RawBuilder } from 'kysely';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/** A thing that has a history, and lies in a project. */
interface PastSubject {
  /** What its rows are called in the log. */
  entity: SyncEntity;
  teamId: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

/**
 * Is the project in sight where a thing was at some moment of the past? What happened there belongs to those who see it,
 * wherever the thing has gone since.
 *
 * @param isAfter says of a move, `history m`, that it came after that moment: the first of them tells what was left
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

/** Was a thing where the reader sees it when something about it was put away? */
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
