import { Extension } from '@tiptap/core';
import { t } from '@lingui/core/macro';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Placeholder of the empty block at the caret and of an empty document. */
export const Placeholders = Extension.create({
  name: 'placeholders',
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        key: new PluginKey('placeholders'),
        props: {
          decorations({ doc, selection }) {
            const { $from, empty } = selection;
            const isFirst = doc.childCount === 1 && doc.firstChild?.content.size === 0;
            if (!editor.isEditable || (!empty && !isFirst)) return null;
            const parent = isFirst ? doc.firstChild : $from.parent;
            if (parent === null || !parent.isTextblock || parent.content.size > 0) return null;
            const placeholder = nameEmpty(parent);
            if (placeholder === null) return null;
            const from = isFirst ? 0 : $from.before();
            return DecorationSet.create(doc, [
              Decoration.node(from, from + parent.nodeSize, { 'data-placeholder': placeholder }),
            ]);
          },
        },
      }),
    ];
  },
});

function nameEmpty({ type }: Node): string | null {
  if (type.name === 'paragraph') return t`Type / for commands`;
  if (type.name === 'heading') return t`Heading`;
  return type.name === 'detailsSummary' ? t`Toggle title` : null;
}
