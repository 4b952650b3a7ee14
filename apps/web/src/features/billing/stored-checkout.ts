/** A checkout that was started in this browser. */
export interface Checkout {
  teamId: string;
  subscriptionId: string;
  /** Milliseconds since 1970. */
  startedAt: number;
}

const KEY = 'hearth:checkout';

/** Returns the stored checkout of this team. Null if there is none or the stored value is malformed. */
export function readCheckout(teamId: string | undefined): Checkout | null {
  const stored = readAnyCheckout();
  return stored !== null && stored.teamId === teamId ? stored : null;
}

export function readAnyCheckout(): Checkout | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Checkout> | null;
    const { teamId, subscriptionId, startedAt } = stored ?? {};
    if (typeof teamId !== 'string' || typeof subscriptionId !== 'string') return null;
    return typeof startedAt === 'number' ? { teamId, subscriptionId, startedAt } : null;
  } catch {
    return null;
  }
}

export function forgetCheckout(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // If storage is blocked, nothing was stored.
  }
}

export function saveCheckout(checkout: Checkout): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(checkout));
  } catch {
    // Not critical: the return page queries the gateway as well. Only a checkout in a closed tab cannot be resumed.
  }
}
