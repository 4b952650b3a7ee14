import { readContent, textOf } from '#features/documents/content/content.ts';
import * as Y from 'yjs';
import { applyLog } from './apply-log.ts';
import type { StoredState } from './states.queries.ts';

/** A request to the compaction worker thread. */
export interface CompactRequest {
  state: Uint8Array | null;
  updates: Uint8Array[];
}

/** Applies a log to a Y.Doc and encodes the result. Y.mergeUpdates is not used because its cost grows disproportionately on long logs. */
export function putTogether(log: {
  state: Uint8Array | null;
  updates: readonly Uint8Array[];
}): StoredState & { lost: number } {
  const doc = new Y.Doc();
  const lost = applyLog(doc, log);
  return { ...describeDoc(doc), lost };
}

/** Converts the current state of a document to the form in which it is stored. */
export function describeDoc(doc: Y.Doc): StoredState {
  const content = readContent(doc);
  return {
    state: Y.encodeStateAsUpdate(doc),
    content: JSON.stringify(content, cleanText),
    text: clean(textOf(content)),
  };
}

function cleanText(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? clean(value) : value;
}

/** Replaces characters that PostgreSQL cannot store in text: NUL and lone surrogates. */
function clean(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
