import { foldWord } from '@hearth/contracts/core/fold';
import type { SyncRows } from '@hearth/contracts/sync';
import { TEAM_ROLES, type TeamRole } from '@hearth/contracts/permissions/permissions';

type Member = SyncRows['member'];

export const PEOPLE_KEYS = ['name', 'role', 'joined', 'active'] as const;
export type PeopleKey = (typeof PEOPLE_KEYS)[number];

export interface PeopleOrder {
  key: PeopleKey;
  isReversed: boolean;
}

/** Time of each member's last activity, if known. */
type LastActive = ReadonlyMap<string, string | null>;

/** Filters members whose name or address contains every word. If a role is chosen, it must match as well. Preserves the order. */
export function narrowPeople(
  people: readonly Member[],
  typed: string,
  role: TeamRole | null,
): readonly Member[] {
  const terms = foldWord(typed).split(/\s+/).filter(Boolean);
  if (terms.length === 0 && role === null) return people;
  return people.filter((one) => {
    if (role !== null && one.teamRole !== role) return false;
    const text = foldWord(`${one.name} ${one.email ?? ''}`);
    return terms.every((term) => text.includes(term));
  });
}

/**
 * Stable sort of members already ordered by name, so ties are sorted by name. The default direction lists owners, newest members or most
 * recently active members first. Members who were never active come last in both directions.
 */
export function sortPeople(
  byName: readonly Member[],
  { key, isReversed }: PeopleOrder,
  lastActive: LastActive,
): readonly Member[] {
  if (key === 'name') return isReversed ? byName.toReversed() : byName;
  const turn = isReversed ? -1 : 1;
  if (key === 'role') {
    return byName.toSorted(
      (a, b) => turn * (TEAM_ROLES.indexOf(b.teamRole) - TEAM_ROLES.indexOf(a.teamRole)),
    );
  }
  if (key === 'joined') return byName.toSorted((a, b) => turn * compareTexts(b.joinedAt, a.joinedAt));
  return byName.toSorted((a, b) => {
    const [one, other] = [lastActive.get(a.userId) ?? null, lastActive.get(b.userId) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return turn * compareTexts(other, one);
  });
}

/** ISO timestamps sort lexicographically. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
