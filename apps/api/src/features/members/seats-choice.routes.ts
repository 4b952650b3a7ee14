import { seatsRoutes } from '@hearth/contracts/billing/seats';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { chooseSeats, getSeats } from './seats-choice.service.ts';

export function bindSeats(app: App): Binding[] {
  return [
    bind('seats.read', seatsRoutes, async ({ caller }) => ({
      seats: await getSeats(app, { teamId: caller.teamId, userId: caller.actor.userId }),
    })),
    bind('seats.choose', seatsRoutes, async ({ caller, body, request, reply }) => {
      const on = { teamId: caller.teamId, userId: caller.actor.userId };
      const result = await chooseSeats(app, on, body.keptIds, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
  ];
}
