/** Waits for `work` until a timeout. Resolves to whether `work` ended in time. Rejects if `work` rejects. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  // Keep the timer ref'd: with nothing else pending, Node would exit in the middle of a shutdown.
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
