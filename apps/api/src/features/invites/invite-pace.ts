import { LIMITS } from '@hearth/contracts/core/limits';
import type { Command } from '#platform/commands/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { countInvites, lockInviting } from './invites.queries.ts';

const HOUR_S = 3_600;
const DAY_S = 86_400;

/**
 * Enforces the rate limit of a team's invites, counted in the database so that all nodes and members share it. Concurrent invites of the
 * team wait until the command ends.
 * @throws AppError RATE_LIMITED; INVALID_STATE if too many invites are open
 */
export async function assertPace(app: App, { tx, now }: Command): Promise<void> {
  await lockInviting(tx);
  const counts = await countInvites(tx, now);
  if (counts.open >= LIMITS.invitesPerTeam) {
    throw new AppError(
      'INVALID_STATE',
      `A team can have up to ${LIMITS.invitesPerTeam} open invites. Revoke some first.`,
    );
  }
  if (!app.config.hasRateLimits) return;
  const waits = [
    counts.lastHour >= LIMITS.invitesAnHour ? secondsUntilFree(counts.hourBegan, HOUR_S, now) : 0,
    counts.lastDay >= LIMITS.invitesADay ? secondsUntilFree(counts.dayBegan, DAY_S, now) : 0,
  ];
  const retryAfterSeconds = Math.max(...waits);
  if (retryAfterSeconds === 0) return;
  throw new AppError(
    'RATE_LIMITED',
    `A team can make up to ${LIMITS.invitesAnHour} invites an hour and ${LIMITS.invitesADay} a day. Try again later, or share one link.`,
    { retryAfterSeconds },
  );
}

function secondsUntilFree(began: Date | null, window: number, now: Date): number {
  const age = (now.getTime() - (began ?? now).getTime()) / 1000;
  return Math.max(1, Math.ceil(window - age));
}
