// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement } from 'yjs';
import { unsyncedDocuments } from '#features/documents/model/unsynced-documents.ts';
import { completeWindow } from '#testing/page-window.ts';
import { LiveDocument } from './live-document.ts';

completeWindow();

beforeEach(() => unsyncedDocuments.set({ ids: new Set() }));
const opened: LiveDocument[] = [];
afterEach(() => {
  for (const live of opened.splice(0)) live.close();
});

function open(): LiveDocument {
  const live = new LiveDocument({
    address: 'ws://localhost:9/collaboration',
    userId: 'ada',
    teamId: 'team',
    documentId: crypto.randomUUID(),
    isBlank: true,
  });
  opened.push(live);
  return live;
}

/** Simulates the provider's event after the server has acknowledged all changes. */
function acknowledge({ provider }: LiveDocument): void {
  const events = provider as unknown as { emit: (name: string, event: object) => void };
  events.emit('unsyncedChanges', { number: 0 });
}

const write = (doc: Doc): void => doc.getXmlFragment('default').push([new XmlElement('paragraph')]);

/** Returns an update in which another client has used this client id. */
function forge(clientId: number, blocks: number): Uint8Array {
  const doc = new Doc();
  doc.clientID = clientId;
  for (let at = 0; at < blocks; at += 1) write(doc);
  return encodeStateAsUpdate(doc);
}

it('counts only the client’s own changes as unsent, until the server acknowledges them', () => {
  const live = open();
  write(live.doc);
  applyUpdate(live.doc, forge(live.doc.clientID + 1, 9), live.provider);
  expect(live.get()).toMatchObject({ unsent: 1, readOnly: null });
  acknowledge(live);
  expect(live.get()).toMatchObject({ unsent: 0, readOnly: null });
});

it('keeps changes unsent and becomes read-only if another client has used the same client id', () => {
  const live = open();
  write(live.doc);
  applyUpdate(live.doc, forge(live.doc.clientID, 9), live.provider);
  acknowledge(live);
  expect(live.get()).toMatchObject({ unsent: 1, readOnly: 'gone' });
});

it('marks a document edited offline as unsynced immediately', () => {
  const live = open();
  const events = live.provider as unknown as { emit: (name: string) => void };
  events.emit('authenticated');
  window.dispatchEvent(new Event('offline'));
  write(live.doc);
  expect([...unsyncedDocuments.get().ids]).toEqual([live.options.documentId]);
  acknowledge(live);
  expect([...unsyncedDocuments.get().ids]).toEqual([]);
});
