import { isIPv6 } from 'node:net';
import type { Clock } from '#platform/clock.ts';

interface RateLimit {
  /** Refill rate in tokens per second. */
  perSecond: number;
  burst: number;
}

/** Limits of the API contract: 600 requests a minute per user with a burst of 120, and 30 sign-ins a minute per address. */
export const RATE_LIMITS = {
  general: { perSecond: 10, burst: 120 },
  signIn: { perSecond: 0.5, burst: 30 },
  uploads: { perSecond: 60 / 3600, burst: 20 },
  attachments: { perSecond: 300 / 3600, burst: 100 },
  exports: { perSecond: 6 / 3600, burst: 6 },
  audits: { perSecond: 30 / 3600, burst: 10 },
  imports: { perSecond: 5 / 3600, burst: 5 },
  images: { perSecond: 50, burst: 500 },
  contact: { perSecond: 5 / 3600, burst: 5 },
  /** Log entries about rejected requests, per network. */
  refusalsLogged: { perSecond: 0.5, burst: 60 },
  invitePeek: { perSecond: 20 / 60, burst: 20 },
  /** Unauthenticated requests per address. */
  strangers: { perSecond: 5, burst: 240 },
  shares: { perSecond: 2, burst: 120 },
  search: { perSecond: 1, burst: 60 },
  assistant: { perSecond: 1, burst: 60 },
} as const satisfies Record<string, RateLimit>;

/**
 * Limits of routes that are counted per user and team because users who share an office address must not share a bucket. All other limits
 * of routes are counted per address.
 */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  'uploads',
  'attachments',
  'exports',
  'audits',
  'imports',
  'search',
  'assistant',
]);

export function isOfPeople(name: RateLimitName): boolean {
  return OF_PEOPLE.has(name);
}

type RateLimitName = keyof typeof RATE_LIMITS;

/** Maximum number of keys. When it is exceeded, the least recently used half is evicted. */
const MAX_KEYS = 100_000;

/** Token buckets by key, in the memory of this node. */
export class RateLimiter {
  readonly #buckets = new Map<string, { tokens: number; at: number }>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes one token. Returns 0 on success, otherwise the number of seconds to wait (at least 1). */
  take(name: RateLimitName, key: string): number {
    const { perSecond, burst } = RATE_LIMITS[name];
    const now = this.#clock.monotonic();
    const id = `${name} ${key}`;
    const held = this.#buckets.get(id) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, held.tokens + ((now - held.at) / 1000) * perSecond);
    if (tokens < 1) return Math.max(1, Math.ceil((1 - tokens) / perSecond));
    this.#buckets.delete(id);
    this.#buckets.set(id, { tokens: tokens - 1, at: now });
    if (this.#buckets.size > MAX_KEYS) this.#forgetOldest();
    return 0;
  }

  /** Refunds a token. */
  refund(name: RateLimitName, key: string): void {
    const held = this.#buckets.get(`${name} ${key}`);
    if (held !== undefined) held.tokens = Math.min(RATE_LIMITS[name].burst, held.tokens + 1);
  }

  /** Evicts the least recently used buckets. The map is in LRU order. */
  #forgetOldest(): void {
    let surplus = this.#buckets.size - MAX_KEYS / 2;
    for (const id of this.#buckets.keys()) {
      if (surplus-- <= 0) return;
      this.#buckets.delete(id);
    }
  }
}

/**
 * Returns the key of a caller for limits per address: the /64 network for IPv6, and the complete address for IPv4 and
 * IPv4-mapped addresses.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
