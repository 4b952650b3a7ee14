import type { AssistantMessage } from '@hearth/contracts/assistant/assistant';

/** Why a turn ends before its answer does: its reader said so, it is gone with its thread, the server stops, its time is over. */
type StopReason = 'reader' | 'gone' | 'shutdown' | 'late';

/** An answer that is under way on this node. It is not tied to any socket: readers come and go. */
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

  /** Ends with the turn. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }
  get text(): string {
    return this.#text;
  }
  /** Set once the turn is over; it is stored then. */
  get message(): AssistantMessage | null {
    return this.#message;
  }
  /** Nothing more comes: with a message, or without where it could not be kept. */
  get isOver(): boolean {
    return this.#isOver;
  }
  get stopReason(): StopReason | null {
    return this.#reason;
  }

  write(piece: string): void {
    if (piece === '' || this.#reason !== null) return;
    this.#text += piece;
    this.#tell();
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
    this.#tell();
    this.#readers.clear();
  }

  /** Told whenever there is more. Returns how to stop listening. */
  subscribe(reader: () => void): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  #tell(): void {
    for (const reader of this.#readers) reader();
  }
}
