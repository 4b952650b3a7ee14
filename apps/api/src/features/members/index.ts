import { onPersonChanged } from '#features/auth/index.ts';
import { onTeamCreated } from '#features/teams/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { tellTeamsOfProfile } from './member-profile.ts';
import { findMember, loadActor, selectMemberSnapshot } from './members.queries.ts';
import { bindMembers } from './members.routes.ts';
import { addFirstOwner } from './members.service.ts';

export { findMember, listMembers, loadActor } from './members.queries.ts';
export { addMember } from './members.service.ts';
export { countSeatOf } from './seats.ts';

export async function members(app: App): Promise<Feature> {
  onTeamCreated(app, addFirstOwner);
  onPersonChanged(app, (before, after) => tellTeamsOfProfile(app, before, after));
  return {
    name: 'members',
    bindings: bindMembers(app),
    access: { loadActor },
    snapshot: [{ entity: 'member', order: 'id', select: selectMemberSnapshot }],
    exists: {
      user: async (tx, teamId, userId) => (await findMember(tx, teamId, userId)) !== null,
    },
  };
}
