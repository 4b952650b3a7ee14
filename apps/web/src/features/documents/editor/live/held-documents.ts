import { unsyncedDocuments } from '#features/documents/model/unsynced-documents.ts';
import { LiveDocument, type LiveOptions } from './live-document.ts';

/** Connections that are open at once for documents that nobody looks at. */
const MOST_HELD = 8;

interface Held {
  live: LiveDocument;
  stop: () => void;
}

/** Documents with unsent text that are not on the screen, by id. */
const held = new Map<string, Held>();
const queue = new Map<string, LiveOptions>();
/** Documents on the screen. */
const shown = new Set<string>();

unsyncedDocuments.subscribe(() => {
  // Another person or team: their session must not send this text.
  if (unsyncedDocuments.get().background === null) closeAll();
});

/** Opens a document for the screen. One that is being sent in the background goes on as it is. */
export function openLive(options: LiveOptions): LiveDocument {
  const { documentId } = options;
  shown.add(documentId);
  queue.delete(documentId);
  const kept = held.get(documentId);
  drop(documentId);
  if (kept !== undefined && kept.live.get().readOnly !== 'gone') {
    kept.live.enter();
    return kept.live;
  }
  kept?.live.close();
  return new LiveDocument(options);
}

/** The screen has left a document: it stays open until all of it is sent. */
export function leaveLive(live: LiveDocument): void {
  shown.delete(live.options.documentId);
  live.leave();
  if (live.get().unsent === 0 || !hold(live)) live.close();
}

/** Sends what earlier sessions of this device have left unsent. */
export function sendLater(documents: readonly LiveOptions[]): void {
  for (const options of documents) {
    const { documentId } = options;
    if (!shown.has(documentId) && !held.has(documentId)) queue.set(documentId, options);
  }
  openNext();
}

function openNext(): void {
  for (const [documentId, options] of queue) {
    if (held.size >= MOST_HELD) return;
    queue.delete(documentId);
    const live = new LiveDocument(options);
    live.leave();
    hold(live);
  }
}

/** Keeps a document open until all of it is sent. @returns false where nothing is sent in the background for its person */
function hold(live: LiveDocument): boolean {
  const { documentId, userId, teamId } = live.options;
  const { background } = unsyncedDocuments.get();
  if (background?.userId !== userId || background.teamId !== teamId) return false;
  const endIfSent = (): void => {
    const { isReady, unsent, readOnly } = live.get();
    // What the server does not take stays in the copy of this device, and is explained when it is opened.
    if (readOnly === null && (!isReady || unsent > 0)) return;
    drop(documentId);
    live.close();
    openNext();
  };
  const ends = [live.subscribe(endIfSent), background.whenConfirmed(documentId, () => live.attach())];
  held.set(documentId, { live, stop: () => ends.forEach((end) => end()) });
  endIfSent();
  return true;
}

function drop(documentId: string): void {
  held.get(documentId)?.stop();
  held.delete(documentId);
}

function closeAll(): void {
  queue.clear();
  for (const [documentId, { live }] of held) {
    drop(documentId);
    live.close();
  }
}
