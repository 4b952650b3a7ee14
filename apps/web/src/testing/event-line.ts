import type { ServerResponse } from './page-server.ts';

/** A stream of server-sent events, as used by the assistant. The test controls its content and timing. */
export class EventLine {
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #begun = Promise.withResolvers<void>();
  /** Whether the reader has canceled the stream. */
  isAborted = false;

  respond(signal?: AbortSignal | null): ServerResponse {
    signal?.addEventListener('abort', () => (this.isAborted = true));
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        this.#begun.resolve();
      },
      cancel: () => void (this.isAborted = true),
    });
    return { status: 200, body: stream };
  }

  async emit(event: object): Promise<void> {
    await this.#begun.promise;
    try {
      this.#controller?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
    } catch {
      // The stream no longer has a reader.
    }
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
}
