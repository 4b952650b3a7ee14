import { sql } from 'kysely';
import type { Listeners } from '#platform/events.ts';
import { logFavourites } from '#features/documents/model/document-favourites.ts';
import {
  deleteDocumentRows,
  lockTrees,
  putDocumentRows,
} from '#features/documents/model/documents.queries.ts';
import { restoreFromTrash, trashDocumentsOf } from './document-trash.queries.ts';

/** Trashes and restores a project's documents with the project. */
export const projectDocuments: Partial<Listeners> = {
  async 'project.trashed'(command, projectId) {
    await lockTrees(command.tx, 'alone');
    const ids = await trashDocumentsOf(command, projectId);
    if (ids.length === 0) return;
    command.count('documents', -ids.length);
    command.logMany(deleteDocumentRows(command.teamId, sql`d.id = any (${ids}::uuid[])`));
    logFavourites(command, ids, false);
  },
  async 'project.restored'(command, projectId) {
    await lockTrees(command.tx, 'alone');
    const ids = await restoreFromTrash(command.tx, sql`d.deleted_with = ${projectId}`);
    if (ids.length === 0) return;
    command.count('documents', ids.length);
    command.logMany(putDocumentRows(command.teamId, sql`d.id = any (${ids}::uuid[])`));
    logFavourites(command, ids, true);
  },
};
