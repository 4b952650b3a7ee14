import type { SyncRows } from '@hearth/contracts/sync';
import { updateCommand, type Command, type TeamStore, type View } from '#platform/sync/index.ts';
import { compareNames } from '#ui/format/formats.ts';

/** Members of the team, by name. */
export function membersByName(store: TeamStore): View<'member'> {
  return store.sharedView('members', {
    entity: 'member',
    compare: (a, b) => compareNames(a.name, b.name),
  });
}

export function changeRole(
  store: TeamStore,
  userId: string,
  teamRole: SyncRows['member']['teamRole'],
): Command {
  return updateCommand(store, {
    entity: 'member',
    id: userId,
    route: 'PATCH /teams/{teamId}/members/{userId}',
    params: { teamId: store.teamId, userId },
    fields: { teamRole },
  });
}

/** Removes a member. Cannot be undone: the user needs a new invite to return. */
export function removeMember(store: TeamStore, userId: string): Command {
  return {
    route: 'DELETE /teams/{teamId}/members/{userId}',
    params: { teamId: store.teamId, userId },
    effects: [{ entity: 'member', id: userId, op: 'delete' }],
  };
}
