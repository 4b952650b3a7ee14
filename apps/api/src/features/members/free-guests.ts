import { PLANS } from '@hearth/contracts/billing/plans';
import { findSubscription } from '#features/billing/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { countFreeGuests, lockSeats } from './members.queries.ts';

/**
 * Guests who only read and comment take no seat, but their number is capped to prevent circumventing the plan's limit. Locks the seat
 * counter until the command ends, because two guests must not both take the last place.
 * @throws AppError PLAN_LIMIT_REACHED with the limit `guests` if the guest just added exceeds the cap
 */
export async function assertRoomForGuest({ tx }: Command): Promise<void> {
  await lockSeats(tx);
  const subscription = await findSubscription(tx);
  if (subscription === null) throw notFound('This team');
  const { plan } = subscription;
  const max = PLANS[plan].freeGuests;
  const used = (await countFreeGuests(tx)) - 1;
  if (used < max) return;
  throw new AppError(
    'PLAN_LIMIT_REACHED',
    `The ${PLANS[plan].shownAs} plan includes ${max} free guests, and ${used} are in the team.`,
    { limit: 'guests', max, used, plan },
  );
}
