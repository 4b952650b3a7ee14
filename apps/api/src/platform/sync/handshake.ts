import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';

import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';

/** Clients send next to nothing over the feed. */
const MOST_MESSAGE_BYTES = 1024;

/**
 * Takes WebSocket handshakes through the server's ordinary routing, so that they meet the same checks as every request
 * and are refused by the same plain HTTP answers. A route that wants the socket calls `accept`.
 */
export interface Handshakes {
  mount(server: FastifyInstance): void;
  /**
   * `use` gets the socket and when its request came, on the monotonic clock.
   * `needsOrigin`: a browser's cookie came along, so the web app's Origin must have, too.
   * @throws AppError when this is no handshake, or comes from another origin than the web app's
   */
  accept(
    request: FastifyRequest,
    reply: FastifyReply,
    needsOrigin: boolean,
    use: (ws: WebSocket, askedAt: number) => void,
  ): void;
}

interface Pending {
  socket: Duplex;
  head: Buffer;
  response: ServerResponse;
  askedAt: number;
}

export function createHandshakes({ config, clock }: Pick<App, 'config' | 'clock'>): Handshakes {
  // No compression per message: it costs memory for every socket, and the frames are small.
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MOST_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  const pending = new WeakMap<IncomingMessage, Pending>();
  return {
    mount(http) {
      http.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        // A peer that goes away in the middle of the handshake is no failure of ours.
        socket.on('error', () => {});
        const askedAt = clock.monotonic();
        const response = new ServerResponse(request);
        response.shouldKeepAlive = false;
        response.assignSocket(socket as never);
        response.on('finish', () => socket.end());
        if (request.method === 'GET') pending.set(request, { socket, head, response, askedAt });
        http.routing(request, response);
      });
    },
    accept(request, reply, needsOrigin, use) {
      const handshake = pending.get(request.raw);
      if (handshake === undefined) throw new AppError('INVALID_REQUEST', 'This address is a WebSocket.');
      const { origin } = request.headers;
      if (origin !== config.webOrigin && (needsOrigin || origin !== undefined)) {
        throw new AppError('ORIGIN_NOT_ALLOWED', `Sockets are opened from ${config.webOrigin} only.`);
      }
      pending.delete(request.raw);
      reply.hijack();
      handshake.response.detachSocket(handshake.socket as never);
      server.handleUpgrade(request.raw, handshake.socket, handshake.head, (ws) => use(ws, handshake.askedAt));
    },
  };
}
