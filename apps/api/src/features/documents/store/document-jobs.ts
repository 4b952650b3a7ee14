import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import * as Y from 'yjs';
import { readContent, textOf } from '#features/documents/content/content.ts';
import { applyLog } from './apply-log.ts';
import { rewrite, type LogParts, type Rewrite, type Rewritten } from './rewrite.ts';

/** What is written in a document. */
export interface Written {
  content: RichText;
  text: string;
}

/** What takes long where a document is large, or was made to: done on the main thread only while it is small. */
export type DocumentJob = { kind: 'read'; log: LogParts } | ({ kind: 'rewrite' } & Rewrite);
export type DocumentJobResult = { written: Written } | { rewritten: Rewritten | null };

export function runJob(job: DocumentJob): DocumentJobResult {
  return job.kind === 'read' ? { written: readLog(job.log) } : { rewritten: rewrite(job) };
}

export function readLog(log: LogParts): Written {
  const doc = new Y.Doc();
  applyLog(doc, log);
  const content = readContent(doc);
  return { content, text: textOf(content) };
}
