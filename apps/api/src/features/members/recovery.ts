import { sql } from 'kysely';
import { DAY_MS } from '@hearth/contracts/core/days';
import type { Member } from '@hearth/contracts/members/members';
import { findLastUse } from '#features/auth/index.ts';
import { runCommand, type Command } from '#platform/commands/index.ts';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { findLastActive } from './activity.queries.ts';
import { findMember, loadActor, lockWithOwners } from './members.queries.ts';
import { setRole } from './members.service.ts';

/** An owner who was active within this number of days counts as reachable and has to transfer ownership themselves. */
const UNREACHABLE_AFTER_DAYS = 30;
const LONGEST_REASON = 500;

/** Error with a message for the operator. */
class RecoveryError extends Error {
  override readonly name = 'RecoveryError';
}

export interface Recovery {
  teamId: string;
  /** The address of the future owner, who must be a member. */
  email: string;
  /** Reason shown to the team. Required with `isForced`. */
  reason: string | null;
  /** Proceeds even if an owner was active in the last 30 days. */
  isForced: boolean;
}

/**
 * Makes a member an owner at the operator's request, for a team without reachable owners. Current owners keep their role. The new owner can
 * change it. The change is recorded in the team's audit log.
 * @throws RecoveryError with a message for the operator; AppError PLAN_LIMIT_REACHED for a guest if no seat is free
 */
export async function recoverOwnership(app: App, recovery: Recovery): Promise<Member> {
  const { teamId, isForced } = recovery;
  const reason = recovery.reason?.trim() ?? '';
  if (isForced && reason === '') throw new RecoveryError('--force requires --reason "…".');
  if (reason.length > LONGEST_REASON) {
    throw new RecoveryError(`The reason must be ${LONGEST_REASON} characters or fewer.`);
  }
  const userId = await withTeam(app.db, { teamId, userId: null }, (tx) => findByAddress(tx, recovery));
  const { value } = await runCommand(app, { teamId, userId, requestKey: null }, async (command) => {
    const { tx, now } = command;
    const locked = await lockWithOwners(tx, [userId]);
    if ((await loadActor(tx, userId)) === null) throw unknownMember(recovery);
    const owners = locked.filter((one) => one.role === 'owner').map((one) => one.userId);
    if (owners.includes(userId))
      throw new RecoveryError(`${recovery.email} is already an owner of the team.`);
    if (!isForced) await assertOwnersAway(command, owners);
    const before = locked.find((one) => one.userId === userId);
    const member = await setRole(command, userId, 'owner');
    command.audit({
      act: 'ownership.recovered',
      object: 'member',
      objectId: userId,
      details: {
        by: 'operator',
        previousRole: before?.role,
        owners,
        isForced,
        reason,
        at: now.toISOString(),
      },
    });
    return member;
  });
  return value;
}

function unknownMember({ teamId, email }: Recovery): RecoveryError {
  return new RecoveryError(`${email} is not a member of the team ${teamId}, or the team is deleted.`);
}

async function findByAddress(tx: TeamTx, recovery: Recovery): Promise<string> {
  const { rows } = await sql<{ userId: string }>`
    select m.user_id as "userId" from memberships m join users u on u.id = m.user_id
    where m.team_id = ${recovery.teamId} and m.removed_at is null and lower(u.email) = lower(${recovery.email.trim()})`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) throw unknownMember(recovery);
  return row.userId;
}

/**
 * Checks that no owner was recently active in the team or in any session. Sessions are included because team activity was not always
 * recorded.
 */
async function assertOwnersAway({ tx, now }: Command, owners: readonly string[]): Promise<void> {
  const since = new Date(now.getTime() - UNREACHABLE_AFTER_DAYS * DAY_MS);
  for (const userId of owners) {
    const at = latest(await findLastActive(tx, userId), await findLastUse(tx, userId));
    if (at === null || at <= since) continue;
    const owner = await findMember(tx, userId);
    throw new RecoveryError(
      `${owner?.name ?? 'An owner'} was last active on ${at.toISOString().slice(0, 10)} and can hand over the team. ` +
        'If they cannot be reached, add --force --reason "…".',
    );
  }
}

function latest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
