import { useEffect } from 'react';
import { COLLABORATION } from '#features/documents/editor/live/collaboration-address.ts';
import { listLeftUnsent } from '#features/documents/editor/live/local-documents.ts';
import { markUnsynced, unsyncedDocuments } from '#features/documents/model/unsynced-documents.ts';
import { loadChunk } from '#ui/lazy/load-chunk.ts';
import { useFirstPart, useTeamStore, type TeamStore } from '#platform/sync/index.ts';

/** Poll interval for unsent changes of closed tabs. */
const POLL_EVERY_MS = 60_000;

/** Sends unsent document changes in the background, without opening the documents. */
export function UnsyncedWatch() {
  const store = useTeamStore();
  const isWhole = useFirstPart() === null;
  useEffect(() => (isWhole ? watch(store) : undefined), [store, isWhole]);
  return null;
}

function watch(store: TeamStore): () => void {
  const { userId, teamId } = store;
  const isKnown = (documentId: string): boolean => store.row('document', documentId) !== undefined;
  const ending = new AbortController();

  async function send(): Promise<void> {
    const ids = (await listLeftUnsent(userId, teamId)).filter(isKnown);
    if (ending.signal.aborted || ids.length === 0) return;
    for (const documentId of ids) markUnsynced(documentId, true);
    const { sendLater } = await loadChunk(
      () => import('#features/documents/editor/live/background-documents.ts'),
    );
    if (ending.signal.aborted) return;
    const options = { address: COLLABORATION, userId, teamId, isBlank: false };
    sendLater(ids.map((documentId) => ({ ...options, documentId })));
  }
  function whenConfirmed(documentId: string, callback: () => void): () => void {
    const stop = store.subscribeSteps(report);
    function report(): void {
      if (!isKnown(documentId) || store.isPending('document', documentId)) return;
      stop();
      callback();
    }
    report();
    return stop;
  }
  unsyncedDocuments.set({ background: { userId, teamId, whenConfirmed } });
  const look = (): void => void send();
  look();
  window.addEventListener('online', look, { signal: ending.signal });
  const timer = setInterval(look, POLL_EVERY_MS);
  return () => {
    ending.abort();
    clearInterval(timer);
    unsyncedDocuments.set({ background: null, ids: new Set() });
  };
}
