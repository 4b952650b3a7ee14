import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request was let in with; asked again inside each transaction that it begins. */
export interface Standing {
  sessionId: string | null;
  tokenId: string | null;
  userId: string;
  /** Of its team, and the version of its rights; null on routes of no team. */
  team: { id: string; rights: number } | null;
  /** The task that it names, and where that was. */
  task: { id: string; projectId: string | null; isTrashed: boolean } | null;
}

/** Holds a request to what it was let in with while its handler runs. */
export interface StandingGuard {
  standing: Standing;
  /** The act is done, or the request is over: what comes after it in the same context is not held to it. */
  isDone: boolean;
  /**
   * Judges the request again, and replaces `standing` where it may go on as it is.
   * @throws AppError when it is refused now; `RightsChangedError` when its rights are others than those it began with
   */
  renew: () => Promise<void>;
}

const guards = new AsyncLocalStorage<StandingGuard | undefined>();

/** Runs the handler of a request under its guard. */
export async function runGuarded<T>(guard: StandingGuard, work: () => Promise<T>): Promise<T> {
  try {
    return await guards.run(guard, work);
  } finally {
    // Timers and jobs that the handler began carry its context on.
    guard.isDone = true;
  }
}

/** The guard of the request that is under way here, unless its act is done. */
export function currentGuard(): StandingGuard | undefined {
  const guard = guards.getStore();
  return guard === undefined || guard.isDone ? undefined : guard;
}

/** Runs something that must not be held to the standing of the request: judging it, say. */
export async function runUnguarded<T>(work: () => Promise<T>): Promise<T> {
  return await guards.run(undefined, work);
}

/** The act of the request is committed: what its handler does after it is not held to what the act itself may have changed. */
export function markActDone(): void {
  const guard = guards.getStore();
  if (guard !== undefined) guard.isDone = true;
}
