import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { REWRITES } from '@hearth/contracts/documents/collaboration-values';
import type { AbstractType, Transaction, UndoManager, YEvent } from 'yjs';

/**
 * Adds a rewrite by a program, which replaces the text for everyone, to the undo history of each open editor, as a separate step. Other
 * people's changes are excluded.
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

/** @returns cleanup function */
function captureRewrites(manager: UndoManager, origin: unknown): () => void {
  const { captureTransaction } = manager;
  // Define the map before the first mark arrives: Yjs reports the type of a change as it was when the update arrived.
  const marks = manager.doc.getMap(REWRITES) as unknown as AbstractType<YEvent<AbstractType<unknown>>>;
  manager.addTrackedOrigin(origin);
  manager.captureTransaction = (transaction) => {
    if (transaction.origin !== origin) return captureTransaction(transaction);
    if (!transaction.changed.has(marks) || !isOfOneClient(transaction)) return false;
    // Always a separate step, even directly after typing.
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

/** The first sync contains marks too, but with people's changes and so from more clients than a rewrite. */
function isOfOneClient({ beforeState, afterState }: Transaction): boolean {
  const grown = [...afterState].filter(([client, clock]) => clock > (beforeState.get(client) ?? 0));
  return beforeState.size > 0 && grown.length === 1;
}
