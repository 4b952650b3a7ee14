import { unsyncedDocuments } from '#features/documents/model/unsynced-documents.ts';
import { LiveDocument, type LiveOptions } from './live-document.ts';

/** Queued documents are opened only while there are fewer background connections than this. */
const MAX_CONNECTIONS = 8;

interface BackgroundDocument {
  live: LiveDocument;
  stop: () => void;
}

/** Documents with unsent changes that are not displayed, by id. */
const backgroundDocuments = new Map<string, BackgroundDocument>();
const queue = new Map<string, LiveOptions>();
/** Ids of the displayed documents. */
const shown = new Set<string>();

unsyncedDocuments.subscribe(() => {
  // After the user or team has changed, the new session must not send the changes.
  if (unsyncedDocuments.get().background === null) closeAll();
});

/** Opens a document for display. Reuses its background connection if there is one. */
export function openLive(options: LiveOptions): LiveDocument {
  const { documentId } = options;
  shown.add(documentId);
  queue.delete(documentId);
  const background = backgroundDocuments.get(documentId);
  drop(documentId);
  if (background !== undefined && background.live.get().readOnly !== 'gone') {
    background.live.enter();
    return background.live;
  }
  background?.live.close();
  return new LiveDocument(options);
}

/** Closes a document that is no longer displayed once all its changes are sent. */
export function releaseLiveDocument(live: LiveDocument): void {
  shown.delete(live.options.documentId);
  live.leave();
  if (live.get().unsent === 0 || !keepOpen(live)) live.close();
}

/** Queues documents whose changes an earlier session on this device did not send. */
export function sendLater(documents: readonly LiveOptions[]): void {
  for (const options of documents) {
    const { documentId } = options;
    if (!shown.has(documentId) && !backgroundDocuments.has(documentId)) queue.set(documentId, options);
  }
  openNext();
}

function openNext(): void {
  for (const [documentId, options] of queue) {
    if (backgroundDocuments.size >= MAX_CONNECTIONS) return;
    queue.delete(documentId);
    const live = new LiveDocument(options);
    live.leave();
    keepOpen(live);
  }
}

/**
 * Keeps a document open until all its changes are sent or rejected.
 * @returns false without a background session for its user and team
 */
function keepOpen(live: LiveDocument): boolean {
  const { documentId, userId, teamId } = live.options;
  const { background } = unsyncedDocuments.get();
  if (background?.userId !== userId || background.teamId !== teamId) return false;
  const endIfSent = (): void => {
    const { isReady, unsent, readOnly } = live.get();
    // Rejected changes stay in the local copy. Opening the document shows the reason.
    if (readOnly === null && (!isReady || unsent > 0)) return;
    drop(documentId);
    live.close();
    openNext();
  };
  const ends = [live.subscribe(endIfSent), background.whenConfirmed(documentId, () => live.attach())];
  backgroundDocuments.set(documentId, { live, stop: () => ends.forEach((end) => end()) });
  endIfSent();
  return true;
}

function drop(documentId: string): void {
  backgroundDocuments.get(documentId)?.stop();
  backgroundDocuments.delete(documentId);
}

function closeAll(): void {
  queue.clear();
  for (const [documentId, { live }] of backgroundDocuments) {
    drop(documentId);
    live.close();
  }
}
