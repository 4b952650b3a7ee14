import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';

/**
 * Leaves an empty shared document empty until something is written. The editor shows an empty paragraph in it, and y-tiptap writes that
 * paragraph with the next transaction, even if only the caret moves. After an undo of all text, this counted as a change, which emptied the
 * redo stack, and redone text got an additional paragraph.
 */
export const EmptyDocument = Extension.create({
  name: 'emptyDocument',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        view({ state }) {
          const { binding } = ySyncPluginKey.getState(state) as { binding: ProsemirrorBinding };
          const write = binding._prosemirrorChanged.bind(binding);
          binding._prosemirrorChanged = (doc: Node) => {
            if (binding.type.length > 0 || !isBlank(doc)) write(doc);
          };
          return {};
        },
      }),
    ];
  },
});

/** Whether the document consists of one empty paragraph. */
function isBlank({ firstChild, childCount }: Node): boolean {
  return childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.content.size === 0;
}
