import { AsyncLocalStorage } from 'node:async_hooks';

/** The basis on which a request was authorized; asserted again inside each transaction that it begins. */
export interface Standing {
  sessionId: string | null;
  tokenId: string | null;
  userId: string;
  /** Its team, and the version of its rights; null on routes without a team. */
  team: { id: string; rights: number } | null;
  /** The task that it names, and that task's location at the time. */
  task: { id: string; projectId: string | null; isTrashed: boolean } | null;
}

/** Binds a request to its standing while its handler runs. */
export interface StandingGuard {
  standing: Standing;
  /** The act is done, or the request is over: later work in the same context is not bound to it. */
  isDone: boolean;
  /**
   * Authorizes the request again, and replaces `standing` if it may continue unchanged.
   * @throws AppError if it is now refused; `RightsChangedError` if its rights differ from those it began with
   */
  renew: () => Promise<void>;
}

const guards = new AsyncLocalStorage<StandingGuard | undefined>();

/** Runs the handler of a request under its guard. */
export async function runGuarded<T>(guard: StandingGuard, work: () => Promise<T>): Promise<T> {
  try {
    return await guards.run(guard, work);
  } finally {
    // Timers and jobs started by the handler inherit its context.
    guard.isDone = true;
  }
}

/** The guard of the current request, unless its act is done. */
export function currentGuard(): StandingGuard | undefined {
  const guard = guards.getStore();
  return guard === undefined || guard.isDone ? undefined : guard;
}

/** Runs work that must not be bound to the request's standing, such as authorization itself. */
export async function runUnguarded<T>(work: () => Promise<T>): Promise<T> {
  return await guards.run(undefined, work);
}

/** The request's act is committed: the rest of its handler is not bound to a standing that the act itself may have changed. */
export function markActDone(): void {
  const guard = guards.getStore();
  if (guard !== undefined) guard.isDone = true;
}
