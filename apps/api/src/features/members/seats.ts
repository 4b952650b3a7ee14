import type { Command } from '#platform/commands/index.ts';
import { countSeats, lockMemberships } from './members.queries.ts';
import { freeViewOnly } from './seats-limit.service.ts';
import { listViewOnly } from './seats-team.queries.ts';

/**
 * Runs a change of memberships, roles or grants, and counts the collaborator seats that the change takes or frees. Locks the memberships
 * before the change, to serialize the counting of concurrent changes. View-only members stay view-only unless a seat is free for them
 * afterwards.
 */
export async function countSeatsOf<T>(
  command: Command,
  userIds: readonly string[],
  change: () => Promise<T>,
): Promise<T> {
  if (userIds.length === 0) return await change();
  const { tx } = command;
  await lockMemberships(tx, userIds);
  const before = await countSeats(tx, userIds);
  const value = await change();
  const after = await countSeats(tx, userIds);
  command.count('collaborators', after - before);
  const waiting = await listViewOnly(tx, userIds);
  const writers = waiting.filter((one) => one.mayTakeSeat).map((one) => one.userId);
  if (writers.length > 0) {
    const room = await command.reserveUpTo('collaborators', writers.length);
    await freeViewOnly(command, writers.slice(0, room));
  }
  return value;
}

/** Runs `countSeatsOf` for one member. A view-only member who no longer needs a seat may comment like other guests. */
export async function countSeatOf<T>(command: Command, userId: string, change: () => Promise<T>): Promise<T> {
  const value = await countSeatsOf(command, [userId], change);
  const [waiting] = await listViewOnly(command.tx, [userId]);
  if (waiting?.mayTakeSeat === false) await freeViewOnly(command, [userId]);
  return value;
}
