import { ySyncPluginKey } from '@tiptap/y-tiptap';
import type { Transaction } from '@tiptap/pm/state';

/** Whether a transaction applies remote changes, or an undo or redo, rather than local input. */
export function isFromOthers(transaction: Transaction): boolean {
  const meta = transaction.getMeta(ySyncPluginKey) as { isChangeOrigin?: boolean } | undefined;
  return meta?.isChangeOrigin === true;
}
