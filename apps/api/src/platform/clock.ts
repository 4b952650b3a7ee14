/** Wall-clock time and a steady time for measuring. The only source of time in the API. */
export interface Clock {
  now(): Date;
  /** Milliseconds that never go backwards; the zero point means nothing. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
};
