import type { WebSocket } from 'ws';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { View } from '#platform/http/view-as.ts';
import type { TokenInfo } from '#platform/feature.ts';
import { FEED_CLOSE } from '@hearth/contracts/sync-values';

/** Back-pressure: a reader with more unread bytes is disconnected and must catch up over HTTP. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Rate limit: a peer that sends more messages between two heartbeats is disconnected. */
const MAX_MESSAGES_A_BEAT = 200;
/** Timeout of the closing handshake. */
const GOODBYE_MS = 3000;

export interface SocketOwner {
  /** The id of the session or of the API token. */
  sessionId: string;
  /** Set if a program reads the feed with an API token. */
  token: TokenInfo | null;
  teamId: string;
  actor: Actor;
  view: View | null;
  /** When the request arrived, on the monotonic clock. Permissions loaded for it are at least as recent. */
  askedAt: number;
  /** The last seq that the client has received. */
  since: number;
  /** The epoch of `since`. */
  epoch: string | undefined;
}

/** A reader of a team's feed, with its server-side state. */
export class FeedSocket {
  readonly owner: SocketOwner;
  actor: Actor;
  /** The last seq sent to this reader. */
  cursor: number;
  /** The epoch of `cursor`. */
  epoch: string | undefined;
  /** Whether the reader receives changes as they arrive. Otherwise the reader is catching up to the head. */
  isLive = false;
  isBeingBrought = false;
  /** Whether the client already has a change that this node has not read yet. */
  isAhead = false;
  mustLoadActor = false;
  mustReset = false;
  /** Key of the permissions under which the reader received presence. Empty after a missed update. Null if it never received presence. */
  presenceKey: string | null = null;
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
      if (this.#messages > MAX_MESSAGES_A_BEAT) ws.terminate();
      else this.#onMessage(data);
    });
    // An error is always followed by a close, which removes the socket from the feed.
    ws.on('error', () => {});
  }

  /** Whether the permissions of this user determine what the socket receives. */
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

  /** Sends a frame, which may be shared by many sockets. Disconnects a reader that lags too far behind. */
  send(frame: Buffer): void {
    if (!this.isOpen) return;
    if (this.#ws.bufferedAmount > MAX_UNREAD_BYTES) {
      this.close(FEED_CLOSE.tooSlow, 'too slow');
      return;
    }
    this.#ws.send(frame, { binary: false });
  }

  /** Sends a frame. Resolves once it was handed to the network or the socket is closed. */
  async sendAndWait(frame: Buffer): Promise<void> {
    if (!this.isOpen) return;
    await new Promise<void>((resolve) => {
      this.#ws.send(frame, { binary: false }, () => resolve());
    });
  }

  /** Sends a heartbeat. Returns false if the peer missed the previous one and was disconnected. */
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
