import type { User } from '@hearth/contracts/auth';
import type { Subscription } from '@hearth/contracts/billing';
import type { Team } from '@hearth/contracts/teams';

/** What a start without the server needs to know: who was here, and in which teams. Work has its own local copy. */
export interface LocalSession {
  user: User;
  teams: readonly Team[];
  subscription: Subscription | null;
}

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'hearth:session';
/** Raised when the shape changes: older copies are then ignored. */
const VERSION = 1;

export function readLocalSession(storage: KeyValueStorage): LocalSession | null {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as (LocalSession & { version: number }) | null;
    if (kept === null || kept.version !== VERSION) return null;
    return { user: kept.user, teams: kept.teams, subscription: kept.subscription };
  } catch {
    return null;
  }
}

export function keepLocalSession(storage: KeyValueStorage, session: LocalSession | null): void {
  try {
    if (session === null) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify({ ...session, version: VERSION }));
  } catch {
    // Storage may be full or forbidden: then only the start without the server is lost.
  }
}
