import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import * as Y from 'yjs';
import { readContent, textOf } from '#features/documents/content/content.ts';
import { applyLog } from './apply-log.ts';
import { rewrite, type LogParts, type Rewrite, type RewriteResult } from './rewrite.ts';

/** The content of a document, as rich text and as plain text. */
export interface Written {
  content: RichText;
  text: string;
}

/** Jobs whose cost grows with the document. Only jobs on small documents run on the main thread. */
export type DocumentJob =
  | { kind: 'read'; log: LogParts }
  | ({ kind: 'rewrite' } & Rewrite)
  /** An untrusted update that is not in the log yet. */
  | { kind: 'try'; state: Uint8Array; update: Uint8Array };
export type DocumentJobResult =
  | { written: Written }
  | { rewritten: RewriteResult | null }
  | { isApplied: boolean };

export function runJob(job: DocumentJob): DocumentJobResult {
  if (job.kind === 'try') return { isApplied: tryUpdate(job) };
  return job.kind === 'read' ? { written: readLog(job.log) } : { rewritten: rewrite(job) };
}

/**
 * Applies the update, then reads and encodes the document, as the server does after accepting an update. Returns false if Yjs can't apply
 * the update or part of it stays pending.
 */
function tryUpdate({ state, update }: { state: Uint8Array; update: Uint8Array }): boolean {
  const doc = new Y.Doc();
  const pending = (): number =>
    (doc.store.pendingStructs?.update.length ?? 0) + (doc.store.pendingDs?.length ?? 0);
  applyLog(doc, { state, updates: [] });
  const before = pending();
  if (applyLog(doc, { state: null, updates: [update] }) > 0) return false;
  readContent(doc);
  return Y.encodeStateAsUpdate(doc).length > 0 && pending() <= before;
}

export function readLog(log: LogParts): Written {
  const doc = new Y.Doc();
  applyLog(doc, log);
  const content = readContent(doc);
  return { content, text: textOf(content) };
}
