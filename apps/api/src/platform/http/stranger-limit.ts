import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import { addressKey, type RateLimiter } from './rate-limit.ts';

/** For how long somebody who was authenticated is no stranger. */
const KNOWN_MS = 600_000;
const MOST_KNOWN = 20_000;

/**
 * Against brute force: each request with a cookie or token that was not seen to work lately takes from the
 * bucket of its address before it is looked up, and gets it back when it works. So guessing ends soon, while
 * people behind the same address who are signed in go on.
 */
export class StrangerLimit {
  readonly #limiter: RateLimiter;
  readonly #clock: Clock;
  readonly #known = new Map<string, number>();

  constructor(limiter: RateLimiter, clock: Clock) {
    this.#limiter = limiter;
    this.#clock = clock;
  }

  /** @returns the seconds to wait, or 0 and the request may be looked at */
  enter(request: FastifyRequest): number {
    return this.#isKnown(request) ? 0 : this.#limiter.take('strangers', addressKey(request.ip));
  }

  /** Who sends the request is known now. */
  welcome(request: FastifyRequest): void {
    if (this.#isKnown(request)) return;
    this.#limiter.giveBack('strangers', addressKey(request.ip));
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(nameOf(request), this.#clock.monotonic() + KNOWN_MS);
  }

  #isKnown(request: FastifyRequest): boolean {
    const name = nameOf(request);
    const until = this.#known.get(name);
    if (until !== undefined && until > this.#clock.monotonic()) return true;
    this.#known.delete(name);
    return false;
  }
}

/** Hashed: nothing here may be worth reading. */
function nameOf({ headers, ip }: FastifyRequest): string {
  const shown = `${headers.authorization ?? ''}\n${headers.cookie ?? ''}`;
  return `${createHash('sha256').update(shown).digest('base64')} ${addressKey(ip)}`;
}
