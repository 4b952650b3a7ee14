import type { Hocuspocus, WebSocketLike } from '@hocuspocus/server';
import type { WebSocket } from 'ws';
import { COLLABORATION } from '@hearth/contracts/documents/collaboration-values';
import type { SessionInfo } from '#platform/feature.ts';
import type { DocumentConnection } from './document-connection.ts';
import { isPong, PING, readFrame } from './frame.ts';
import type { UnreadBytes, UnreadShare } from './unread-bytes.ts';

type ClientConnection = ReturnType<Hocuspocus['handleConnection']>;

/** Back-pressure: a client with more unread bytes is disconnected. After reconnecting, it receives the missing updates. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
/** Back-pressure on input: the socket is paused while more than this many received bytes are unprocessed. */
const MAX_PENDING_BYTES = 4 * 1024 * 1024;
/** Rate limit: a socket that exceeds it is paused until the next second. */
const MAX_MESSAGES_A_SECOND = 250;
/** Maximum size of an awareness message: a caret and its envelope. */
const MAX_AWARENESS_BYTES = COLLABORATION.caret + 512;
/** Timeout for a document request that waits for its user to read earlier data. */
const MAX_HELD_MS = 30_000;
/** Timeout of a reservation for a document, because a rejected request is never answered and would keep its reservation. */
const RESERVED_MS = 5_000;
/** Timeout of the closing handshake. */
const GOODBYE_MS = 3000;
const INVALID_CODE = 1007;

export interface SocketOwner {
  session: SessionInfo;
  /** Token for viewing the team as another member. Null if the user views it as themselves. */
  viewToken: string | null;
  /** The schema version of the client. */
  schema: number;
}

/**
 * The WebSocket of one client in the form that Hocuspocus expects. Tracks the open documents and limits the buffered bytes in both
 * directions.
 */
export class DocumentSocket implements WebSocketLike {
  readonly owner: SocketOwner;
  readonly documentConnections = new Map<string, DocumentConnection>();
  readonly #ws: WebSocket;
  readonly #isLimited: boolean;
  readonly #unread: UnreadShare;
  /** Deferred frames, starting with the first that requests a document while its user has too many unread bytes. */
  readonly #queued: Buffer[] = [];
  #holding: NodeJS.Timeout | null = null;
  readonly #reserved = new Map<string, () => void>();
  #client: ClientConnection | null = null;
  #hasAnswered = true;
  #isStopped = false;
  #pendingBytes = 0;
  #messages = 0;
  #second: NodeJS.Timeout | null = null;

