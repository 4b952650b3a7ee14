import { MAX_SOCKETS } from '@hearth/contracts/sync-values';
import type { WebSocket } from 'ws';
import type { App, SessionInfo } from '#platform/feature.ts';

/** Counts the open sockets of all kinds on this node, per session or API token and per user. */
class SocketLimit {
  readonly #open = new Map<string, number>();
  readonly #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  /** Counts this socket until it closes. Returns false, without counting it, if the limit is reached. */
  take(ws: Pick<WebSocket, 'once'>, { id, userId }: Pick<SessionInfo, 'id' | 'userId'>): boolean {
    if (!this.#isOn) return true;
    const [session, person] = [`session ${id}`, `person ${userId}`];
    if (this.#count(session) >= MAX_SOCKETS.ofSession || this.#count(person) >= MAX_SOCKETS.ofPerson)
      return false;
    for (const key of [session, person]) this.#open.set(key, this.#count(key) + 1);
    ws.once('close', () => {
      for (const key of [session, person]) {
        const remaining = this.#count(key) - 1;
        if (remaining > 0) this.#open.set(key, remaining);
        else this.#open.delete(key);
      }
    });
    return true;
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }
}

const limits = new WeakMap<object, SocketLimit>();

/** Returns the counter of an app, shared by all code that opens sockets. */
export function getSocketLimit(app: Pick<App, 'config'>): SocketLimit {
  const known = limits.get(app);
  if (known !== undefined) return known;
  const limit = new SocketLimit(app.config.hasRateLimits);
  limits.set(app, limit);
  return limit;
}
