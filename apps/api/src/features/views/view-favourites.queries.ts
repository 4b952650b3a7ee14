import { sql, type RawBuilder } from 'kysely';
import type { FavouriteKind } from '#features/favourites/index.ts';
import { maySeeProject } from '#features/projects/index.ts';
import { workScopeOf } from '#platform/commands/index.ts';
import { visibleViews } from './views.queries.ts';

/** Selects a column of the favourite's view. Expects the table `favourites` aliased as `f`. */
const ofView = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select ${column} from views v where v.team_id = f.team_id and v.id = f.view_id)`;

/** Visibility and log scope of saved views as favourites. */
export const VIEW_FAVOURITES = {
  name: 'view',
  column: 'view_id',
  isVisible: (teamId, actor) =>
    sql`exists (select from views v where v.id = f.view_id and ${visibleViews(teamId, actor)})`,
  isStillSeen: maySeeProject(ofView(sql.ref('v.project_id'))),
  scope: ofView(workScopeOf('v.project_id')),
} satisfies Omit<FavouriteKind, 'lock'>;

/** Condition for favourites of a project's views that are shared or belong to the user. Expects the table `favourites` aliased as `f`. */
export function sharedViewsOf(projectId: string): RawBuilder<boolean> {
  return sql`exists (select from views v where v.team_id = f.team_id and v.id = f.view_id
    and v.project_id = ${projectId} and (not v.is_private or v.created_by = f.user_id))`;
}

/** Condition for favourites of any of a project's views. Expects the table `favourites` aliased as `f`. */
export function viewsOf(projectId: string): RawBuilder<boolean> {
  return sql`${ofView(sql.ref('v.project_id'))} = ${projectId}`;
}
