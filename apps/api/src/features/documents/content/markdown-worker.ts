import { parentPort } from 'node:worker_threads';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import type { ThreadReply } from './worker-thread.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');

port.on('message', ({ id, text }: { id: number; text: string }) => {
  let reply: ThreadReply<RichText>;
  try {
    reply = { id, result: parseMarkdown(text) };
  } catch (error) {
    reply = { id, error: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(reply);
});
