import { lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';
import type { RichEditorProps } from '#ui/rich/rich-editor.tsx';

const loadEditor = async () => (await import('#ui/rich/rich-editor.tsx')).RichEditor;

/** Far more code than a text to read: it comes when somebody is about to write. */
export const RichEditor = lazyOnIntentFor<RichEditorProps>(loadEditor);

export function fetchEditor(): void {
  // Who goes on to write is told if it did not come.
  loadEditor().catch(() => undefined);
}
