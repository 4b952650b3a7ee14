import { afterAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { UpdateTrials } from './update-trials.ts';

const trials = new UpdateTrials(4_000);
afterAll(async () => await trials.close());

/** Returns an update with structs that all follow the first letter, which no editor writes. */
function crowd(base: Y.Doc, clientID: number, count: number): Uint8Array {
  const state = Y.encodeStateAsUpdate(base);
  const [letter] = Y.decodeUpdate(state).structs.slice(-1);
  if (letter === undefined) throw new Error('no letter');
  const updates: Uint8Array[] = [];
  const bytes = (...parts: (number | number[])[]): Uint8Array => Uint8Array.from(parts.flat());
  const number = (value: number): number[] => {
    const out: number[] = [];
    let rest = value;
    while (rest > 127) {
      out.push((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    return [...out, rest];
  };
  const items = Array.from({ length: count }, () =>
    bytes(0x84, number(letter.id.client), number(letter.id.clock), 1, 120),
  );
  updates.push(bytes(1, number(count), number(clientID), 0));
  updates.push(...items, bytes(0));
  return Uint8Array.from(updates.flatMap((part) => [...part]));
}

function makeDoc(): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = 1;
  const textNode = new Y.XmlText();
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [textNode]);
  doc.getXmlFragment('default').push([paragraph]);
  textNode.insert(0, 'a');
  return doc;
}

test('accepts updates that can be applied', async () => {
  const doc = makeDoc();
  const update = crowd(doc, 2, 500);
  expect(await trials.isFine(Y.encodeStateAsUpdate(doc), update, 'one')).toBe(true);
});

test('rejects updates that exceed the deadline and accepts the next one', async () => {
  const doc = makeDoc();
  Y.applyUpdate(doc, crowd(doc, 2, 20_000));
  const state = Y.encodeStateAsUpdate(doc);
  const began = performance.now();
  expect(await trials.isFine(state, crowd(makeDoc(), 3, 20_000), 'one')).toBe(false);
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(await trials.isFine(Y.encodeStateAsUpdate(makeDoc()), crowd(makeDoc(), 2, 5), 'one')).toBe(true);
});

test('rejects updates that leave structs pending', async () => {
  const doc = makeDoc();
  expect(await trials.isFine(Y.encodeStateAsUpdate(new Y.Doc()), crowd(doc, 2, 5), 'one')).toBe(false);
});
