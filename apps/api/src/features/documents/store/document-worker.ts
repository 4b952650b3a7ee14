import { parentPort } from 'node:worker_threads';
import type { ThreadReply } from '#features/documents/content/worker-thread.ts';
import { runJob, type DocumentJob, type DocumentJobResult } from './document-jobs.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');

port.on('message', ({ id, job }: { id: number; job: DocumentJob }) => {
  let reply: ThreadReply<DocumentJobResult>;
  try {
    reply = { id, result: runJob(job) };
  } catch (error) {
    reply = { id, error: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(reply);
});
