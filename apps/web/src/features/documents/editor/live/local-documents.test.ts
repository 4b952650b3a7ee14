import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { emptyCopy } from '#platform/sync/copies/empty-copy.ts';
import { documentsDbName, hasUnsentChanges, wipeOtherPeople } from '#platform/sync/copies/local-dbs.ts';
import { listLeftUnsent, LocalDocuments, lockNameOf } from './local-documents.ts';

let at = 0;
let userId = '';
beforeEach(() => {
  at += 1;
  userId = `ann${at}`;
});

afterEach(() => vi.unstubAllGlobals());

/** Types into a document. Without a session, the changes count as sent. */
async function type(local: LocalDocuments, id: string, words: readonly string[], session: string | null) {
  const doc = new Doc();
  const stored = await local.load(id);
  for (const update of stored?.updates ?? []) applyUpdate(doc, update);
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  for (const word of words) doc.getText('t').insert(doc.getText('t').length, word);
  for (const update of updates) await local.append(id, update, session);
}

async function read(local: LocalDocuments, id: string) {
  const stored = await local.load(id);
  if (stored === null) return null;
  const doc = new Doc();
  for (const update of stored.updates) applyUpdate(doc, update);
  return { text: doc.getText('t').toJSON(), unsent: stored.unsent };
}

it('restores typed text and the number of unsent changes', async () => {
  const local = new LocalDocuments(userId, 'team');
  expect(await read(local, 'd1')).toBeNull();
  await type(local, 'd1', ['from ', 'server '], null);
  await type(local, 'd1', ['mine ', 'too'], 's1');
  await type(local, 'd2', ['other'], 's1');
  await local.close();
  const next = new LocalDocuments(userId, 'team');
  expect(await read(next, 'd1')).toEqual({ text: 'from server mine too', unsent: { s1: 2 } });
  expect(await read(next, 'd1')).toEqual({ text: 'from server mine too', unsent: { s1: 2 } });
});

it.each([
  { session: null, isUnsent: false },
  { session: 's1', isUnsent: true },
])('reports changes of session $session as unsent: $isUnsent', async ({ session, isUnsent }) => {
  await wipeOtherPeople(null);
  const local = new LocalDocuments(userId, 'team');
  await type(local, 'd1', ['word'], session);
  expect(await hasUnsentChanges()).toBe(isUnsent);
  await local.close();
});

it('settles only acknowledged changes and keeps later changes of another tab', async () => {
  const local = new LocalDocuments(userId, 'team');
  await type(local, 'd1', ['a', 'b'], 's1');
  await type(local, 'd1', ['c'], 's2');
  const whole = new Doc();
  for (const update of (await local.load('d1'))?.updates ?? []) applyUpdate(whole, update);
  await type(local, 'd1', ['d'], 's2');
  await local.settle('d1', encodeStateAsUpdate(whole), { s1: 2, s2: 1 });
  expect(await read(local, 'd1')).toEqual({ text: 'abcd', unsent: { s2: 1 } });
  expect((await local.load('d1'))?.updates).toHaveLength(2);
});

it('keeps the latest sixty documents and all documents with unsent changes', async () => {
  const local = new LocalDocuments(userId, 'team');
  await type(local, 'first', ['a'], 's1');
  for (let at = 0; at < 62; at += 1) {
    const doc = new Doc();
    doc.getText('t').insert(0, String(at));
    await local.settle(`d${at}`, encodeStateAsUpdate(doc), {});
  }
  const isStored = async (id: string) => (await local.load(id)) !== null;
  expect([await isStored('first'), await isStored('d0'), await isStored('d1')]).toEqual([true, false, false]);
  expect([await isStored('d2'), await isStored('d61')]).toEqual([true, true]);
});

it('deletes all data of a document', async () => {
  const local = new LocalDocuments(userId, 'team');
  await type(local, 'd1', ['a'], 's1');
  await local.load('d1');
  await type(local, 'd1', ['b'], 's1');
  await local.forget('d1');
  expect(await read(local, 'd1')).toBeNull();
});

it('keeps only documents with unsent changes when the copy is emptied, until other users’ data is wiped', async () => {
  const local = new LocalDocuments(userId, 'team');
  await type(local, 'sent', ['a'], null);
  await type(local, 'unsent', ['b'], 's1');
  await local.close();
  expect(await emptyCopy(documentsDbName(userId, 'team'))).toBe(true);
  const after = new LocalDocuments(userId, 'team');
  expect(await read(after, 'sent')).toBeNull();
  expect(await read(after, 'unsent')).toEqual({ text: 'b', unsent: { s1: 1 } });
  await wipeOtherPeople(null);
  expect(await read(new LocalDocuments(userId, 'team'), 'unsent')).toBeNull();
});

it('lists documents with unsent changes that no tab has open', async () => {
  expect(await listLeftUnsent(userId, 'team')).toEqual([]);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(
    documentsDbName(userId, 'team'),
  );
  const local = new LocalDocuments(userId, 'team');
  await type(local, 'd1', ['a', 'b'], 's1');
  await type(local, 'd2', ['c'], null);
  await type(local, 'd3', ['d'], 's2');
  await local.close();
  const name = lockNameOf({ userId, teamId: 'team', documentId: 'd3' });
  await navigator.locks.request(name, { mode: 'shared' }, async () => {
    expect(await listLeftUnsent(userId, 'team')).toEqual(['d1']);
  });
  expect(await listLeftUnsent(userId, 'team')).toEqual(['d1', 'd3']);
});

it('restores updates that were not yet stored at page unload and ignores malformed entries', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const items: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => void (items[key] = value),
    removeItem: (key: string) => void delete items[key],
  };
  // In browsers, keys are own properties of the storage object.
  vi.stubGlobal('localStorage', Object.setPrototypeOf(items, methods));
  const doc = new Doc();
  const local = new LocalDocuments(userId, 'team');
  await local.load('d1');
  const writes: Promise<void>[] = [];
  doc.on('update', (update: Uint8Array) => writes.push(local.append('d1', update, 's1')));
  for (const letter of 'written') doc.getText('t').insert(doc.getText('t').length, letter);
  page.dispatchEvent(new Event('pagehide'));
  await Promise.all(writes);
  const entry = { documentId: 'd1', update: ['x'], session: 's1' };
  items[`${documentsDbName(userId, 'team')}:unconfirmed:broken`] = '[{"documentId":';
  items[`${documentsDbName(userId, 'team')}:unconfirmed:forged`] = JSON.stringify([null, 7, {}, entry]);
  // Simulates a browser that aborts the pending transactions.
  vi.stubGlobal('indexedDB', new IDBFactory());
  const next = new LocalDocuments(userId, 'team');
  expect(await read(next, 'd1')).toEqual({ text: 'written', unsent: { s1: 7 } });
  expect(Object.keys(items)).toEqual([]);
  page.dispatchEvent(new Event('pagehide'));
  expect(Object.keys(items)).toEqual([]);
});
