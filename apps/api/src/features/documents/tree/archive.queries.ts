import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';
import { selectLiveBelow } from '#features/documents/model/tree.queries.ts';

/**
 * Archives a document and its unarchived descendants, or unarchives it with the descendants archived by the same command.
 * @returns the ids of the changed documents
 */
export async function setTreeArchived(
  tx: TeamTx,
  id: string,
  archived: { at: Date; by: string } | null,
): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] | null }>`
    with recursive ${selectLiveBelow(tx.teamId, id)}, changed as (
      update documents d set archived_at = ${archived?.at ?? null}::timestamptz, archived_by = ${archived?.by ?? null}::uuid,
        archived_with = case when ${archived !== null} and d.id <> ${id} then ${id}::uuid end
      from below b
      where d.team_id = ${tx.teamId} and d.id = b.id
        and case when ${archived !== null} then d.archived_at is null else d.id = ${id} or d.archived_with = ${id} end
      returning d.id
    )
    select array_agg(id) as ids from changed`.execute(tx);
  return rows[0]?.ids ?? [];
}
