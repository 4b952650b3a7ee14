import { lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';
import type { RichEditorProps } from '#ui/rich/rich-editor.tsx';

const loadEditor = async () => (await import('#ui/rich/rich-editor.tsx')).RichEditor;

/** Lazy-loaded when the user is about to edit: far more code than rendering a text takes. */
export const RichEditor = lazyOnIntentFor<RichEditorProps>(loadEditor);

export function fetchEditor(): void {
  // Only a preload: opening the editor reports a failure.
  loadEditor().catch(() => undefined);
}
