import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';
import type { DocumentEditorProps } from './document-editor.tsx';

/** Lazy-loaded with the first document that is opened: by far the largest part of the app. */
export const DocumentEditor = lazyOnIntent<DocumentEditorProps>(
  async () => (await import('./document-editor.tsx')).DocumentEditor,
);
