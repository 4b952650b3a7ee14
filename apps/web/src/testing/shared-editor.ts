import { Editor, type AnyExtension } from '@tiptap/core';
import { Collaboration } from '@tiptap/extension-collaboration';
import type { Doc } from 'yjs';
import { BlockPortals } from '#features/documents/editor/blocks/block-portals.ts';
import { createDocumentSchema } from '#features/documents/editor/schema/document-schema.ts';
import { DOCUMENT_NAMES } from './document-names.ts';

/** Opens an editor on a shared document, with the document schema and the given extensions. */
export function openSharedEditor(doc: Doc, ...extensions: readonly AnyExtension[]): Editor {
  return new Editor({
    element: document.body.appendChild(document.createElement('div')),
    injectCSS: false,
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    extensions: [
      ...createDocumentSchema(DOCUMENT_NAMES, new BlockPortals(), 'team/document'),
      Collaboration.configure({ document: doc, field: 'default' }),
      ...extensions,
    ],
  });
}
