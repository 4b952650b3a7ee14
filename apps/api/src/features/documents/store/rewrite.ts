import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { REWRITES } from '@hearth/contracts/documents/collaboration-values';
import * as Y from 'yjs';
import { mergeContent, mergeRewrite, readContent } from '#features/documents/content/content.ts';
import { applyLog } from './apply-log.ts';

/** A log: its checkpoint and the updates after it. */
export interface LogParts {
  state: Uint8Array | null;
  updates: Uint8Array[];
}

/** A request to write content into a document. */
export interface Rewrite {
  log: LogParts;
  next: RichText;
  /** The content on which the new content is based. Null to replace the current content without merging. */
  base: RichText | null;
}

export interface RewriteResult {
  /** Null if the content does not change. */
  update: Uint8Array | null;
  /** The content after the update. */
  content: RichText;
}

/** Computes the update that writes content into a document. @returns null if it conflicts with a later edit */
export function rewrite({ log, next, base }: Rewrite): RewriteResult | null {
  const doc = new Y.Doc();
  applyLog(doc, log);
  const wanted = base === null ? next : mergeRewrite(base, readContent(doc), next);
  if (wanted === null) return null;
  const updates: Uint8Array[] = [];
  doc.on('update', (update) => updates.push(update));
  doc.transact(({ changed }) => {
    mergeContent(doc, wanted);
    if (changed.size > 0) doc.getMap(REWRITES).set('count', countRewrites(doc) + 1);
  });
  return { update: updates[0] ?? null, content: readContent(doc) };
}

function countRewrites(doc: Y.Doc): number {
  const count = doc.getMap(REWRITES).get('count');
  return typeof count === 'number' ? count : 0;
}
