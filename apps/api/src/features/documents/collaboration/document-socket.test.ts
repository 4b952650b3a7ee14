import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DocumentConnection } from './document-connection.ts';
import { DocumentSocket } from './document-socket.ts';
import { UnreadBytes } from './unread-bytes.ts';

const bounds = { ofPerson: 4_000, crowded: 1_000, ofAll: 6_000, reserved: 100 };
const NAME = new TextEncoder().encode('team/document');
const FIRST_STEP = Buffer.from(Uint8Array.of(NAME.length, ...NAME, 0, 0, 1, 0));

/** The server side of a socket whose peer reads only when `read` is called. */
class Peer extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  requests = 0;
  readonly socket: DocumentSocket;
  readonly #unread: (() => void)[] = [];

  constructor(unread: UnreadBytes, userId: string, answer: number, isLimited = true) {
    super();
    const owner = { session: { id: 'session', userId, ip: '' }, viewToken: null, schema: 1 } as never;
    this.socket = new DocumentSocket(this as unknown as WebSocket, owner, { isLimited, unread });
    const handleMessage = (): void => {
      this.requests += 1;
      this.socket.send(new Uint8Array(answer));
      this.socket.settle({ name: 'team/document', pendingBytes: 0 } as DocumentConnection);
    };
    this.socket.serve({ handleMessage, handleClose: () => {} } as never);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  send(_data: Uint8Array, done: () => void): void {
    this.#unread.push(done);
  }

  read(): void {
    for (const done of this.#unread.splice(0)) done();
  }

  terminate(): void {
    this.readyState = 3;
    this.emit('close', 1006, Buffer.of());
  }

  ask(): void {
    this.emit('message', FIRST_STEP, true);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('defers further documents of a user with too many unread bytes', () => {
  const unread = new UnreadBytes(bounds);
  const peers = Array.from({ length: 50 }, () => new Peer(unread, 'ada', 300));
  const other = new Peer(unread, 'bo', 300);
  for (const peer of peers) peer.ask();
  other.ask();
  const countRequests = (): number => peers.reduce((sum, { requests }) => sum + requests, 0);
  expect(countRequests()).toBe(4);
  expect(other.requests).toBe(1);
  expect(peers.filter(({ isPaused }) => isPaused)).toHaveLength(46);
  // Once the clients read, they receive the remaining documents.
  for (let at = 0; at < 50; at += 1) for (const peer of peers) peer.read();
  expect(countRequests()).toBe(50);
  expect(peers.some(({ isPaused }) => isPaused)).toBe(false);
  for (const peer of peers) peer.read();
  other.read();
  expect(unread.total).toBe(0);
});

test('disconnects sockets whose deferred requests time out', () => {
  const unread = new UnreadBytes(bounds);
  const peers = Array.from({ length: 10 }, () => new Peer(unread, 'ada', 600));
  for (const peer of peers) peer.ask();
  vi.advanceTimersByTime(31_000);
  expect(peers.filter(({ readyState }) => readyState === 1)).toHaveLength(2);
});

test('disconnects sockets that exceed the unread byte limit of a user or node', () => {
  const unread = new UnreadBytes(bounds);
  const [first, second] = [new Peer(unread, 'ada', 0), new Peer(unread, 'ada', 0)];
  first.socket.send(new Uint8Array(3_900));
  second.socket.send(new Uint8Array(200));
  expect([first.readyState, second.readyState]).toEqual([1, 3]);
  // If the node exceeds its limit, the user with the most unread bytes is disconnected.
  const other = new Peer(unread, 'bo', 0);
  other.socket.send(new Uint8Array(3_000));
  expect([first.readyState, other.readyState]).toEqual([3, 1]);
  expect(unread.total).toBe(3_000);
  other.terminate();
  expect(unread.total).toBe(0);
});

test.each([true, false])('does not read again after it was stopped, with rate limits: %s', (isLimited) => {
  const peer = new Peer(new UnreadBytes(bounds), 'ada', 10, isLimited);
  peer.ask();
  peer.socket.stop();
  expect(peer.isPaused).toBe(true);
  // Neither processed messages nor the next second of the rate limit resume it.
  peer.socket.settle({ name: 'team/document', pendingBytes: 0 } as DocumentConnection);
  vi.advanceTimersByTime(2_000);
  peer.read();
  expect(peer.isPaused).toBe(true);
});
