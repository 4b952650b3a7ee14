import { Extension, type EditorOptions } from '@tiptap/core';
import { CaretFirst } from './caret-first.ts';
import { createPaste } from './paste/create-paste.ts';
import type { RichNames } from './rich-names.ts';
import { createSchema } from './rich-schema.ts';
import { createTypedMenu, type TypedWatch } from './typed-menu.ts';

interface EditorEvents {
  names: RichNames;
  watch: TypedWatch;
  onLeave: () => void;
  onLink: () => void;
  /** Called when images in pasted HTML could not be pasted. */
  onOmittedImages: () => void;
}

/** The options of the editor: its schema, its keys and its paste handling. */
export function createEditorOptions(events: EditorEvents): Partial<EditorOptions> {
  const { names, watch } = events;
  return {
    extensions: [
      ...createSchema(names),
      CaretFirst,
      createTypedMenu({ watch }),
      createLeavingKeys(events.onLeave),
      createLinkKey(events.onLink),
      createPaste('description', { take: () => null, onOmitted: events.onOmittedImages }),
    ],
    // The editor's styles are in our own files because the page's policy forbids injected styles.
    injectCSS: false,
    // Text pasted verbatim is not transformed, except that URLs become links.
    enablePasteRules: ['link'],
  };
}

function createLeavingKeys(onLeave: () => void) {
  return Extension.create({
    name: 'leavingKeys',
    addKeyboardShortcuts() {
      const leave = (): boolean => {
        onLeave();
        return true;
      };
      return { Escape: leave, 'Mod-Enter': leave };
    },
  });
}

export function createLinkKey(onLink: () => void) {
  return Extension.create({
    name: 'linkKey',
    addKeyboardShortcuts() {
      return {
        // Without a selection and outside a link, the shortcut opens the command palette instead.
        'Mod-k': ({ editor }) => {
          if (editor.state.selection.empty && !editor.isActive('link')) return false;
          onLink();
          return true;
        },
      };
    },
  });
}
