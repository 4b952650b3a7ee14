import {
  can,
  type Action,
  type Actor,
  type TeamRole,
  type WorkObject,
} from '@hearth/contracts/permissions/permissions';
import type { SyncRows } from '@hearth/contracts/sync';
import { useGroup, useRow, useTeamStore } from '#platform/sync/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { teamsState } from '#platform/session/teams.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';

const OWN_GRANTS = { entity: 'grant', compare: () => 0 } as const;
const PRIVATE_PROJECTS = {
  entity: 'project',
  filter: (project: SyncRows['project']) => project.isPrivate,
  compare: () => 0,
} as const;

const ARCHIVED_PROJECTS = {
  entity: 'project',
  filter: (project: SyncRows['project']) => project.archivedAt !== null,
  compare: () => 0,
} as const;

/** The ids of the archived projects. The array is referentially stable while its content is unchanged. */
export function useArchivedIds(): readonly string[] {
  return useGroup(useTeamStore().sharedView('archived projects', ARCHIVED_PROJECTS));
}

/**
 * Returns the user's role in the open team. It comes from the synced row. Until that row is loaded, it comes from the server's response on
 * entry.
 */
export function useTeamRole(): TeamRole | null {
  const store = useTeamStore();
  const atEntry = useSelected(teamsState, (state) => state.currentTeamRole);
  const own = useRow('member', store.userId);
  // A member whose leave is pending has no role. Member-only data is no longer requested for them.
  if (own === undefined && store.isPending('member', store.userId)) return null;
  return own?.teamRole ?? atEntry;
}

/** The user's permissions, evaluated as on the server. */
export function useActor(): Actor {
  const store = useTeamStore();
  const role = useTeamRole();
  const isViewOnly = useRow('member', store.userId)?.isViewOnly === true;
  const grants = useRows(store.sharedView('own grants', OWN_GRANTS));
  const privateIds = useGroup(store.sharedView('private projects', PRIVATE_PROJECTS));
  const archivedIds = useArchivedIds();
  // Ids are unique across projects and documents, so the grants of both share one map.
  const levels = Object.fromEntries(grants.map(({ id, level }) => [id, level]));
  return {
    userId: store.userId,
    role,
    grants: levels,
    pages: levels,
    privateProjects: Object.fromEntries(privateIds.map((id) => [id, true])),
    archivedProjects: Object.fromEntries(archivedIds.map((id) => [id, true])),
    ...(isViewOnly ? { isViewOnly } : {}),
  };
}

/**
 * Returns a function that decides whether to offer an action. It only hides actions that the server would deny: the server authorizes. When
 * viewing the past, only reads are offered.
 */
export function useMay(): (action: Action, object?: WorkObject) => boolean {
  const actor = useActor();
  const isPast = useTeamStore().at !== null;
  return (action, object) => (!isPast || action.endsWith('.read')) && can(actor, action, object);
}
