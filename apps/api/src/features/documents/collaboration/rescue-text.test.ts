import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { applyAndPlan, writeRescue } from './rescue-text.ts';

const fragment = (doc: Y.Doc): Y.XmlFragment => doc.getXmlFragment('default');
const textOf = (doc: Y.Doc): string => fragment(doc).toJSON();

function makeBlock(name: string, text: string): Y.XmlElement {
  const block = new Y.XmlElement(name);
  block.insert(0, [new Y.XmlText(text)]);
  return block;
}

function copy(doc: Y.Doc): Y.Doc {
  const newDoc = new Y.Doc();
  Y.applyUpdate(newDoc, Y.encodeStateAsUpdate(doc));
  return newDoc;
}

/** Applies a change and returns its update. */
function change(doc: Y.Doc, work: (doc: Y.Doc) => void): Uint8Array {
  const before = Y.encodeStateVector(doc);
  doc.transact(() => work(doc));
  return Y.encodeStateAsUpdate(doc, before);
}

const typeAt = (at: number, text: string) => (doc: Y.Doc) =>
  ((fragment(doc).get(0) as Y.XmlElement).get(0) as Y.XmlText).insert(at, text);

/** Replaces the first block with one of another type, as an editor does. */
const turnInto = (name: string, text: string) => (doc: Y.Doc) => {
  fragment(doc).delete(0, 1);
  fragment(doc).insert(0, [makeBlock(name, text)]);
};

function open() {
  const server = new Y.Doc();
  fragment(server).insert(0, [makeBlock('paragraph', 'Rye loaf')]);
  return { server, ada: copy(server), bob: copy(server) };
}

/** Applies received updates on the server and returns the update that restores deleted text. */
function take(server: Y.Doc, ...updates: Uint8Array[]): Uint8Array | null {
  const insertions = applyAndPlan(server, { state: null, updates }, 'log');
  const update = insertions.length === 0 ? null : writeRescue(server, insertions);
  if (update !== null) Y.applyUpdate(server, update);
  return update;
}

it('moves concurrently typed text into the block that replaced the deleted one', () => {
  const { server, ada, bob } = open();
  const turned = change(ada, turnInto('heading', 'Rye loaf'));
  expect(take(server, change(bob, typeAt(3, ' fresh')))).toBeNull();
  const update = take(server, turned);
  expect(textOf(server)).toBe('<heading>Rye fresh loaf</heading>');
  // Clients that have received all updates converge.
  for (const doc of [ada, bob]) {
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(server));
    expect(textOf(doc)).toBe('<heading>Rye fresh loaf</heading>');
  }
  expect(update).not.toBeNull();
});

it('restores text when its update and the deletion are committed together', () => {
  for (const isTypedFirst of [true, false]) {
    const { server, ada, bob } = open();
    const typed = change(bob, typeAt(8, ' for two'));
    const turned = change(ada, turnInto('heading', 'Rye loaf'));
    take(server, ...(isTypedFirst ? [typed, turned] : [turned, typed]));
    expect(textOf(server)).toBe('<heading>Rye loaf for two</heading>');
  }
});

it('does not restore text typed into a block that had already been deleted', () => {
  const { server, ada, bob } = open();
  take(server, change(ada, turnInto('heading', 'Rye loaf')));
  expect(take(server, change(bob, typeAt(3, ' fresh')))).toBeNull();
  expect(textOf(server)).toBe('<heading>Rye loaf</heading>');
});

it('places restored text before later text by the same author', () => {
  const { server, ada, bob } = open();
  // An id above all client ids that the server chooses, as in 63 of 64 browsers.
  bob.clientID = 2 ** 26 + 1;
  const turned = change(ada, turnInto('heading', 'Rye loaf'));
  take(server, change(bob, typeAt(8, ' for')));
  Y.applyUpdate(bob, turned);
  const next = change(bob, typeAt(8, ' two'));
  take(server, turned);
  take(server, next);
  expect(textOf(server)).toBe('<heading>Rye loaf for two</heading>');
});

it('does not restore text that the deleting user had seen', () => {
  const { server, ada, bob } = open();
  const typed = change(bob, typeAt(8, ' for two'));
  take(server, typed);
  Y.applyUpdate(ada, typed);
  expect(
    take(
      server,
      change(ada, (doc) => fragment(doc).delete(0, 1)),
    ),
  ).toBeNull();
  expect(textOf(server)).toBe('');
});
