import * as Y from 'yjs';

/**
 * Applies a state and the updates after it in a single transaction, at a hundredth of the cost of one transaction per update. An update
 * that Yjs cannot apply does not affect the others. The document then contains what the log contains: see `skipFormattingCleanup`.
 * @returns the number of updates that could not be applied
 */
export function applyLog(
  doc: Y.Doc,
  { state, updates }: { state: Uint8Array | null; updates: readonly Uint8Array[] },
  origin?: unknown,
): number {
  let lost = 0;
  const all = state === null ? updates : [state, ...updates];
  doc.once('afterTransaction', skipFormattingCleanup);
  doc.transact(() => {
    for (const update of all) {
      try {
        Y.applyUpdate(doc, update, origin);
      } catch {
        lost += 1;
      }
    }
  }, origin);
  return lost;
}

/**
 * Yjs deletes redundant formatting marks after remote changes. On the server, Hocuspocus would broadcast these deletions although they are
 * not in the log, and the stored document would differ from that of the clients. Clients send their own deletions. Yjs has no option for
 * this; its `afterTransaction` event precedes the clean-up (yjs 13.6, `cleanupTransactions`).
 */
function skipFormattingCleanup(transaction: Y.Transaction): void {
  transaction._needFormattingCleanup = false;
}
