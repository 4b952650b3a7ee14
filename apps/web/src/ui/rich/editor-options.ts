import { Extension, type Editor, type EditorOptions } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { RichPlace } from '@hearth/contracts/rich-text/rich-nodes-values';
import { CaretFirst } from './caret-first.ts';
import { ClipboardParser, putAside } from './html-paste.ts';
import { isLikeMarkdown } from './markdown-signs.ts';
import type { RichNames } from './rich-names.ts';
import { createSchema } from './rich-schema.ts';
import { createTypedMenu, type TypedWatch } from './typed-menu.ts';

interface EditorEvents {
  names: RichNames;
  watch: TypedWatch;
  onLeave: () => void;
  onLink: () => void;
}

/** The options of the editor: its schema, its keys, and what is pasted into it. */
export function createEditorOptions(events: EditorEvents): Partial<EditorOptions> {
  const { names, watch } = events;
  return {
    extensions: [
      ...createSchema(names),
      CaretFirst,
      createTypedMenu({ watch }),
      createLeavingKeys(events.onLeave),
      createLinkKey(events.onLink),
      createPaste('description'),
    ],
    // Its styles stand in our own files: a page takes no others.
    injectCSS: false,
    // What was pasted as it stands stays so; addresses in it lead there all the same.
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
        // Without a selection it is the palette's.
        'Mod-k': ({ editor }) => {
          if (editor.state.selection.empty && !editor.isActive('link')) return false;
          onLink();
          return true;
        },
      };
    },
  });
}

/** Takes Markdown as formatted text, and of HTML only the parts of the schema. */
export function createPaste(place: RichPlace) {
  return Extension.create({
    // Not 'paste': the editor has one of its own.
    name: 'pastedMarkdown',
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin({
          props: {
            transformPastedHTML: putAside,
            clipboardParser: ClipboardParser.of(editor.schema),
            handlePaste(view, event) {
              const text = event.clipboardData?.getData('text/plain') ?? '';
              const isFormatted = event.clipboardData?.types.includes('text/html') ?? false;
              const isCode = view.state.selection.$from.parent.type.spec.code === true;
              if (isFormatted || isCode || !isLikeMarkdown(text)) return false;
              void pasteMarkdown(editor, text, place);
              return true;
            },
          },
        }),
      ];
    },
  });
}

async function pasteMarkdown(editor: Editor, text: string, place: RichPlace): Promise<void> {
  try {
    const { parseMarkdown } = await import('@hearth/contracts/rich-text/markdown/parse-markdown');
    const { content } = parseMarkdown(text, place);
    if (editor.commands.insertContent(content)) return;
  } catch {
    // As it stands there, then: nothing that was pasted is lost.
  }
  if (!editor.isDestroyed) editor.view.pasteText(text);
}
