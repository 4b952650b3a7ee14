/** Waits for `work` with a time-out; says whether it ended in time. Its failure is the caller's. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  // Not unref'd: with nothing else to do, Node would leave in the middle of a stop.
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