  constructor(
    ws: WebSocket,
    owner: SocketOwner,
    { isLimited, unread }: { isLimited: boolean; unread: UnreadBytes },
  ) {
    this.#ws = ws;
    this.#unread = unread.open(owner.session.userId, {
      terminate: () => ws.terminate(),
      onRoom: () => this.#takeQueued(),
    });
    this.owner = owner;
    this.#isLimited = isLimited;
    // An error is always followed by a close.
    ws.on('error', () => {});
    ws.on('close', () => {
      if (this.#holding !== null) clearTimeout(this.#holding);
      this.#queued.length = 0;
      this.#unread.close();
    });
    ws.on('pong', () => {
      this.#hasAnswered = true;
    });
  }

  /** Passes received messages on to the client connection. */
  serve(client: ClientConnection): void {
    this.#client = client;
    this.#ws.on('message', (data: Buffer, isBinary: boolean) => this.#take(data, isBinary));
    this.#ws.on('close', (code: number, reason: Buffer) => {
      if (this.#second !== null) clearTimeout(this.#second);
      client.handleClose({ code, reason: reason.toString() });
    });
  }

  get readyState(): number {
    return this.#ws.readyState;
  }

  onClose(listener: () => void): void {
    this.#ws.on('close', listener);
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    const bytes = typeof data === 'string' ? data.length : (data as Uint8Array).byteLength;
    if (this.#ws.bufferedAmount > MAX_UNREAD_BYTES) this.#ws.terminate();
    else if (this.#unread.add(bytes)) this.#ws.send(data as Uint8Array, () => this.#unread.flush(bytes));
  }

  close(code = 1000, reason = ''): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    this.#ws.close(code, reason);
    const timer = setTimeout(() => this.#ws.terminate(), GOODBYE_MS).unref();
    this.#ws.on('close', () => clearTimeout(timer));
  }

  terminate(): void {
    this.#ws.terminate();
  }

  /** Stops reading. Messages that were already read are processed. */
  stop(): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.pause();
    this.#isStopped = true;
  }

  /** Sends a heartbeat. Returns false if the peer did not answer the previous one and was disconnected. */
  beat(): boolean {
    if (!this.#hasAnswered) {
      this.#ws.terminate();
      return false;
    }
    // A paused socket does not read pongs, so treat it as alive.
    this.#hasAnswered = this.#ws.isPaused;
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping();
    // Browsers hide ping frames from scripts, and the provider reconnects when it receives no message for too long.
    this.send(PING);
    return true;
  }

  /** Subtracts bytes that have been processed or discarded, and resumes the socket if it is below the limit. */
  settle(documentConnection: DocumentConnection, bytes = documentConnection.pendingBytes): void {
    const settled = Math.min(bytes, documentConnection.pendingBytes);
    documentConnection.pendingBytes -= settled;
    this.#pendingBytes -= settled;
    this.#reserved.get(documentConnection.name)?.();
    this.#resumeIfMay();
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (isPong(data)) return;
    if (this.#queued.length > 0 && isBinary) {
      this.#queued.push(data);
      return;
    }
    const frame = isBinary ? readFrame(data) : null;
    if (frame === null) return this.close(INVALID_CODE, 'not of this protocol');
    this.#count();
    if (frame.kind === 'awareness' && data.length > MAX_AWARENESS_BYTES) return;
    if (frame.isFirstStep) {
      if (this.#unread.isCrowded) return this.#queue(data);
      this.#reserve(frame.documentName);
    }
    const documentConnection = this.documentConnections.get(frame.documentName);
    if (documentConnection !== undefined) {
      documentConnection.pendingBytes += data.length;
      this.#pendingBytes += data.length;
      if (this.#pendingBytes > MAX_PENDING_BYTES) this.#ws.pause();
    }
    this.#client?.handleMessage(data);
  }

  /** Pauses the socket until there is room for another document. */
  #queue(data: Buffer): void {
    this.#queued.push(data);
    this.#ws.pause();
    this.#holding = setTimeout(() => this.#ws.terminate(), MAX_HELD_MS).unref();
  }

  #takeQueued(): void {
    if (this.#queued.length === 0) return;
    if (this.#holding !== null) clearTimeout(this.#holding);
    const frames = this.#queued.splice(0);
    for (const data of frames) this.#take(data, true);
    this.#resumeIfMay();
  }

  #reserve(documentName: string): void {
    this.#reserved.get(documentName)?.();
    const giveBack = this.#unread.reserve();
    const timer = setTimeout(() => release(), RESERVED_MS).unref();
    const release = (): void => {
      clearTimeout(timer);
      if (this.#reserved.get(documentName) === release) this.#reserved.delete(documentName);
      giveBack();
    };
    this.#reserved.set(documentName, release);
  }

  #count(): void {
    this.#messages += 1;
    if (!this.#isLimited) return;
    this.#second ??= setTimeout(() => {
      this.#second = null;
      this.#messages = 0;
      this.#resumeIfMay();
    }, 1000).unref();
    if (this.#messages > MAX_MESSAGES_A_SECOND) this.#ws.pause();
  }

  #resumeIfMay(): void {
    const isTooQuick = this.#messages > MAX_MESSAGES_A_SECOND && this.#isLimited;
    if (this.#isStopped || this.#queued.length > 0 || isTooQuick) return;
    if (this.#ws.isPaused && this.#pendingBytes <= MAX_PENDING_BYTES) this.#ws.resume();
  }
}
