import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';
import type { DocumentEditorProps } from './document-editor.tsx';

/** Lazy-loaded with the first document that is opened because it is by far the largest chunk of the app. */
export const DocumentEditor = lazyOnIntent<DocumentEditorProps>(
  async () => (await import('./document-editor.tsx')).DocumentEditor,
);
