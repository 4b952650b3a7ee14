import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '#platform/feature.ts';
import { addressKey } from './rate-limit.ts';

/** Open unauthenticated connections of one address: half-open ones, and such that only wait. */
export const MOST_UNKNOWN = 256;

type Held = Map<Socket, { isBusy: boolean }>;
const heldOf = new WeakMap<Socket, Held>();

/**
 * Against slowloris: bounds how many unauthenticated connections one address keeps open; the one that has
 * been idle longest is closed. Behind a trusted proxy all of them are the proxy's, which has limits of its
 * own.
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

/** The connection is authenticated: by a session, or by an API token. */
export function knowConnection(socket: Socket): void {
  heldOf.get(socket)?.delete(socket);
}
