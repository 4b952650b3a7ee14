import { ySyncPluginKey } from '@tiptap/y-tiptap';
import type { Transaction } from '@tiptap/pm/state';

/** Does a transaction bring what others have written, or what is undone, instead of what is typed here? */
export function isFromOthers(transaction: Transaction): boolean {
  const meta = transaction.getMeta(ySyncPluginKey) as { isChangeOrigin?: boolean } | undefined;
  return meta?.isChangeOrigin === true;
}
