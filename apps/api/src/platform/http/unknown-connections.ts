import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '#platform/feature.ts';
import { addressKey } from './rate-limit.ts';

/** Maximum number of open unauthenticated connections per address, including half-open and idle ones. */
export const MOST_UNKNOWN = 256;

type Held = Map<Socket, { isBusy: boolean }>;
const heldOf = new WeakMap<Socket, Held>();

/**
 * Protects against slowloris attacks by limiting the open unauthenticated connections per address. Closes the connection
 * that has been idle for longest. Not used behind a trusted proxy, where all connections come from the proxy, which has its
 * own limits.
 */
export function limitUnknownConnections({ config }: Pick<App, 'config'>, server: Server): void {
  if (!config.hasRateLimits || config.trustedProxies.length > 0) return;
  const byAddress = new Map<string, Held>();
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    const held: Held = byAddress.get(key) ?? new Map();
    byAddress.set(key, held.set(socket, { isBusy: false }));
    heldOf.set(socket, held);
    socket.once('close', () => {
      held.delete(socket);
      if (held.size === 0 && byAddress.get(key) === held) byAddress.delete(key);
    });
    if (held.size <= MOST_UNKNOWN) return;
    const idle = [...held].find(([, { isBusy }]) => !isBusy);
    (idle?.[0] ?? socket).destroy();
  });
  server.on('request', ({ socket }, response) => {
    const held = heldOf.get(socket);
    if (held?.delete(socket) !== true) return;
    const one = { isBusy: true };
    held.set(socket, one);
    response.once('close', () => {
      one.isBusy = false;
    });
  });
}

/** Marks the connection as authenticated, by a session or an API token. */
export function knowConnection(socket: Socket): void {
  heldOf.get(socket)?.delete(socket);
}
