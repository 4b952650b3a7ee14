import type { Member } from '@hearth/contracts/members/members';
import {
  canChangeRole,
  canRemoveMember,
  VIEW_ONLY_RULE,
  isCollaborator,
  type TeamRole,
} from '@hearth/contracts/permissions/permissions';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App, SessionInfo } from '#platform/feature.ts';
import { assertFreshSignIn } from '#platform/http/access.ts';
import {
  endMembership,
  findMember,
  insertMembership,
  lockWithOwners,
  updateRole,
  type LockedMember,
} from './members.queries.ts';
import { assertRoomForGuest } from './free-guests.ts';
import { countSeatOf } from './seats.ts';

interface MemberTarget {
  teamId: string;
  session: SessionInfo;
  /** The affected member. */
  userId: string;
}

/** Makes the creator of a team its first owner. */
export async function addFirstOwner(command: Command): Promise<void> {
  await addMember(command, command.userId, 'owner');
}

/** Adds a user to the team and takes a seat if needed. @returns null if the user is already a member */
export async function addMember(command: Command, userId: string, role: TeamRole): Promise<Member | null> {
  const { tx, now } = command;
  if (!(await insertMembership(tx, { userId, role, joinedAt: now }))) return null;
  // Grants end with a membership, so only the role determines whether a seat is taken.
  if (isCollaborator(role, [])) command.count('collaborators', 1);
  else await assertRoomForGuest(command);
  const member = await getMember(command, userId);
  command.put('member', userId, null, member, 'team');
  // Invalidates the local copy of a rejoining member, which may contain data that is no longer visible to them.
  command.changeAccess(userId);
  return member;
}

/**
 * Changes a member's role and audits the change.
 * @throws AppError NOT_FOUND, FORBIDDEN, LAST_OWNER; REAUTH_REQUIRED if ownership changes; PLAN_LIMIT_REACHED if the member needs a seat
 * and none is free
 */
export async function changeRole(
  app: App,
  on: MemberTarget,
  next: TeamRole,
  requestKey: RequestKey,
): Promise<CommandResult<{ member: Member }>> {
  const { teamId, session, userId } = on;
  return await runCommand(app, { teamId, userId: session.userId, requestKey }, async (command) => {
    const { actor, target, owners } = await lockBoth(command, userId);
    if (!canChangeRole(actor.role, target.role, next)) {
      throw new AppError(
        'FORBIDDEN',
        'Owners can give any role. Admins can only switch people between member and guest.',
      );
    }
    if (target.role === next) return { member: await getMember(command, userId) };
    // Changing ownership requires recent authentication.
    if (target.role === 'owner' || next === 'owner') assertFreshSignIn(app, session);
    if (target.role === 'owner') assertOtherOwner(owners, userId);
    const member = await setRole(command, userId, next);
    await app.events.emit('rights.lost', command, [userId]);
    command.audit({
      act: 'member.roleChanged',
      object: 'member',
      objectId: userId,
      details: { from: target.role, to: next },
    });
    return { member };
  });
}

/** Changes a locked member's role, and counts the seat accordingly. */
export async function setRole(command: Command, userId: string, role: TeamRole): Promise<Member> {
  const before = await getMember(command, userId);
  await countSeatOf(command, userId, async () => {
    await updateRole(command.tx, userId, role);
    command.put('member', userId, before, await getMember(command, userId), 'team');
  });
  command.changeAccess(userId);
  return await getMember(command, userId);
}

/** Removes a member, or lets the caller leave. @throws AppError NOT_FOUND, FORBIDDEN, LAST_OWNER */
export async function removeMember(
  app: App,
  on: MemberTarget,
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  const { teamId, session, userId } = on;
  return await runCommand(app, { teamId, userId: session.userId, requestKey }, async (command) => {
    const { actor, target, owners } = await lockBoth(command, userId);
    if (!canRemoveMember(actor, target)) {
      if (actor.isViewOnly === true) throw new AppError('FORBIDDEN', `${VIEW_ONLY_RULE}.`);
      throw new AppError(
        'FORBIDDEN',
        'Owners can remove anyone, and admins can remove members and guests. You can only leave yourself.',
      );
    }
    if (target.role === 'owner') assertOtherOwner(owners, userId);
    await app.events.emit('member.removed', command, userId);
    await countSeatOf(command, userId, async () => {
      await endMembership(command.tx, userId, command.now);
    });
    await app.events.emit('rights.lost', command, [userId]);
    command.remove('member', userId, 'team');
    command.changeAccess(userId);
    command.audit({
      act: actor.userId === userId ? 'member.left' : 'member.removed',
      object: 'member',
      objectId: userId,
      details: { role: target.role },
    });
    return null;
  });
}

/**
 * Locks the caller, the target and all owners, and returns the current state of caller and target. Permissions must be checked again under
 * this lock.
 */
async function lockBoth(
  command: Command,
  targetId: string,
): Promise<{ actor: LockedMember; target: LockedMember; owners: LockedMember[] }> {
  const locked = await lockWithOwners(command.tx, [command.userId, targetId]);
  const actor = locked.find((one) => one.userId === command.userId);
  const target = locked.find((one) => one.userId === targetId);
  if (actor === undefined) throw notFound('This team');
  if (target === undefined) throw notFound('This member');
  return { actor, target, owners: locked.filter((one) => one.role === 'owner') };
}

function assertOtherOwner(owners: readonly LockedMember[], userId: string): void {
  if (owners.some((owner) => owner.userId !== userId)) return;
  throw new AppError('LAST_OWNER', 'Make someone else an owner first. A team needs at least one.');
}

export async function getMember({ tx }: Command, userId: string): Promise<Member> {
  const member = await findMember(tx, userId);
  if (member === null) throw notFound('This member');
  return member;
}
