import { sql } from 'kysely';
import type { FavouriteKind } from '#features/favourites/index.ts';
import { maySeeProject } from '#features/projects/index.ts';
import { documentScopeOf } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { isVisible } from './documents.queries.ts';

/** How documents are stored as favourites: their column, visibility and log scope. */
export const DOCUMENT_FAVOURITES = {
  name: 'document',
  column: 'document_id',
  isVisible: (_teamId, actor) => sql`exists (
    select from documents d where d.team_id = f.team_id and d.id = f.document_id and d.deleted_at is null
      and ${isVisible(actor)})`,
  isStillSeen: sql`exists (
    select from documents d where d.team_id = f.team_id and d.id = f.document_id and (
      (not d.is_restricted and ${maySeeProject(sql`d.project_id`)})
      or exists (select from document_grants g
        where g.team_id = d.team_id and g.user_id = m.user_id and g.document_id = any (d.access))))`,
  scope: sql`(select ${documentScopeOf('d')} from documents d where d.team_id = f.team_id and d.id = f.document_id)`,
} satisfies Omit<FavouriteKind, 'lock'>;

/** Deletes the favourites of documents that are permanently deleted. */
export async function deleteFavouritesOf(tx: TeamTx, ids: readonly string[]): Promise<void> {
  await sql`
    delete from favourites where team_id = ${tx.teamId} and document_id = any (${ids}::uuid[])`.execute(tx);
}
