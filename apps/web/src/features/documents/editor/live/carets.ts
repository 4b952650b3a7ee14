import { Extension } from '@tiptap/core';
import { yCursorPlugin } from '@tiptap/y-tiptap';
import type { HocuspocusProvider } from '@hocuspocus/provider';
import { pickPersonColor } from '#ui/format/person.ts';
import type { DocumentNames } from '#ui/rich/rich-names.ts';
import styles from './live.module.css';

/** @returns null for what says nothing of anybody */
export function readUserId(user: unknown): string | null {
  const id = typeof user === 'object' && user !== null ? (user as { id?: unknown }).id : null;
  return typeof id === 'string' ? id : null;
}

/** Others' carets and selections, in the colours of their faces; names are looked up, so that nobody goes under another. */
export function createCarets({ awareness }: HocuspocusProvider, userId: string, names: DocumentNames) {
  return Extension.create({
    name: 'carets',
    addProseMirrorPlugins() {
      if (awareness === null) return [];
      awareness.setLocalStateField('user', { id: userId });
      return [
        yCursorPlugin(awareness, {
          // Own carets are those of other tabs, or of this one before a reload: they would look like somebody writing.
          awarenessStateFilter: (_own: number, _client: number, state: { user?: unknown } | null) =>
            readUserId(state?.user) !== userId,
          cursorBuilder: (user: unknown, client: number) => drawCaret(readUserId(user), client, names),
          selectionBuilder(user: unknown) {
            const id = readUserId(user);
            return id === null ? {} : { class: styles.selected, 'data-color': pickPersonColor(id) };
          },
        }),
      ];
    },
  });
}

export function drawCaret(id: string | null, client: number, names: DocumentNames): HTMLElement {
  const caret = document.createElement('span');
  caret.className = styles.caret ?? '';
  // Its own direction: a name is no word of the text, and does not turn the list that it stands in.
  caret.dir = 'auto';
  if (id === null) return caret;
  caret.dataset['color'] = pickPersonColor(id);
  caret.dataset['caret'] = String(client);
  const label = document.createElement('span');
  label.className = styles.caretName ?? '';
  label.textContent = names.person(id).name;
  caret.append(label);
  return caret;
}
