import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createApp } from '#app.ts';
import type { App } from '#platform/feature.ts';

/** An answer as the web server of the same process gets it. */
interface AskedAnswer {
  status: number;
  text: string;
  retryAfter: string | undefined;
}

export interface ServedApp {
  /**
   * Answers a read as if it had come over the network from `address`: it passes everything that a request passes, and
   * counts for that address and not for the web server's.
   */
  ask(path: string, address: string): Promise<AskedAnswer>;
  /** Graceful shutdown: stops accepting, drains, and cuts off those that take too long. */
  close(): Promise<void>;
}

/** With the database's own closing this stays under the 4 s that a stop may take. */
const DRAIN_MS = 1_500;

/** Puts the server together and listens. @throws the listening error, with nothing left running */
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
    ask: async (path, address) => await ask(server, path, address),
    close: () => (closing ??= drain(server, connections)),
  };
}

async function ask(server: FastifyInstance, path: string, address: string): Promise<AskedAnswer> {
  const answer = await server.inject({ method: 'GET', url: path, remoteAddress: address });
  return { status: answer.statusCode, text: answer.body, retryAfter: answer.headers['retry-after'] };
}

async function drain(server: FastifyInstance, connections: Connections): Promise<void> {
  connections.closeWhenIdle();
  const cutOff = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS);
  try {
    await server.close();
  } finally {
    clearTimeout(cutOff);
  }
}

interface Connections {
  /** Ends connections that serve no request, now and as soon as they have served theirs. */
  closeWhenIdle(): void;
}

/**
 * Node's own closeIdleConnections leaves those alone that have not asked for anything yet, as browsers open them ahead.
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
  // Feed sockets are closed by the feed, in their own words.
  server.on('upgrade', ({ socket }) => requestsOf.delete(socket));
  return {
    closeWhenIdle() {
      isClosing = true;
      for (const socket of requestsOf.keys()) endIfIdle(socket);
    },
  };
}
