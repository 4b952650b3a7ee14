import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import {
  encodeState,
  mergeContent,
  readContent,
  relink,
  textOf,
} from '#features/documents/content/content.ts';
import type { TeamTx } from '#platform/db/index.ts';
import * as Y from 'yjs';
import { applyLog } from './apply-log.ts';
import { appendOwnUpdate, readLogAfter, type LogPiece } from './log.queries.ts';
import { describeDoc } from './put-together.ts';
import { insertStates, listLinking, readState, type StoredState } from './states.queries.ts';

/** Inserts the initial state of a new document, in the transaction that creates it. @param content null for an empty document */
export async function insertFirstState(
  tx: TeamTx,
  documentId: string,
  content: RichText | null,
  now: Date,
): Promise<void> {
  await insertStates(tx, [describeFirst(documentId, content)], now);
}

/** Limits of one statement that inserts many initial states. */
const MAX_ROWS_AT_ONCE = 500;
const MAX_BYTES_AT_ONCE = 4 * 1024 * 1024;

/** Inserts the initial states of many new documents in batches within the limits. Call `flush` after the last document. */
export class FirstStates {
  readonly #tx: TeamTx;
  readonly #now: Date;
  #waiting: ReturnType<typeof describeFirst>[] = [];
  #bytes = 0;

  constructor(tx: TeamTx, now: Date) {
    this.#tx = tx;
    this.#now = now;
  }

  async add(documentId: string, content: RichText | null): Promise<void> {
    const one = describeFirst(documentId, content);
    this.#waiting.push(one);
    this.#bytes += one.state.length + one.content.length + one.text.length;
    if (this.#waiting.length >= MAX_ROWS_AT_ONCE || this.#bytes >= MAX_BYTES_AT_ONCE) await this.flush();
  }

  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    if (waiting.length > 0) await insertStates(this.#tx, waiting, this.#now);
  }
}

function describeFirst(documentId: string, content: RichText | null): StoredState & { documentId: string } {
  const doc = new Y.Doc();
  if (content !== null) Y.applyUpdate(doc, encodeState(content));
  return { documentId, ...describeDoc(doc) };
}

/** Returns the current content of a document, or null if it does not exist. */
export async function readDocument(
  tx: TeamTx,
  documentId: string,
): Promise<{ content: RichText; text: string } | null> {
  const stored = await readState(tx, documentId);
  if (stored === null || stored.isWhole) return stored;
  const { doc } = await loadDoc(tx, documentId);
  const content = readContent(doc);
  return { content, text: textOf(content) };
}

/**
 * Merges new content into a document as a minimal update, which preserves caret positions. Runs in the command's transaction. Call
 * `publishDocumentUpdate` after the commit.
 * @returns the new head of the log, or null if the content does not change
 */
export async function mergeIntoLog(
  tx: TeamTx,
  documentId: string,
  content: RichText,
  { userId, now }: { userId: string; now: Date },
): Promise<number | null> {
  const { doc } = await loadDoc(tx, documentId);
  const emitted: Uint8Array[] = [];
  doc.on('update', (update) => emitted.push(update));
  doc.transact(() => mergeContent(doc, content));
  const [update] = emitted;
  return update === undefined ? null : await appendOwnUpdate(tx, documentId, { userId, update }, now);
}

/**
 * Changes links between copied documents to point to the copies.
 * @param copies maps ids of originals to ids of copies
 * @returns the changed copies
 */
export async function relinkDocuments(
  tx: TeamTx,
  copies: ReadonlyMap<string, string>,
  { userId, now }: { userId: string; now: Date },
): Promise<string[]> {
  const changed: string[] = [];
  for (const documentId of await listLinking(tx, [...copies.values()])) {
    const { doc } = await loadDoc(tx, documentId);
    const emitted: Uint8Array[] = [];
    doc.on('update', (update) => emitted.push(update));
    doc.transact(() => relink(doc, copies));
    const [update] = emitted;
    if (update === undefined) continue;
    await appendOwnUpdate(tx, documentId, { userId, update }, now);
    changed.push(documentId);
  }
  return changed;
}

/** Loads a document from its state and log. */
async function loadDoc(tx: TeamTx, documentId: string): Promise<{ doc: Y.Doc; seq: number }> {
  const doc = new Y.Doc();
  const read = await readPieces(tx, documentId, -1, (piece) => applyLog(doc, piece));
  if (read === null) throw new Error('The document has no log.');
  return { doc, seq: read.seq };
}

/**
 * Reads a log to its end in several queries.
 * @returns the last `seq` and the number of updates read, or null if the document does not exist
 */
export async function readPieces(
  tx: TeamTx,
  documentId: string,
  since: number,
  use: (piece: LogPiece) => void,
): Promise<{ seq: number; rows: number } | null> {
  let seq = since;
  let rows = 0;
  for (;;) {
    const piece = await readLogAfter(tx, documentId, seq);
    if (piece === null) return null;
    use(piece);
    seq = piece.seq;
    rows += piece.updates.length;
    if (!piece.isCut) return { seq, rows };
  }
}
