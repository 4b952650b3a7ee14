import { seatsRoutes } from '@hearth/contracts/billing/seats';
import { bindCommand } from '#platform/commands/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { chooseSeats, getSeats } from './seats-choice.service.ts';

export function bindSeats(app: App): Binding[] {
  return [
    bind('seats.read', seatsRoutes, async ({ caller }) => ({
      seats: await getSeats(app, { teamId: caller.teamId, userId: caller.actor.userId }),
    })),
    bindCommand('seats.choose', seatsRoutes, async ({ caller, body, key }) => {
      const on = { teamId: caller.teamId, userId: caller.actor.userId };
      return await chooseSeats(app, on, body.keptIds, key);
    }),
  ];
}
