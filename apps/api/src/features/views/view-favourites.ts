import { viewFavouriteRoutes } from '@hearth/contracts/favourites/favourites';
import { canSeeView } from '@hearth/contracts/permissions/permissions';
import {
  addFavouriteKind,
  bindFavourites,
  deleteFavouriteRows,
  putFavouriteRows,
  withdrawFavourite,
  type FavouriteKind,
} from '#features/favourites/index.ts';
import { listMembersWithAccess } from '#features/projects/index.ts';
import { workScope, type Command } from '#platform/commands/index.ts';
import { notFound } from '#platform/errors.ts';
import type { App, Binding } from '#platform/feature.ts';
import { sharedViewsOf, VIEW_FAVOURITES, viewsOf } from './view-favourites.queries.ts';
import { lockView } from './views.queries.ts';

const viewFavourites: FavouriteKind = {
  ...VIEW_FAVOURITES,
  async lock({ tx }, { id, actor }) {
    const view = await lockView(tx, id);
    if (view === null || !canSeeView(actor, view)) throw notFound('This view');
    const people = await listMembersWithAccess(tx, view.projectId, [actor.userId]);
    if (people.length === 0) throw notFound('This view');
    return workScope(view.projectId);
  },
};

/** Registers saved views as favourites, including the handling of views in trashed projects. */
export function bindViewFavourites(app: App): Binding[] {
  addFavouriteKind(app, viewFavourites);
  app.events.onEach({
    async 'project.trashed'(command, projectId) {
      command.logMany(deleteFavouriteRows(command.teamId, viewFavourites, viewsOf(projectId)));
    },
    async 'project.restored'(command, projectId) {
      command.logMany(putFavouriteRows(command.teamId, viewFavourites, sharedViewsOf(projectId)));
    },
  });
  return bindFavourites(app, viewFavourites, viewFavouriteRoutes);
}

/** Removes a view that is deleted or becomes visible only to `keptBy` from the favourites of all other users. */
export async function withdrawView(
  command: Command,
  { id, projectId }: { id: string; projectId: string | null },
  keptBy: string | null,
): Promise<void> {
  await withdrawFavourite(command, viewFavourites, { id, scope: workScope(projectId) }, keptBy);
}
