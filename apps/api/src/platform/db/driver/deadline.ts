/** Waits for `work` up to a time-out; resolves to whether it ended in time. Errors of `work` are the caller's. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  // Not unref'd: with nothing else pending, Node would exit in the middle of a shutdown.
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
