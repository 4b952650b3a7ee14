import { useMemo } from 'react';
import { membersByName, usePeople } from '#features/members/index.ts';
import { useViewerIds } from '#features/projects/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import type { Person } from '#ui/format/person.ts';
import { findByName } from './mention-text.ts';

/** Maximum number of suggestions. */
const MAX = 6;

export interface Mentionable extends Person {
  canSee: boolean;
}

interface Found {
  /** Suggestions for the query. Members without access come last. */
  found: readonly Mentionable[];
  everybody: readonly Person[];
  /** Null while unknown. The server then decides. */
  viewerIds: ReadonlySet<string> | null;
}

/**
 * Suggests members to mention.
 * @param typed the query after the @, or null if no mention is in progress
 */
export function useMentionable(projectId: string | null, typed: string | null, isEnabled: boolean): Found {
  const store = useTeamStore();
  const everybody = usePeople();
  const viewerIds = useViewerIds(projectId, isEnabled, membersByName(store));
  const found = useMemo(() => {
    if (typed === null) return [];
    const all = everybody.map((person) => ({ ...person, canSee: viewerIds?.has(person.id) ?? true }));
    const inOrder = [...all.filter(({ canSee }) => canSee), ...all.filter(({ canSee }) => !canSee)];
    return findByName(inOrder, typed, MAX);
  }, [everybody, viewerIds, typed]);
  return { found, everybody, viewerIds };
}
