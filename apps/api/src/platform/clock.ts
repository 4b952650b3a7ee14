/** The only source of time in the API: wall-clock time, and monotonic time to measure durations. */
export interface Clock {
  now(): Date;
  /** Milliseconds that never go backwards. The zero point is arbitrary. */
  monotonic(): number;
}

/** The product's time: the system time plus an offset, which only development installations set. */
export interface ProductClock extends Clock {
  /** Offset from the system clock, in ms. It is the same on every node. */
  readonly aheadMs: number;
  setAhead(ms: number): void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
};

export function createProductClock(base: Clock): ProductClock {
  let aheadMs = 0;
  return {
    now: () => (aheadMs === 0 ? base.now() : new Date(base.now().getTime() + aheadMs)),
    monotonic: () => base.monotonic(),
    get aheadMs() {
      return aheadMs;
    },
    setAhead: (ms) => {
      aheadMs = ms;
    },
  };
}
