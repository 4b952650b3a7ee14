import { PLANS, type Plan } from '@hearth/contracts/billing/plans';
import { findPlanInForce } from '#features/billing/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { findMember } from './members.queries.ts';
import { pickSeatHolders } from './seats-order.ts';
import {
  clearChoice,
  listViewOnly,
  lockWriters,
  recountSeats,
  setViewOnly,
  type Writer,
} from './seats-team.queries.ts';

/**
 * Reduces the members with write access to the seats of the current plan: owners first, then the chosen members, then those with the
 * longest membership. All other members become view-only.
 */
export async function limitSeats(command: Command): Promise<void> {
  const writers = await lockWriters(command.tx);
  const { collaborators: max } = PLANS[await findPlanInForce(command.tx)].limits;
  if (writers.filter((one) => !one.isViewOnly).length <= max) return;
  await setWriters(command, writers, pickSeatHolders(writers, max));
}

/** Gives write access to exactly these of the locked members and makes all others view-only. */
export async function setWriters(
  command: Command,
  writers: readonly Writer[],
  keptIds: readonly string[],
): Promise<void> {
  const retained = new Set(keptIds);
  const freed = writers.filter((one) => one.isViewOnly && retained.has(one.userId));
  const limited = writers.filter((one) => !one.isViewOnly && !retained.has(one.userId));
  await mark(command, idsOf(limited), command.now);
  await mark(command, idsOf(freed), null);
  await recountSeats(command.tx);
  auditSeats(command, 'seats.limited', idsOf(limited));
  auditSeats(command, 'seats.freed', idsOf(freed));
}

/** Lifts view-only for everyone and clears the choice, because the plan has enough seats. */
async function freeSeats(command: Command): Promise<void> {
  await lockWriters(command.tx);
  const userIds = idsOf(await listViewOnly(command.tx));
  await clearChoice(command.tx);
  if (userIds.length === 0) return;
  await mark(command, userIds, null);
  await recountSeats(command.tx);
  auditSeats(command, 'seats.freed', userIds);
}

export async function followPlan(command: Command, plan: Plan): Promise<void> {
  if (plan === 'pro') await freeSeats(command);
}

/** Lifts view-only for locked members whose seat is already counted or who need no seat. */
export async function freeViewOnly(command: Command, userIds: readonly string[]): Promise<void> {
  await mark(command, userIds, null);
  auditSeats(command, 'seats.freed', userIds);
}

async function mark(command: Command, userIds: readonly string[], since: Date | null): Promise<void> {
  if (userIds.length === 0) return;
  const { tx } = command;
  await setViewOnly(tx, userIds, since);
  for (const userId of userIds) {
    const member = await findMember(tx, userId);
    if (member === null) continue;
    command.put('member', userId, { ...member, isViewOnly: since === null }, member, 'team');
    command.changeAccess(userId);
  }
}

function auditSeats(
  command: Command,
  act: 'seats.limited' | 'seats.freed',
  userIds: readonly string[],
): void {
  if (userIds.length === 0) return;
  command.audit({ act, object: 'team', objectId: command.teamId, details: { userIds } });
}

const idsOf = (people: readonly { userId: string }[]): string[] => people.map(({ userId }) => userId);
