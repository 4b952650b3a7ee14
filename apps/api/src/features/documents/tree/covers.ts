import { readCoverFile } from '@hearth/contracts/documents/document-values';
import type { Document } from '@hearth/contracts/documents/documents';
import type { Command } from '#platform/commands/index.ts';
import { notFoundAt } from '#platform/errors.ts';
import { hasFile } from '#features/documents/model/document-files.queries.ts';

/** @throws AppError NOT_FOUND if the cover is not a file on this document */
export async function assertCover(
  { tx }: Command,
  before: Pick<Document, 'cover'> | null,
  { id, cover }: Pick<Document, 'id' | 'cover'>,
): Promise<void> {
  const fileId = readCoverFile(cover);
  if (fileId === null || cover === before?.cover) return;
  if (!(await hasFile(tx, id, fileId))) throw notFoundAt('cover', 'a file on this document');
}
