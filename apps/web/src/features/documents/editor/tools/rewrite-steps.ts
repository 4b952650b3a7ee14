import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { REWRITES } from '@hearth/contracts/documents/collaboration-values';
import type { AbstractType, Transaction, UndoManager, YEvent } from 'yjs';

/**
 * Takes a rewrite by a program, which replaces the text for everybody, into the undo history of whoever has the document open,
 * as a step of its own. What other people type stays out of it.
 * @param origin of the transactions that come from the server
 */
export function createRewriteSteps(origin: unknown) {
  return Extension.create({
    name: 'rewriteSteps',
    addProseMirrorPlugins() {
      const view = ({ state }: EditorView) => {
        const shared = yUndoPluginKey.getState(state) as { undoManager: UndoManager } | undefined;
        return shared === undefined ? {} : { destroy: captureRewrites(shared.undoManager, origin) };
      };
      return [new Plugin({ view })];
    },
  });
}

/** @returns what ends it */
function captureRewrites(manager: UndoManager, origin: unknown): () => void {
  const { captureTransaction } = manager;
  // Here before the first mark comes: Yjs names the type of a change as it was when the change came.
  const marks = manager.doc.getMap(REWRITES) as unknown as AbstractType<YEvent<AbstractType<unknown>>>;
  manager.addTrackedOrigin(origin);
  manager.captureTransaction = (transaction) => {
    if (transaction.origin !== origin) return captureTransaction(transaction);
    if (!transaction.changed.has(marks) || !isOfOneClient(transaction)) return false;
    // A step of its own, whatever was typed just before.
    manager.stopCapturing();
    return true;
  };
  const endStep = (event: { origin: unknown }): void => {
    if (event.origin === origin) manager.stopCapturing();
  };
  manager.on('stack-item-added', endStep);
  return () => {
    manager.off('stack-item-added', endStep);
    manager.removeTrackedOrigin(origin);
    manager.captureTransaction = captureTransaction;
  };
}

/** The first exchange brings marks, too, with what people wrote and therefore with more clients than the one of the rewrite. */
function isOfOneClient({ beforeState, afterState }: Transaction): boolean {
  const grown = [...afterState].filter(([client, clock]) => clock > (beforeState.get(client) ?? 0));
  return beforeState.size > 0 && grown.length === 1;
}
