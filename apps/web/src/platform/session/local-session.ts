import type { User } from '@hearth/contracts/auth/auth';
import type { Subscription } from '@hearth/contracts/billing/billing';
import type { Team } from '@hearth/contracts/teams/teams';

/** The cached state for starting without the server: the last user and their teams. Their data is cached in a separate local copy. */
interface LocalSession {
  user: User;
  teams: readonly Team[];
  subscription: Subscription | null;
}

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'hearth:session';
/** Schema version. Older copies are ignored. */
const VERSION = 1;

/** Untrusted storage: ignore a value without a user. */
export function readLocalSession(storage: KeyValueStorage): LocalSession | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    if (!isRecord(stored) || stored['version'] !== VERSION) return null;
    const { user, teams, subscription } = stored;
    if (!hasText(user, ['id', 'name', 'email'])) return null;
    const isList = Array.isArray(teams) && teams.every((team) => hasText(team, ['_id', 'name', 'key']));
    const isPlan =
      isRecord(subscription) && isRecord(subscription['limits']) && isRecord(subscription['usage']);
    return {
      user: user as unknown as User,
      teams: isList ? (teams as unknown as Team[]) : [],
      subscription: isPlan ? (subscription as unknown as Subscription) : null,
    };
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function hasText(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isRecord(value) && names.every((name) => typeof value[name] === 'string');
}

export function saveLocalSession(storage: KeyValueStorage, session: LocalSession | null): void {
  try {
    if (session === null) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify({ ...session, version: VERSION }));
  } catch {
    // Best effort: storage may be full or forbidden. Then the app cannot start without the server.
  }
}
