import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';
import type { DocumentEditorProps } from './document-editor.tsx';

/** Lazy-loaded because it is by far the largest chunk of the app. Prefetched on intent or loaded with the first document. */
export const DocumentEditor = lazyOnIntent<DocumentEditorProps>(
  async () => (await import('./document-editor.tsx')).DocumentEditor,
);
