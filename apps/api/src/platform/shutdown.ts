/**
 * Time limits of the stages of a shutdown, in ms. The stages run one after the other, so their sum must stay below the limit of the
 * process (3.8 s in tools/serve.ts): a process that is cut off exits with an error and leaves the database unclosed.
 */
export const SHUTDOWN = {
  /** Open requests, sockets, streams and jobs, all at the same time. */
  drain: 1_250,
  /** Threads, followers and caches of the features, all at the same time. */
  features: 500,
  /** Open transactions and maintenance of the database. */
  quiet: 750,
  /** Each of the last two steps: stopping the embedded database, and closing the pool. */
  engine: 500,
  /** All stages. The final dump of an embedded database gets the time that they leave. */
  total: 3_500,
} as const;

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
