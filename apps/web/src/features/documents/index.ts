export { DocumentList } from './page/document-list.tsx';
export { DocumentMenu } from './page/document-menu.tsx';
export { DocumentPage } from './page/document-page.tsx';
export { RefusedText } from './page/refused-text.tsx';
export { DocumentIcon } from './model/document-icon.tsx';
export { newDocument, newFromTemplate, toggleTree } from './model/documents.actions.ts';
export { listAncestors, type Document } from './model/document-tree.ts';
export { useTitleOf } from './model/use-title-of.ts';
export { archivedDocuments, archiveDocument } from './model/documents.data.ts';
export {
  createAgain,
  findRefusedDocument,
  isOfRefusedDocument,
  type RefusedDocument,
} from './model/refused-documents.ts';
export { useUnsyncedTitles } from './model/unsynced-documents.ts';
export { UnsyncedWatch } from './page/unsynced-watch.tsx';
export { openNewDocument } from './model/open-new.ts';
export { useDocumentMay, useDocumentTree, useHasDocuments, useMayMake } from './model/use-documents.ts';
export { ShareButton } from './sharing/share-button.tsx';
export { TemplateGallery } from './templates/template-gallery.tsx';
export { TemplateDialog } from './lazy-parts.ts';
export { TreePane } from './tree/tree-pane.tsx';
export { toggleTreePane, treePane } from './tree/tree-state.ts';
