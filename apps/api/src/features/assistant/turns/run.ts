import type { AssistantMessage } from '@hearth/contracts/assistant/assistant';

/** Reason why a turn ends early: stopped by a reader, deleted with its thread, server shutdown, or timeout. */
type StopReason = 'reader' | 'gone' | 'shutdown' | 'late';

/** An answer in progress on this node, independent of connections: readers may connect and disconnect at any time. */
export class Run {
  readonly threadId: string;
  readonly messageId: string;
  readonly #stop = new AbortController();
  readonly #readers = new Set<() => void>();
  #text = '';
  #message: AssistantMessage | null = null;
  #isOver = false;
  #reason: StopReason | null = null;

  constructor(threadId: string, messageId: string) {
    this.threadId = threadId;
    this.messageId = messageId;
  }

  /** Aborted when the turn is stopped early. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }
  get text(): string {
    return this.#text;
  }
  /** The stored message. Null until the turn has ended. */
  get message(): AssistantMessage | null {
    return this.#message;
  }
  /** Whether the run is complete. It has no message if the answer could not be stored. */
  get isOver(): boolean {
    return this.#isOver;
  }
  get stopReason(): StopReason | null {
    return this.#reason;
  }

  write(piece: string): void {
    if (piece === '' || this.#reason !== null) return;
    this.#text += piece;
    this.#notify();
  }

  stop(reason: StopReason): void {
    if (this.#reason !== null || this.#isOver) return;
    this.#reason = reason;
    this.#stop.abort(new Error(`The turn was stopped: ${reason}.`));
  }

  finish(message: AssistantMessage): void {
    this.#message = message;
    this.fail();
  }

  fail(): void {
    this.#isOver = true;
    this.#notify();
    this.#readers.clear();
  }

  /** Calls `reader` on every change. @returns the unsubscribe function */
  subscribe(reader: () => void): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  #notify(): void {
    for (const reader of this.#readers) reader();
  }
}
