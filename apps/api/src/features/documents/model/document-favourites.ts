import { sql } from 'kysely';
import { documentFavouriteRoutes } from '@hearth/contracts/favourites/favourites';
import { canSee } from '@hearth/contracts/permissions/permissions';
import {
  addFavouriteKind,
  bindFavourites,
  deleteFavouriteRows,
  putFavouriteRows,
  type FavouriteKind,
} from '#features/favourites/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { notFound } from '#platform/errors.ts';
import type { App, Binding } from '#platform/feature.ts';
import { DOCUMENT_FAVOURITES } from './document-favourites.queries.ts';
import { asObject, lockDocument } from './documents.queries.ts';
import { scopeOf } from './pass-rights-on.ts';

const documentFavourites: FavouriteKind = {
  ...DOCUMENT_FAVOURITES,
  async lock({ tx }, { id, actor }) {
    const document = await lockDocument(tx, id);
    if (document === null || !canSee(actor, asObject(document))) throw notFound('This document');
    return scopeOf(document);
  },
};

/** Registers documents as favourites. Favourites are kept while their document is in the trash. */
export function bindDocumentFavourites(app: App): Binding[] {
  addFavouriteKind(app, documentFavourites);
  return bindFavourites(app, documentFavourites, documentFavouriteRoutes);
}

/** Logs the favourites of documents that were trashed or restored. */
export function logFavourites(command: Command, ids: readonly string[], isRestored: boolean): void {
  const rowsOf = isRestored ? putFavouriteRows : deleteFavouriteRows;
  command.logMany(rowsOf(command.teamId, documentFavourites, sql`f.document_id = any (${ids}::uuid[])`));
}
