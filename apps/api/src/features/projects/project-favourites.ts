import { sql } from 'kysely';
import { projectFavouriteRoutes } from '@hearth/contracts/favourites/favourites';
import {
  addFavouriteKind,
  bindFavourites,
  deleteFavouriteRows,
  putFavouriteRows,
  type FavouriteKind,
} from '#features/favourites/index.ts';
import { workScope } from '#platform/commands/index.ts';
import { notFound } from '#platform/errors.ts';
import type { App, Binding } from '#platform/feature.ts';
import { PROJECT_FAVOURITES } from './project-favourites.queries.ts';
import { findProject } from './projects.queries.ts';
import { listMembersWithAccess } from './sight.queries.ts';

const projectFavourites: FavouriteKind = {
  ...PROJECT_FAVOURITES,
  async lock({ tx }, { id, actor }) {
    const people = await listMembersWithAccess(tx, id, [actor.userId]);
    if (people.length === 0 || (await findProject(tx, id)) === null) throw notFound('This project');
    return workScope(id);
  },
};

/** Registers projects as favourites, including the handling of trashed projects. */
export function bindProjectFavourites(app: App): Binding[] {
  addFavouriteKind(app, projectFavourites);
  app.events.onEach({
    async 'project.trashed'(command, projectId) {
      command.logMany(
        deleteFavouriteRows(command.teamId, projectFavourites, sql`f.project_id = ${projectId}`),
      );
    },
    async 'project.restored'(command, projectId) {
      command.logMany(putFavouriteRows(command.teamId, projectFavourites, sql`f.project_id = ${projectId}`));
    },
  });
  return bindFavourites(app, projectFavourites, projectFavouriteRoutes);
}
