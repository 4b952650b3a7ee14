import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { applyLog } from './apply-log.ts';

function formatBold(state: Uint8Array, from: number, length: number): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const emitted: Uint8Array[] = [];
  doc.on('update', (update) => emitted.push(update));
  doc.getText('text').format(from, length, { bold: {} });
  return emitted[0] as Uint8Array;
}

it('adds nothing to the log when two people format the same text', () => {
  const first = new Y.Doc();
  first.getText('text').insert(0, 'Hello');
  const state = Y.encodeStateAsUpdate(first);
  const updates = [formatBold(state, 0, 5), formatBold(state, 0, 5)];
  const doc = new Y.Doc();
  // Yjs reports changes of formatting only for types that have been read.
  doc.getText('text');
  const emitted: Uint8Array[] = [];
  doc.on('update', (update) => emitted.push(update));
  expect(applyLog(doc, { state, updates })).toBe(0);
  expect(emitted).toHaveLength(1);
  expect(Y.createDeleteSetFromStructStore(doc.store).clients.size).toBe(0);
  expect(doc.getText('text').toDelta()).toEqual([{ insert: 'Hello', attributes: { bold: {} } }]);
});
