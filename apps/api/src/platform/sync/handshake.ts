import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { FEED_CLOSE } from '@hearth/contracts/sync-values';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';

import { AppError } from '#platform/errors.ts';
import type { App, SessionInfo } from '#platform/feature.ts';
import { getSocketLimit } from './socket-limit.ts';

/** Timeout of the closing handshake with a rejected peer, in ms. */
const GOODBYE_MS = 3000;
/**
 * Maximum number of concurrent handshakes. Protects against a thundering herd after an outage: other requests are served between
 * handshakes.
 */
const MAX_AT_ONCE = 8;
const MAX_WAITING = 10_000;

/**
 * Routes WebSocket handshakes through the server's regular routes, to apply the same checks and HTTP error responses as for other requests.
 * A route calls `accept` to take the socket.
 */
export interface Handshakes {
  mount(server: FastifyInstance): void;
  /**
   * Accepts a handshake. `use` receives the socket and the start time of its request, on the monotonic clock. If the session or user has
   * too many sockets, the socket is closed with a close code instead. A request with a browser's cookie must also have the web app's
   * Origin.
   * @param mostBytes maximum size of a message. A larger message closes the socket with 1009
   * @throws AppError if the request is not a handshake, or if its origin differs from the web app's
   */
  accept(
    request: FastifyRequest,
    reply: FastifyReply,
    session: SessionInfo,
    mostBytes: number,
    use: (ws: WebSocket, askedAt: number) => void,
  ): void;
}

interface Pending {
  socket: Duplex;
  head: Buffer;
  response: ServerResponse;
  askedAt: number;
  done: () => void;
}

export function createHandshakes(app: Pick<App, 'config' | 'clock'>): Handshakes {
  const { config, clock } = app;
  const servers = new Map<number, WebSocketServer>();
  const pending = new WeakMap<IncomingMessage, Pending>();
  const queue = new Queue();
  const limit = getSocketLimit(app);
  return {
    mount(http) {
      http.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        // A peer that disconnects during the handshake is not an error of the server.
        socket.on('error', () => {});
        queue.enter(socket, (done) => {
          const response = new ServerResponse(request);
          response.shouldKeepAlive = false;
          response.assignSocket(socket as never);
          response.on('finish', () => {
            done();
            socket.end();
          });
          const handshake = { socket, head, response, askedAt: clock.monotonic(), done };
          if (request.method === 'GET') pending.set(request, handshake);
          http.routing(request, response);
        });
      });
    },
    accept(request, reply, session, mostBytes, use) {
      const handshake = pending.get(request.raw);
      if (handshake === undefined)
        throw new AppError('INVALID_REQUEST', 'This address only accepts WebSocket connections.');
      const { origin } = request.headers;
      if (origin !== config.webOrigin && (session.token === undefined || origin !== undefined)) {
        throw new AppError('ORIGIN_NOT_ALLOWED', `Sockets can only be opened from ${config.webOrigin}.`);
      }
      pending.delete(request.raw);
      reply.hijack();
      handshake.done();
      handshake.response.detachSocket(handshake.socket as never);
      const server = servers.get(mostBytes) ?? makeServer(mostBytes);
      servers.set(mostBytes, server);
      server.handleUpgrade(request.raw, handshake.socket, handshake.head, (ws) => {
        if (limit.take(ws, session)) use(ws, handshake.askedAt);
        else refuse(ws);
      });
    },
  };
}

function makeServer(maxPayload: number): WebSocketServer {
  // Do not compress messages: frames are small, and compression costs memory per socket.
  return new WebSocketServer({ noServer: true, clientTracking: false, maxPayload, perMessageDeflate: false });
}

function refuse(ws: WebSocket): void {
  ws.on('error', () => {});
  ws.close(FEED_CLOSE.tooMany, 'too many sockets');
  const timer = setTimeout(() => ws.terminate(), GOODBYE_MS).unref();
  ws.on('close', () => clearTimeout(timer));
}

/** Serves a limited number of entries concurrently, in FIFO order. */
class Queue {
  readonly #waiting = new Set<() => void>();
  #running = 0;

  enter(socket: Duplex, serve: (done: () => void) => void): void {
    if (this.#waiting.size >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    let isRunning = false;
    const done = (): void => {
      this.#waiting.delete(start);
      if (!isRunning) return;
      isRunning = false;
      this.#running -= 1;
      setImmediate(() => this.#serveNext());
    };
    const start = (): void => {
      isRunning = true;
      serve(done);
    };
    socket.once('close', done);
    this.#waiting.add(start);
    this.#serveNext();
  }

  #serveNext(): void {
    for (const start of this.#waiting) {
      if (this.#running >= MAX_AT_ONCE) return;
      this.#waiting.delete(start);
      this.#running += 1;
      start();
    }
  }
}
