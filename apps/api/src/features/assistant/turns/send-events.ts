import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Run } from './run.ts';

/** Heartbeat interval in ms, needed because proxies close idle connections. */
const HEARTBEAT_MS = 10_000;

interface Reader {
  /** Number of characters that the reader has already received. */
  from: number;
  /** Called when the stream ends. */
  onEnd: () => void;
}

interface EventStream {
  /** Resolves when the reader has received everything or has disconnected. */
  done: Promise<void>;
  /** Ends the stream early. */
  end: () => void;
}

/** Streams an answer as server-sent events, from the reader's offset to the end of the answer. */
export function sendEvents(reply: FastifyReply, run: Run, { from, onEnd }: Reader): EventStream {
  const stream = new PassThrough();
  let at = from;
  const write = (event: object): void => {
    stream.write(`id: ${at}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const sendNew = (): void => {
    if (stream.writableEnded) return;
    if (run.text.length > at) {
      const text = run.text.slice(at);
      at = run.text.length;
      write({ type: 'text', text });
    }
    if (!run.isOver) return;
    if (run.message === null)
      write({ type: 'error', code: 'INTERNAL', detail: 'The answer couldn’t be saved.' });
    else write({ type: 'message', message: run.message });
    stream.end();
  };
  const keepOpen = setInterval(() => stream.write(':\n\n'), HEARTBEAT_MS);
  const unsubscribe = run.subscribe(sendNew);
  stream.on('close', () => {
    clearInterval(keepOpen);
    unsubscribe();
    onEnd();
  });
  write({ type: 'start', threadId: run.threadId, messageId: run.messageId });
  sendNew();
  const send = async (): Promise<void> => {
    await reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // Disable response buffering in Nginx.
      .header('x-accel-buffering', 'no')
      .send(stream);
  };
  return { done: send(), end: () => stream.end() };
}

/** Resolves when the run is over. */
export async function untilOver(run: Run): Promise<void> {
  if (run.isOver) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = run.subscribe(() => {
      if (!run.isOver) return;
      unsubscribe();
      resolve();
    });
  });
}
