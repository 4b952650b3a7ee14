import { addAccountPart } from '#features/auth/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { createActivityNotes } from './activity.ts';
import { createMemberPart } from './member-account.ts';
import { publishProfile } from './member-profile.ts';
import { findMember, loadActor, selectMemberSnapshot } from './members.queries.ts';
import { bindMembers } from './members.routes.ts';
import { addFirstOwner } from './members.service.ts';
import { bindSeats } from './seats-choice.routes.ts';
import { createSeatLimit } from './seats-limit.jobs.ts';
import { followPlan } from './seats-limit.service.ts';
import { selectPastWorkTimes, selectWorkTimes } from './work-times.queries.ts';
import { bindWorkTimes } from './work-times.routes.ts';
import { removeWorkTime } from './work-times.service.ts';

export { findMember, listTeamsOf, loadActor, lockMemberships } from './members.queries.ts';
export { addMember, getMember } from './members.service.ts';
export { workTimeJson } from './work-times.queries.ts';
export { recoverOwnership } from './recovery.ts';
export { countSeatOf, countSeatsOf } from './seats.ts';

export async function members(app: App): Promise<Feature> {
  app.events.on('team.created', addFirstOwner);
  app.events.on('person.changed', (before, after) => publishProfile(app, before, after));
  app.events.on('member.removed', removeWorkTime);
  app.events.on('plan.changed', followPlan);
  addAccountPart(app, createMemberPart(app));
  const notes = createActivityNotes(app);
  // Of this node only: on others, the activity of a member who comes back may be missing for up to an hour.
  app.events.on('member.removed', async ({ teamId }, userId) => notes.forget(teamId, userId));
  return {
    name: 'members',
    bindings: [...bindMembers(app), ...bindWorkTimes(app), ...bindSeats(app)],
    access: { loadActor, noteActive: notes.note },
    snapshot: [
      { entity: 'member', order: 'id', select: selectMemberSnapshot, selectPast: 'same' },
      { entity: 'workTime', order: 'id', select: selectWorkTimes, selectPast: selectPastWorkTimes },
    ],
    jobs: [createSeatLimit(app)],
    exists: {
      user: async (tx, userId) => (await findMember(tx, userId)) !== null,
    },
    close: notes.close,
  };
}
