import { sql } from 'kysely';
import type { FavouriteKind } from '#features/favourites/index.ts';
import { workScopeOf } from '#platform/commands/index.ts';
import { isAmong, visibleTo } from './projects.queries.ts';
import { maySeeProject } from './sight.queries.ts';

/** Visibility and log scope of projects as favourites. */
export const PROJECT_FAVOURITES = {
  name: 'project',
  column: 'project_id',
  isVisible: (_teamId, actor) => sql`${isAmong(visibleTo(actor), sql`f.project_id`)} and exists (
    select from projects p where p.team_id = f.team_id and p.id = f.project_id and p.deleted_at is null)`,
  isStillSeen: maySeeProject(sql`f.project_id`),
  scope: workScopeOf('f.project_id'),
} satisfies Omit<FavouriteKind, 'lock'>;
