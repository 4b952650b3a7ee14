import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { FEED_CLOSE } from '@hearth/contracts/sync-values';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';

import { AppError } from '#platform/errors.ts';
import type { App, SessionInfo } from '#platform/feature.ts';
import { getSocketLimit } from './socket-limit.ts';

/** How long a refused peer may take to say goodbye. */
const GOODBYE_MS = 3000;
/**
 * Against a thundering herd after an outage: so many handshakes are served side by side, and others have
 * their turn between.
 */
const MOST_AT_ONCE = 8;
const MOST_WAITING = 10_000;

/**
 * Takes WebSocket handshakes through the server's ordinary routing, so that they meet the same checks as every request
 * and are refused by the same plain HTTP answers. A route that wants the socket calls `accept`.
 */
export interface Handshakes {
  mount(server: FastifyInstance): void;
  /**
   * `use` gets the socket and when its request was begun, on the monotonic clock; a session or a person with too many
   * sockets is refused by a closing code instead. Where a browser's cookie came along, the web app's Origin must have, too.
   * @param mostBytes of a message; a longer one closes the socket with 1009
   * @throws AppError when this is no handshake, or comes from another origin than the web app's
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
        // A peer that goes away in the middle of the handshake is no failure of ours.
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
  // No compression per message: it costs memory for every socket, and the frames are small.
  return new WebSocketServer({ noServer: true, clientTracking: false, maxPayload, perMessageDeflate: false });
}

function refuse(ws: WebSocket): void {
  ws.on('error', () => {});
  ws.close(FEED_CLOSE.tooMany, 'too many sockets');
  const timer = setTimeout(() => ws.terminate(), GOODBYE_MS).unref();
  ws.on('close', () => clearTimeout(timer));
}

/** Serves a few at a time, in the order in which they came. */
class Queue {
  readonly #waiting = new Set<() => void>();
  #running = 0;

  enter(socket: Duplex, serve: (done: () => void) => void): void {
    if (this.#waiting.size >= MOST_WAITING) {
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
      if (this.#running >= MOST_AT_ONCE) return;
      this.#waiting.delete(start);
      this.#running += 1;
      start();
    }
  }
}
