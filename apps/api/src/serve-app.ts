import type { FastifyInstance } from 'fastify';
import { createApp } from '#app.ts';
import type { App } from '#platform/feature.ts';

export interface ServedApp {
  /** Stops accepting, lets requests finish, and cuts off those that take too long. */
  close(): Promise<void>;
}

/** With the database's own closing this stays under the 4 s that a stop may take. */
const DRAIN_MS = 1_500;
const IDLE_CHECK_MS = 25;

/** Puts the server together and listens. @throws the listening error, with nothing left running */
export async function serveApp(app: App): Promise<ServedApp> {
  const server = await createApp(app);
  try {
    await server.listen({ port: app.config.apiPort, host: app.config.apiHost });
  } catch (error) {
    await server.close();
    throw error;
  }
  let closing: Promise<void> | null = null;
  return { close: () => (closing ??= drain(server)) };
}

async function drain(server: FastifyInstance): Promise<void> {
  // A connection whose last answer is out would otherwise be kept open for the next request.
  const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS);
  const cutOff = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS);
  try {
    await server.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cutOff);
  }
}
