import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { createDeleteSet, decodeUpdate, UndoManager, type Doc, type Transaction } from 'yjs';
import { insertAll } from '@hearth/contracts/documents/rescue/insertions';
import { planRescue } from '@hearth/contracts/documents/rescue/plan-rescue';
import { moveSplitText } from '@hearth/contracts/documents/rescue/split-text';

const FROM_UNDO = Symbol('what an undo would have deleted');

interface RescueOptions {
  /** Of the transactions that bring what others have written. */
  origin: unknown;
  /** The update that is being applied. */
  readUpdate: () => Uint8Array | null;
  /** Whether this device looks after the text of a client: its own, and those of earlier visits that were not acknowledged. */
  isOwn: (client: number) => boolean;
}

/**
 * Puts back what was typed here into blocks that somebody else has deleted or made anew without having seen it. Text that the server
 * had before such a change is put back there (`rescue-text.ts` in the API).
 */
export function rescueOwnText(doc: Doc, { origin, readUpdate, isOwn }: RescueOptions): void {
  // Yjs names the type of a change as it was when the change came.
  doc.getXmlFragment('default');
  // Before the editor draws the change, so that it draws both at once.
  doc.on('beforeObserverCalls', (transaction: Transaction) => {
    if (transaction.deleteSet.clients.size === 0) return;
    const { origin: cause } = transaction;
    try {
      if (cause instanceof UndoManager) rescueFromUndo(transaction, cause);
      else if (cause === origin) rescue(transaction, { readUpdate, isOwn });
    } catch (error) {
      // The change itself is still to be drawn.
      reportError(error);
    }
  });
}

function rescue(
  transaction: Transaction,
  { readUpdate, isOwn }: Pick<RescueOptions, 'readUpdate' | 'isOwn'>,
): void {
  const { doc } = transaction;
  const update = readUpdate();
  const deletes = update === null ? createDeleteSet() : decodeUpdate(update).ds;
  const merge = { transaction, deletes, isOwn };
  const insertions = planRescue(merge);
  // Like something typed: it goes to the server, and can be undone.
  if (insertions.length > 0) insertAll(doc, insertions, ySyncPluginKey);
  moveSplitText(merge, ySyncPluginKey);
}

/** An undo takes back what it has made anew, and with it what others have typed in there since. */
function rescueFromUndo(transaction: Transaction, manager: UndoManager): void {
  const { currStackItem } = manager;
  if (currStackItem === null) return;
  const merge = { transaction, deletes: currStackItem.insertions, isOwn: () => true, isUndo: true };
  const insertions = planRescue(merge);
  if (insertions.length === 0) return;
  // No step of its own: it belongs to others.
  insertAll(transaction.doc, insertions, FROM_UNDO);
  // A redo would bring it back a second time.
  if (!manager.redoing) manager.once('stack-item-popped', () => manager.clear(false, true));
}

/** A message of the server, as the provider hands it on. */
export interface IncomingMessage {
  readVarString: () => string;
  readVarUint: () => number;
  readVarUint8Array: () => Uint8Array;
}

const SYNC_STEP_ONE = 0;

/** @returns the update that a message of the type sync brings */
export function readIncoming(message: IncomingMessage): Uint8Array | null {
  message.readVarString();
  message.readVarUint();
  return message.readVarUint() === SYNC_STEP_ONE ? null : message.readVarUint8Array();
}
