import { lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';
import type { RichEditorProps } from '#ui/rich/rich-editor.tsx';

const loadEditor = async () => (await import('#ui/rich/rich-editor.tsx')).RichEditor;

/** Lazy-loaded when somebody is about to write: far more code than a text to read. */
export const RichEditor = lazyOnIntentFor<RichEditorProps>(loadEditor);

export function fetchEditor(): void {
  // Who goes on to write is told if it did not come.
  loadEditor().catch(() => undefined);
}
