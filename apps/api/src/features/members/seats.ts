import type { Command } from '#platform/commands/index.ts';
import { countSeats, lockMemberships } from './members.queries.ts';

/**
 * Runs a change of people's memberships, roles or grants, and counts the collaborators' seats that they take or give
 * back by it. Their memberships are held from before the change, so that two such changes count one after the other.
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
  return value;
}

export async function countSeatOf<T>(command: Command, userId: string, change: () => Promise<T>): Promise<T> {
  return await countSeatsOf(command, [userId], change);
}
