import { parentPort } from 'node:worker_threads';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');

port.on('message', (text: string) => {
  port.postMessage(parseMarkdown(text));
});
