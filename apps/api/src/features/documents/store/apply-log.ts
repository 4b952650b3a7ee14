import * as Y from 'yjs';

/**
 * Applies a state and what follows it in one transaction, which costs a hundredth of one for each. An update that Yjs cannot
 * apply must not take the rest with it.
 * @returns how many could not be applied
 */
export function applyLog(
  doc: Y.Doc,
  { state, updates }: { state: Uint8Array | null; updates: readonly Uint8Array[] },
  origin?: unknown,
): number {
  let lost = 0;
  const all = state === null ? updates : [state, ...updates];
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
