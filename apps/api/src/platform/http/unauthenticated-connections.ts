import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '#platform/feature.ts';
import { addressKey } from './rate-limit.ts';

/** Maximum number of open unauthenticated connections per address, including half-open and idle ones. */
export const MAX_UNAUTHENTICATED = 256;

type OpenConnections = Map<Socket, { isBusy: boolean }>;
const connectionsOf = new WeakMap<Socket, OpenConnections>();

/**
 * Protects against slowloris attacks by limiting the open unauthenticated connections per address. Closes the connection that has been idle
 * longest. Not used behind a trusted proxy because all connections then come from the proxy, which has its own limits.
 */
export function limitUnauthenticatedConnections({ config }: Pick<App, 'config'>, server: Server): void {
  if (!config.hasRateLimits || config.trustedProxies.length > 0) return;
  const byAddress = new Map<string, OpenConnections>();
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    const held: OpenConnections = byAddress.get(key) ?? new Map();
    byAddress.set(key, held.set(socket, { isBusy: false }));
    connectionsOf.set(socket, held);
    socket.once('close', () => {
      held.delete(socket);
      if (held.size === 0 && byAddress.get(key) === held) byAddress.delete(key);
    });
    if (held.size <= MAX_UNAUTHENTICATED) return;
    const idle = [...held].find(([, { isBusy }]) => !isBusy);
    (idle?.[0] ?? socket).destroy();
  });
  server.on('request', ({ socket }, response) => {
    const held = connectionsOf.get(socket);
    if (held?.delete(socket) !== true) return;
    const one = { isBusy: true };
    held.set(socket, one);
    response.once('close', () => {
      one.isBusy = false;
    });
  });
}

/** Marks the connection as authenticated, by a session or an API token. */
export function markAuthenticated(socket: Socket): void {
  connectionsOf.get(socket)?.delete(socket);
}
