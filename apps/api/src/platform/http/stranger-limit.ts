import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import { addressKey, type RateLimiter } from './rate-limit.ts';

/** How long a client counts as known after it was authenticated. */
const AUTHENTICATED_TTL_MS = 600_000;
const MAX_AUTHENTICATED = 20_000;

/**
 * Limits brute-force attacks. A request with credentials that were not recently verified takes a token from the bucket of its address
 * before the lookup, and returns it if the credentials are valid. Guessing is thus soon throttled without affecting signed-in users behind
 * the same address.
 */
export class StrangerLimit {
  readonly #limiter: RateLimiter;
  readonly #clock: Clock;
  readonly #known = new Map<string, number>();

  constructor(limiter: RateLimiter, clock: Clock) {
    this.#limiter = limiter;
    this.#clock = clock;
  }

  /**
   * Counts a request before its credentials are verified.
   * @returns the seconds to wait, or 0 to proceed
   */
  enter(request: FastifyRequest): number {
    return this.#isKnown(request) ? 0 : this.#limiter.take('strangers', addressKey(request.ip));
  }

  /** Records that a request was authenticated. */
  welcome(request: FastifyRequest): void {
    if (this.#isKnown(request)) return;
    this.#limiter.refund('strangers', addressKey(request.ip));
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_AUTHENTICATED && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(nameOf(request), this.#clock.monotonic() + AUTHENTICATED_TTL_MS);
  }

  #isKnown(request: FastifyRequest): boolean {
    const name = nameOf(request);
    const until = this.#known.get(name);
    if (until !== undefined && until > this.#clock.monotonic()) return true;
    this.#known.delete(name);
    return false;
  }
}

/** Returns a hash of the credentials and address, to avoid storing credentials here. */
function nameOf({ headers, ip }: FastifyRequest): string {
  const shown = `${headers.authorization ?? ''}\n${headers.cookie ?? ''}`;
  return `${createHash('sha256').update(shown).digest('base64')} ${addressKey(ip)}`;
}
