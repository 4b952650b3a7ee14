import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import {
  createID,
  getItemCleanEnd,
  getItemCleanStart,
  Item,
  iterateDeletedStructs,
  type Transaction,
  type UndoManager,
} from 'yjs';

/**
 * Prevents an undo from deleting unrelated text. Yjs 13.6 restores deleted items as new items and merges those with their neighbors. An
 * earlier undo step that refers to such an item deletes the whole merged item, including other users' text.
 */
export const RedoneItems = Extension.create({
  name: 'redoneItems',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        view({ state }) {
          const { undoManager } = yUndoPluginKey.getState(state) as { undoManager: UndoManager };
          const { doc } = undoManager;
          const split = (transaction: Transaction): void => {
            if (transaction.origin === undoManager) splitRedone(transaction, undoManager);
          };
          doc.on('beforeTransaction', split);
          return { destroy: () => doc.off('beforeTransaction', split) };
        },
      }),
    ];
  },
});

function splitRedone(transaction: Transaction, { undoing, undoStack, redoStack }: UndoManager): void {
  const { store } = transaction.doc;
  for (const { insertions } of undoing ? undoStack : redoStack)
    iterateDeletedStructs(transaction, insertions, (struct) => {
      let item: unknown = struct;
      while (item instanceof Item && item.redone !== null) {
        const { client, clock } = item.redone;
        item = getItemCleanStart(transaction, createID(client, clock));
        if (item instanceof Item && item.length > struct.length)
          item = getItemCleanEnd(transaction, store, createID(client, clock + struct.length - 1));
      }
    });
}
