import { Extension } from '@tiptap/core';

/**
 * Handles Mod+Shift+Z even if there is nothing to redo. With caps lock, the browser reports a small `z`, and ProseMirror would fall back to
 * the shortcut without Shift: undo.
 */
export const RedoKey = Extension.create({
  name: 'redoKey',
  // Runs before the undo history, which has a priority of 1000 in collaborative documents.
  priority: 1_001,
  addKeyboardShortcuts: () => ({
    'Mod-Shift-z': ({ editor }) => {
      editor.commands.redo();
      return true;
    },
  }),
});
