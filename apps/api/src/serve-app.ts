import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createApp } from '#app.ts';
import type { App } from '#platform/feature.ts';
import { SHUTDOWN } from '#platform/shutdown.ts';

/** A response that is returned to the web server in the same process. */
interface InjectedResponse {
  status: number;
  text: string;
  retryAfter: string | undefined;
}

export interface ServedApp {
  /**
   * Serves a read request as if it had arrived over the network from `address`. It passes all stages of a regular request, and counts
   * towards the limits of that address rather than the web server's address.
   */
  inject(path: string, address: string): Promise<InjectedResponse>;
  /** Shuts down gracefully: stops accepting requests, drains, and aborts requests that take too long. */
  close(): Promise<void>;
}

/** Assembles the server and starts listening. @throws the listening error, after the server was closed */
export async function serveApp(app: App, more?: Parameters<typeof createApp>[1]): Promise<ServedApp> {
  const server = await createApp(app, more);
  const connections = watchConnections(server.server);
  try {
    await server.listen({ port: app.config.apiPort, host: app.config.apiHost });
  } catch (error) {
    await server.close();
    throw error;
  }
  let closing: Promise<void> | null = null;
  return {
    inject: async (path, address) => await injectRequest(server, path, address),
    close: () => (closing ??= drain(server, connections)),
  };
}

async function injectRequest(
  server: FastifyInstance,
  path: string,
  address: string,
): Promise<InjectedResponse> {
  const response = await server.inject({ method: 'GET', url: path, remoteAddress: address });
  return { status: response.statusCode, text: response.body, retryAfter: response.headers['retry-after'] };
}

async function drain(server: FastifyInstance, connections: Connections): Promise<void> {
  connections.closeWhenIdle();
  const cutOff = setTimeout(() => server.server.closeAllConnections(), SHUTDOWN.drain);
  try {
    await server.close();
  } finally {
    clearTimeout(cutOff);
  }
}

interface Connections {
  /** Closes idle connections now, and other connections as soon as they have served their request. */
  closeWhenIdle(): void;
}

/**
 * Tracks connections for shutdown. Node's closeIdleConnections skips connections that have not sent a request yet, which browsers open in
 * advance.
 */
function watchConnections(server: Server): Connections {
  const requestsOf = new Map<Socket, number>();
  let isClosing = false;
  const endIfIdle = (socket: Socket): void => {
    if (isClosing && requestsOf.get(socket) === 0) socket.end();
  };
  const count = (socket: Socket, by: number): void => {
    const requests = requestsOf.get(socket);
    if (requests !== undefined) requestsOf.set(socket, requests + by);
  };
  server.on('connection', (socket: Socket) => {
    requestsOf.set(socket, 0);
    socket.once('close', () => requestsOf.delete(socket));
    endIfIdle(socket);
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => {
      count(socket, -1);
      endIfIdle(socket);
    });
  });
  // Sockets of the feed are closed by the feed, with its own close codes.
  server.on('upgrade', ({ socket }) => requestsOf.delete(socket));
  return {
    closeWhenIdle() {
      isClosing = true;
      for (const socket of requestsOf.keys()) endIfIdle(socket);
    },
  };
}
