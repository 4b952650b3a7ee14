import { Extension } from '@tiptap/core';
import { yCursorPlugin } from '@tiptap/y-tiptap';
import type { HocuspocusProvider } from '@hocuspocus/provider';
import { pickPersonColor } from '#ui/format/person.ts';
import type { DocumentNames } from '#ui/rich/rich-names.ts';
import styles from './live.module.css';

/** Returns the id in a user's awareness state, or null if it contains no valid id. */
export function readUserId(user: unknown): string | null {
  const id = typeof user === 'object' && user !== null ? (user as { id?: unknown }).id : null;
  return typeof id === 'string' ? id : null;
}

/** Remote carets and selections in the users' avatar colors. Names are looked up by id to prevent impersonation. */
export function createCarets({ awareness }: HocuspocusProvider, userId: string, names: DocumentNames) {
  return Extension.create({
    name: 'carets',
    addProseMirrorPlugins() {
      if (awareness === null) return [];
      awareness.setLocalStateField('user', { id: userId });
      return [
        yCursorPlugin(awareness, {
          // Carets of the same user come from other tabs, or from this tab before a reload. They would look like another user's carets.
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
  // The name has its own text direction and must not affect that of the surrounding list.
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
