import { RESCUES } from '@hearth/contracts/documents/collaboration-values';
import { insertAll, type Insertion } from '@hearth/contracts/documents/rescue/insertions';
import { planRescue } from '@hearth/contracts/documents/rescue/plan-rescue';
import * as Y from 'yjs';
import { applyLog } from '#features/documents/store/apply-log.ts';
import { systemRandom } from '#platform/ids.ts';

/**
 * Rescued text must come before the text that its author has typed afterwards. Of two concurrent insertions at the same position, Yjs puts
 * the one with the lower client id first. Browsers choose a 32-bit id, so a 26-bit id is lower for all but one browser in 128.
 */
const CLIENT_BITS = 26;

function chooseClient(): number {
  const bytes = systemRandom(4);
  return 1 + (new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> (32 - CLIENT_BITS));
}

interface Log {
  state: Uint8Array | null;
  updates: readonly Uint8Array[];
}

/**
 * Applies updates and plans the rescue of text that they delete together with its block, by a user who had not seen the text.
 * @param isOwn whether the text of the struct with this client and clock may be rescued
 * @returns insertions that restore the deleted text
 */
export function applyAndPlan(
  doc: Y.Doc,
  log: Log,
  origin: unknown,
  isOwn: (client: number, clock: number) => boolean = () => true,
): Insertion[] {
  let insertions: Insertion[] = [];
  const plan = (transaction: Y.Transaction): void => {
    if (transaction.deleteSet.clients.size === 0 || log.state !== null) return;
    try {
      const deletes = Y.mergeDeleteSets(log.updates.map((update) => Y.decodeUpdate(update).ds));
      insertions = planRescue({ transaction, deletes, isOwn });
    } catch {
      // Planning may fail on untrusted structs, but the update must be applied nevertheless.
    }
  };
  // Define the root type first: Yjs reports changes under the type that the root had when they were applied.
  doc.getXmlFragment('default');
  doc.on('beforeObserverCalls', plan);
  try {
    applyLog(doc, log, origin);
  } finally {
    doc.off('beforeObserverCalls', plan);
  }
  return insertions;
}

/** Encodes the insertions as an update without applying it to `doc`: the update has to be committed first. */
export function writeRescue(doc: Y.Doc, insertions: readonly Insertion[]): Uint8Array | null {
  const copy = new Y.Doc();
  applyLog(copy, { state: Y.encodeStateAsUpdate(doc), updates: [] });
  do copy.clientID = chooseClient();
  while (copy.store.clients.has(copy.clientID));
  const emitted: Uint8Array[] = [];
  copy.on('update', (update) => emitted.push(update));
  copy.transact(() => {
    insertAll(copy, insertions, null);
    const marks = copy.getMap(RESCUES);
    const count = marks.get('count');
    marks.set('count', (typeof count === 'number' ? count : 0) + 1);
  });
  return emitted[0] ?? null;
}
