import type { WebSocket } from 'ws';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { View } from '#platform/http/view-as.ts';
import type { TokenInfo } from '#platform/feature.ts';
import { FEED_CLOSE } from '@hearth/contracts/sync-values';

/** Back-pressure: a reader with more unread bytes is dropped; it catches up over HTTP. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** Rate limit: a peer that says more than this between two heartbeats is cut off. */
const MOST_MESSAGES_A_BEAT = 200;
/** Time-out of the closing handshake. */
const GOODBYE_MS = 3000;

export interface SocketOwner {
  /** The session's id, or the API token's. */
  sessionId: string;
  /** Set where a program reads with an API token. */
  token: TokenInfo | null;
  teamId: string;
  actor: Actor;
  view: View | null;
  /** When its request came, on the monotonic clock: rights loaded for it are no older. */
  askedAt: number;
  /** The last seq that its client has. */
  since: number;
  /** Under which it has that. */
  epoch: string | undefined;
}

/** One reader of a team's feed, with what the server has to remember of it. */
export class FeedSocket {
  readonly owner: SocketOwner;
  actor: Actor;
  /** The last seq that this reader was given. */
  cursor: number;
  /** Under which it was given that. */
  epoch: string | undefined;
  /** Live: gets changes as they come; otherwise it is catching up to the head. */
  isLive = false;
  isBeingBrought = false;
  /** Its client has a change already that this node has not read yet. */
  isAhead = false;
  mustLoadActor = false;
  mustReset = false;
  /** Under which rights it knows who is where; '' = it has missed something, null = it was never told. */
  toldAs: string | null = null;
  readonly #ws: WebSocket;
  #hasAnswered = true;
  #messages = 0;
  #onMessage: (data: Buffer) => void = () => {};

  constructor(ws: WebSocket, owner: SocketOwner) {
    this.#ws = ws;
    this.owner = owner;
    this.actor = owner.actor;
    this.cursor = owner.since;
    this.epoch = owner.epoch;
    ws.on('pong', () => {
      this.#hasAnswered = true;
    });
    ws.on('message', (data: Buffer) => {
      this.#messages += 1;
      if (this.#messages > MOST_MESSAGES_A_BEAT) ws.terminate();
      else this.#onMessage(data);
    });
    // An error is always followed by a close, where the socket is taken out of the feed.
    ws.on('error', () => {});
  }

  /** Whose rights decide what it is sent. */
  isReadBy(userId: string): boolean {
    return userId === this.owner.actor.userId || userId === this.owner.view?.viewedId;
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  onMessage(listener: (data: Buffer) => void): void {
    this.#onMessage = listener;
  }

  onClose(listener: () => void): void {
    this.#ws.on('close', listener);
  }

  /** Sends a frame; `frame` may be shared by many sockets. A reader that lags too far is dropped instead. */
  send(frame: Buffer): void {
    if (!this.isOpen) return;
    if (this.#ws.bufferedAmount > MOST_UNREAD_BYTES) {
      this.close(FEED_CLOSE.tooSlow, 'too slow');
      return;
    }
    this.#ws.send(frame, { binary: false });
  }

  /** Sends a frame and resolves when it has left for the network, or the socket is gone. */
  async sendAndWait(frame: Buffer): Promise<void> {
    if (!this.isOpen) return;
    await new Promise<void>((resolve) => {
      this.#ws.send(frame, { binary: false }, () => resolve());
    });
  }

  /** False = the peer missed a heartbeat, and was cut off. */
  beat(): boolean {
    this.#messages = 0;
    if (!this.#hasAnswered) {
      this.#ws.terminate();
      return false;
    }
    this.#hasAnswered = false;
    if (this.isOpen) this.#ws.ping();
    return true;
  }

  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.isLive = false;
    this.#ws.close(code, reason);
    const timer = setTimeout(() => this.#ws.terminate(), GOODBYE_MS).unref();
    this.#ws.on('close', () => clearTimeout(timer));
  }

  terminate(): void {
    this.#ws.terminate();
  }
}

export function writeChangesFrame(changes: readonly string[]): Buffer {
  return Buffer.from(`{"type":"changes","changes":[${changes.join(',')}]}`);
}

export function writePingFrame(seq: number): Buffer {
  return Buffer.from(`{"type":"ping","seq":${seq}}`);
}

export const RESET_FRAME = Buffer.from('{"type":"reset"}');
