// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { unsyncedDocuments } from '#features/documents/model/unsynced-documents.ts';
import { completeWindow } from '#testing/page-window.ts';
import { releaseLiveDocument, openLive, sendLater } from './background-documents.ts';
import { LocalDocuments } from './local-documents.ts';

completeWindow();

const options = { address: 'ws://localhost:9/collaboration', userId: 'ada', teamId: 'team', isBlank: true };
const waiting = new Map<string, () => void>();

function sendInBackground(userId = 'ada'): void {
  const whenConfirmed = (documentId: string, callback: () => void) => {
    waiting.set(documentId, callback);
    return () => void waiting.delete(documentId);
  };
  unsyncedDocuments.set({ background: { userId, teamId: 'team', whenConfirmed } });
}
afterEach(() => {
  unsyncedDocuments.set({ background: null, ids: new Set() });
  waiting.clear();
});

async function write(documentId: string) {
  const live = openLive({ ...options, documentId });
  await vi.waitFor(() => expect(live.get().isReady).toBe(true));
  live.doc.getText('t').insert(0, 'words');
  return live;
}

it('keeps a document with unsent changes open in the background and reuses it when reopened', async () => {
  sendInBackground();
  const live = await write('d1');
  releaseLiveDocument(live);
  expect([...unsyncedDocuments.get().ids]).toEqual(['d1']);
  const attach = vi.spyOn(live, 'attach');
  waiting.get('d1')?.();
  expect(attach).toHaveBeenCalledOnce();
  expect(openLive({ ...options, documentId: 'd1' })).toBe(live);
  expect(waiting.has('d1')).toBe(false);
  releaseLiveDocument(live);
});

it('closes background documents when the user signs out or another user signs in', async () => {
  sendInBackground();
  const live = await write('d2');
  const close = vi.spyOn(live, 'close');
  releaseLiveDocument(live);
  expect(close).not.toHaveBeenCalled();
  unsyncedDocuments.set({ background: null });
  expect(close).toHaveBeenCalledOnce();
  const other = await write('d3');
  sendInBackground('bob');
  const closeOther = vi.spyOn(other, 'close');
  releaseLiveDocument(other);
  expect(closeOther).toHaveBeenCalledOnce();
});

it('reopens documents with unsent changes from a previous session and closes them once none remain', async () => {
  const live = await write('d4');
  releaseLiveDocument(live);
  await vi.waitFor(async () => expect(await new LocalDocuments('ada', 'team').listUnsent()).toContain('d4'));
  unsyncedDocuments.set({ ids: new Set() });
  sendInBackground();
  sendLater([{ ...options, isBlank: false, documentId: 'd4' }]);
  await vi.waitFor(() => expect([...unsyncedDocuments.get().ids]).toContain('d4'));
  const again = openLive({ ...options, isBlank: false, documentId: 'd4' });
  expect(again.doc.getText('t').toJSON()).toBe('words');
  const close = vi.spyOn(again, 'close');
  releaseLiveDocument(again);
  await again.discard();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
});
