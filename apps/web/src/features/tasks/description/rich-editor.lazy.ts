import { lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';
import type { RichEditorProps } from '#ui/rich/rich-editor.tsx';

const loadEditor = async () => (await import('#ui/rich/rich-editor.tsx')).RichEditor;

/** Lazy-loaded when the user is likely to edit because the editor is much larger than the renderer. */
export const RichEditor = lazyOnIntentFor<RichEditorProps>(loadEditor);

export function fetchEditor(): void {
  // Ignore preload failures. They are reported when the editor is opened.
  loadEditor().catch(() => undefined);
}
