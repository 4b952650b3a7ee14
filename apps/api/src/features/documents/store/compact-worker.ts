import { parentPort } from 'node:worker_threads';
import type { ThreadReply } from '#features/documents/content/worker-thread.ts';
import { putTogether, type CompactRequest } from './put-together.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');

port.on('message', ({ id, ...log }: CompactRequest & { id: number }) => {
  let reply: ThreadReply<ReturnType<typeof putTogether>>;
  try {
    reply = { id, result: putTogether(log) };
  } catch (error) {
    reply = { id, error: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(reply);
});
