import { ySyncPluginKey } from '@tiptap/y-tiptap';
import {
  createDeleteSet,
  createID,
  decodeUpdate,
  isDeleted,
  mergeDeleteSets,
  UndoManager,
  type Doc,
  type Transaction,
} from 'yjs';
import { insertAll } from '@hearth/contracts/documents/rescue/insertions';
import { planRescue } from '@hearth/contracts/documents/rescue/plan-rescue';
import { moveSplitText } from '@hearth/contracts/documents/rescue/split-text';

const FROM_UNDO = Symbol('what an undo would have deleted');

interface RescueOptions {
  /** Of the transactions that bring what others have written. */
  origin: unknown;
  /** The update that is being applied. */
  readUpdate: () => IncomingUpdate | null;
  /** Updates of this device that the server has not acknowledged. */
  listUnacknowledged: () => readonly Uint8Array[];
  /** Whether this device looks after the text of a client: its own, and those of earlier visits that were not acknowledged. */
  isOwn: (client: number) => boolean;
}

/**
 * Puts back what was typed here into blocks that somebody else has deleted or made anew without having seen it. Text that the server
 * had before such a change is put back there (`rescue-text.ts` in the API).
 */
export function rescueOwnText(doc: Doc, { origin, isOwn, ...options }: RescueOptions): void {
  // Yjs names the type of a change as it was when the change came.
  doc.getXmlFragment('default');
  // Before the editor draws the change, so that it draws both at once.
  doc.on('beforeObserverCalls', (transaction: Transaction) => {
    if (transaction.deleteSet.clients.size === 0) return;
    const { origin: cause } = transaction;
    try {
      if (cause instanceof UndoManager) rescueFromUndo(transaction, cause);
      else if (cause === origin) rescue(transaction, { isOwn, ...options });
    } catch (error) {
      // The change itself is still to be drawn.
      reportError(error);
    }
  });
}

function rescue(
  transaction: Transaction,
  { readUpdate, listUnacknowledged, isOwn }: Omit<RescueOptions, 'origin'>,
): void {
  const { doc } = transaction;
  const incoming = readUpdate();
  const deletes = incoming === null ? createDeleteSet() : decodeUpdate(incoming.update).ds;
  // The delete set of sync step 2 also contains structs that reached the server after their block was deleted.
  const unsure = incoming?.isAnswer === true ? listStructs(listUnacknowledged()) : null;
  const isUnacknowledged =
    unsure === null || unsure.clients.size === 0
      ? undefined
      : (client: number, clock: number) => isDeleted(unsure, createID(client, clock));
  const merge = { transaction, deletes, isOwn, isUnacknowledged };
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

/** The update of a sync message. */
interface IncomingUpdate {
  update: Uint8Array;
  /** It is sync step 2: everything that this device lacks. Else it is a single change. */
  isAnswer: boolean;
}

const SYNC_STEP_ONE = 0;
const SYNC_STEP_TWO = 1;

/** @returns the update that a message of the type sync brings */
export function readIncoming(message: IncomingMessage): IncomingUpdate | null {
  message.readVarString();
  message.readVarUint();
  const step = message.readVarUint();
  if (step === SYNC_STEP_ONE) return null;
  return { update: message.readVarUint8Array(), isAnswer: step === SYNC_STEP_TWO };
}

function listStructs(updates: readonly Uint8Array[]): ReturnType<typeof createDeleteSet> {
  const set = createDeleteSet();
  for (const { id, length } of updates.flatMap((update) => decodeUpdate(update).structs)) {
    const ranges = set.clients.get(id.client) ?? [];
    ranges.push({ clock: id.clock, len: length });
    set.clients.set(id.client, ranges);
  }
  return mergeDeleteSets([set]);
}
