import type { Extensions } from '@tiptap/core';
import type { DocumentNames } from '#ui/rich/rich-names.ts';
import { createSchema } from '#ui/rich/rich-schema.ts';
import type { BlockPortals } from '#features/documents/editor/blocks/block-portals.ts';
import { createCallout } from '#features/documents/editor/blocks/callout.tsx';
import { createCode } from '#features/documents/editor/blocks/code.tsx';
import { createDetails } from '#features/documents/editor/blocks/details.ts';
import { createDocumentLink } from '#features/documents/editor/blocks/document-link.ts';
import { createMedia } from '#features/documents/editor/blocks/media.tsx';
import { createTables } from '#features/documents/editor/blocks/tables.ts';
import { createUnknown } from '#features/documents/editor/blocks/unknown.tsx';
import { createBlockIds } from './block-ids.ts';
import { KeepUnknown } from './keep-unknown.ts';

/**
 * The Tiptap extensions of a document. document-schema.test.ts checks them against the contract's list.
 * @param source the document, `<teamId>/<documentId>`
 */
export function createDocumentSchema(
  names: DocumentNames,
  portals: BlockPortals,
  source: string | null = null,
): Extensions {
  return [
    ...createSchema(names, { code: createCode(portals), hasOwnUndo: false, topHeading: 2 }),
    createBlockIds(),
    KeepUnknown,
    ...createTables(),
    createCallout(portals),
    ...createDetails(),
    ...createMedia(portals, source),
    createDocumentLink(names),
    ...createUnknown(portals),
  ];
}
