import { ySyncPluginKey } from '@tiptap/y-tiptap';
import {
  createDeleteSet,
  createID,
  decodeUpdate,
  getItem,
  isDeleted,
  Item,
  mergeDeleteSets,
  UndoManager,
  type Doc,
  type Transaction,
} from 'yjs';
import { insertAll } from '@hearth/contracts/documents/rescue/insertions';
import { planRescue } from '@hearth/contracts/documents/rescue/plan-rescue';
import { joinSplitText, moveSplitText } from '@hearth/contracts/documents/rescue/split-text';

type DeleteSet = ReturnType<typeof createDeleteSet>;

const FROM_UNDO = Symbol('what an undo would have deleted');

interface RescueOptions {
  /** Origin of remote transactions. */
  origin: unknown;
  /** The update being applied. */
  readUpdate: () => IncomingUpdate | null;
  /** Unacknowledged updates of this device. */
  listUnacknowledged: () => readonly Uint8Array[];
  /** Whether this device restores the text of a client: its own client, or a client of an earlier session with unacknowledged changes. */
  isOwn: (client: number) => boolean;
}

/**
 * Reinserts this device's text into blocks that another client has deleted or recreated without having received that text. Text that the
 * server received before such a change is reinserted by the server (`rescue-text.ts` in the API).
 */
export function rescueOwnText(doc: Doc, { origin, isOwn, ...options }: RescueOptions): void {
  // Define the type first because Yjs reports a change with the type that was defined when the update arrived.
  doc.getXmlFragment('default');
  // Runs before the editor renders the change so that both are rendered together.
  doc.on('beforeObserverCalls', (transaction: Transaction) => {
    if (transaction.deleteSet.clients.size === 0) return;
    const { origin: cause } = transaction;
    try {
      if (cause instanceof UndoManager) rescueFromUndo(transaction, cause);
      else if (cause === origin) rescue(transaction, { isOwn, ...options });
    } catch (error) {
      // Do not rethrow: the change itself must still be rendered.
      reportError(error);
    }
  });
}

function rescue(
  transaction: Transaction,
  { readUpdate, listUnacknowledged, isOwn }: Omit<RescueOptions, 'origin'>,
): void {
  const { changed, doc } = transaction;
  // Yjs discards the cached positions of changed texts later, when it calls the observers.
  for (const { _searchMarker } of changed.keys()) _searchMarker?.splice(0);
  const incoming = readUpdate();
  const deletes = incoming === null ? createDeleteSet() : decodeUpdate(incoming.update).ds;
  // The delete set of sync step 2 also contains structs that reached the server only after their block was deleted.
  const unsure = incoming?.isAnswer === true ? listStructs(listUnacknowledged()) : null;
  const isUnacknowledged =
    unsure === null || unsure.clients.size === 0
      ? undefined
      : (client: number, clock: number) => isDeleted(unsure, createID(client, clock));
  const merge = { transaction, deletes, isOwn, isUnacknowledged };
  const insertions = planRescue(merge);
  // Uses the origin of local input so that the text is sent to the server and can be undone.
  if (insertions.length > 0) insertAll(doc, insertions, ySyncPluginKey);
  moveSplitText(merge, ySyncPluginKey);
}

/** Keeps other users' text in blocks that an undo deletes and recreates. */
function rescueFromUndo(transaction: Transaction, manager: UndoManager): void {
  const { currStackItem } = manager;
  if (currStackItem === null) return;
  const { insertions: undone } = currStackItem;
  const deletes = mergeDeleteSets([undone, listRedone(transaction, undone)]);
  const merge = { transaction, deletes, isOwn: () => true, isUndo: true };
  const insertions = planRescue(merge);
  // Not an undo step, because the text belongs to other users.
  if (insertions.length > 0) insertAll(transaction.doc, insertions, FROM_UNDO);
  const hasJoined = joinSplitText(merge, FROM_UNDO);
  if (insertions.length === 0 && !hasJoined) return;
  // Clear the redo stack: a redo would insert the text a second time.
  if (!manager.redoing) manager.once('stack-item-popped', () => manager.clear(false, true));
}

/**
 * Returns the items as which later undo steps have restored the items of a step. An undo of the step deletes them, so they are this user's
 * text as well: a paragraph that was converted and converted back, for example.
 */
function listRedone({ doc: { store } }: Transaction, { clients }: DeleteSet): DeleteSet {
  const redone = createDeleteSet();
  const ranges = [...clients].flatMap(([client, items]) =>
    items.map(({ clock, len }) => ({ client, clock, len })),
  );
  // Grows while it is read, because a restored item may have been deleted and restored again.
  for (const { client, clock, len } of ranges) {
    for (let at = clock; at < clock + len;) {
      const item = getItem(store, createID(client, at));
      const end = Math.min(item.id.clock + item.length, clock + len);
      if (item instanceof Item && item.redone !== null) {
        const start = item.redone.clock + at - item.id.clock;
        ranges.push({ client: item.redone.client, clock: start, len: end - at });
        const known = redone.clients.get(item.redone.client) ?? [];
        known.push({ clock: start, len: end - at });
        redone.clients.set(item.redone.client, known);
      }
      at = end;
    }
  }
  return redone;
}

/** A server message, as emitted by the provider. */
export interface IncomingMessage {
  readVarString: () => string;
  readVarUint: () => number;
  readVarUint8Array: () => Uint8Array;
}

/** The update of a sync message. */
interface IncomingUpdate {
  update: Uint8Array;
  /** Whether the message is sync step 2, with all updates that this device lacks. Otherwise it is a single change. */
  isAnswer: boolean;
}

const SYNC_STEP_ONE = 0;
const SYNC_STEP_TWO = 1;

/** Returns the update of a sync message. Returns null for sync step 1, which contains no update. */
export function readIncoming(message: IncomingMessage): IncomingUpdate | null {
  message.readVarString();
  message.readVarUint();
  const step = message.readVarUint();
  if (step === SYNC_STEP_ONE) return null;
  return { update: message.readVarUint8Array(), isAnswer: step === SYNC_STEP_TWO };
}

function listStructs(updates: readonly Uint8Array[]): DeleteSet {
  const set = createDeleteSet();
  for (const { id, length } of updates.flatMap((update) => decodeUpdate(update).structs)) {
    const ranges = set.clients.get(id.client) ?? [];
    ranges.push({ clock: id.clock, len: length });
    set.clients.set(id.client, ranges);
  }
  return mergeDeleteSets([set]);
}
