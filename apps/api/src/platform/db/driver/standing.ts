import { AsyncLocalStorage } from 'node:async_hooks';

/** The state under which a request was authorized. Each transaction that the request begins asserts it again. */
export interface Standing {
  sessionId: string | null;
  tokenId: string | null;
  userId: string;
  /** The team of the request, and the version of its permissions. Null on routes without a team. */
  team: { id: string; rights: number } | null;
  /** The task in the request path, and its location at authorization time. */
  task: { id: string; projectId: string | null; isTrashed: boolean } | null;
}

/** Binds a request to its standing while the handler runs. */
export interface StandingGuard {
  standing: Standing;
  /**
   * Whether the request's action has been committed or the request is over. Later code in the same context is then not bound to the
   * standing.
   */
  isDone: boolean;
  /** Whether a transaction of the request's team has asserted the standing. */
  isAsserted: boolean;
  /**
   * Authorizes the request again. Replaces `standing` if the request may continue with unchanged permissions.
   * @throws AppError if the request is now denied; `RightsChangedError` if its permissions have changed
   */
  renew: () => Promise<void>;
}

const guards = new AsyncLocalStorage<StandingGuard | undefined>();

/** Runs the handler of a request with its guard. */
export async function runGuarded<T>(guard: StandingGuard, work: () => Promise<T>): Promise<T> {
  try {
    return await guards.run(guard, work);
  } finally {
    // Timers and jobs started by the handler inherit its context.
    guard.isDone = true;
  }
}

/** Returns the guard of the current request, unless its action has been committed. */
export function currentGuard(): StandingGuard | undefined {
  const guard = guards.getStore();
  return guard === undefined || guard.isDone ? undefined : guard;
}

/** Runs code that must not be bound to the request's standing, such as authorization itself. */
export async function runUnguarded<T>(work: () => Promise<T>): Promise<T> {
  return await guards.run(undefined, work);
}

/** Marks the request's action as committed. The rest of the handler is not bound to the standing because the action may have changed it. */
export function markActDone(): void {
  const guard = guards.getStore();
  if (guard !== undefined) guard.isDone = true;
}
