import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import * as Y from 'yjs';
import { mergeContent, mergeRewrite, readContent } from '#features/documents/content/content.ts';
import { applyLog } from './apply-log.ts';

/** A log as it is read: its state, and what follows it. */
export interface LogParts {
  state: Uint8Array | null;
  updates: Uint8Array[];
}

/** A text that is to be in a document. */
export interface Rewrite {
  log: LogParts;
  next: RichText;
  /** What was read before it was written; null: it replaces whatever is there. */
  base: RichText | null;
}

export interface Rewritten {
  /** null = nothing differs. */
  update: Uint8Array | null;
  /** What is written there with it. */
  content: RichText;
}

/** The changes that bring a text into a document. @returns null on a conflict */
export function rewrite({ log, next, base }: Rewrite): Rewritten | null {
  const doc = new Y.Doc();
  applyLog(doc, log);
  const wanted = base === null ? next : mergeRewrite(base, readContent(doc), next);
  if (wanted === null) return null;
  const made: Uint8Array[] = [];
  doc.on('update', (update) => made.push(update));
  doc.transact(() => mergeContent(doc, wanted));
  return { update: made[0] ?? null, content: readContent(doc) };
}
