import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { REWRITES } from '@hearth/contracts/documents/collaboration-values';
import type { AbstractType, Transaction, UndoManager, YEvent } from 'yjs';

/**
 * Adds a rewrite by a program to the undo history of each open editor as a separate step. A rewrite replaces the text for all users. Other
 * users' changes are excluded.
 * @param origin the origin of transactions from the server
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

/** Tracks rewrites in the undo manager. Returns a cleanup function. */
function captureRewrites(manager: UndoManager, origin: unknown): () => void {
  const { captureTransaction } = manager;
  // Define the map before the first mark arrives because Yjs reports a change with the type that was defined when the update arrived.
  const marks = manager.doc.getMap(REWRITES) as unknown as AbstractType<YEvent<AbstractType<unknown>>>;
  manager.addTrackedOrigin(origin);
  manager.captureTransaction = (transaction) => {
    if (transaction.origin !== origin) return captureTransaction(transaction);
    if (!transaction.changed.has(marks) || !isOfOneClient(transaction)) return false;
    // A separate step, even immediately after typing.
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

/**
 * Whether a single client made the changes. The first sync also contains marks, but together with users' changes and therefore from more
 * clients than a rewrite.
 */
function isOfOneClient({ beforeState, afterState }: Transaction): boolean {
  const grown = [...afterState].filter(([client, clock]) => clock > (beforeState.get(client) ?? 0));
  return beforeState.size > 0 && grown.length === 1;
}
