import { oldestRestorable } from '#platform/restorable.ts';
import { isSame } from '@hearth/contracts/core/same';
import { can, type Action } from '@hearth/contracts/permissions/permissions';
import type { Team } from '@hearth/contracts/teams/teams';
import { openUsage, stopPayingAfter } from '#features/billing/index.ts';
import { deletePicture } from '#features/files/index.ts';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError, forbidden, invalidField, notFound } from '#platform/errors.ts';
import { withUser } from '#platform/db/index.ts';
import type { App, SessionInfo } from '#platform/feature.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { makeTeamKey } from './team-key.ts';
import {
  insertTeam,
  isZoneOfDatabase,
  listTeams,
  lockRole,
  lockTeam,
  setDeleted,
  updateTeam,
  type TeamFields,
} from './teams.queries.ts';

type TeamReply = { team: Team };

/**
 * Returns a page of the caller's teams, oldest membership first.
 * @param deletedAfter selects the caller's own teams that were deleted after this time, instead of teams that are not deleted
 */
export async function listOwnTeams(
  app: App,
  { userId, token }: SessionInfo,
  { cursor, limit }: { limit: number; cursor?: string | undefined },
  deletedAfter: Date | null = null,
): Promise<{ teams: Team[]; nextCursor: string | null }> {
  const page = { after: decodeTimeCursor(cursor), limit };
  const rows = await withUser(
    app.db,
    { userId },
    (tx) => listTeams(tx, userId, { deletedAfter, onlyTeam: token?.onlyTeam ?? null }, page),
    { isReadOnly: true },
  );
  const paged = toPage(rows, limit, (row) => [row.joinedAt.toISOString(), row.team._id]);
  return { teams: paged.rows.map((row) => row.team), nextCursor: paged.nextCursor };
}

/** Creates a team with its counters and its log. The caller becomes its owner. */
export async function createTeam(
  app: App,
  userId: string,
  body: { name: string; id?: string | undefined },
  requestKey: RequestKey,
): Promise<CommandResult<TeamReply>> {
  const teamId = body.id ?? app.ids.uuid();
  return await runCommand(app, { teamId, userId, requestKey }, async (command) => {
    const key = makeTeamKey(body.name);
    const team = await insertTeam(command.tx, {
      id: teamId,
      name: body.name,
      key,
      createdBy: userId,
      createdAt: command.now,
    });
    if (team === null) throw new AppError('CONFLICT', 'This id is already in use.');
    await openUsage(command.tx);
    command.put('team', teamId, null, team, 'team');
    command.audit({ act: 'team.created', object: 'team', objectId: teamId, objectName: team.name });
    await app.events.emit('team.created', command, team);
    return { team };
  });
}

/** Changes a team's name or settings. @throws AppError INVALID_REQUEST for a time zone that the database does not support */
export async function changeTeam(
  app: App,
  on: { teamId: string; userId: string },
  fields: TeamFields,
  requestKey: RequestKey,
): Promise<CommandResult<TeamReply>> {
  const result = await runCommand(app, { ...on, requestKey }, async (command) => {
    const before = await lockForChange(command, 'team.update');
    if (Object.values(fields).every((value) => value === undefined)) return { team: before };
    if (fields.timeZone !== undefined && !(await isZoneOfDatabase(command.tx, fields.timeZone)))
      throw invalidField('timeZone', 'must be a time zone such as Asia/Kolkata');
    const team = await updateTeam(command.tx, fields);
    command.put('team', on.teamId, before, team, 'team');
    auditChange(command, before, team);
    return { team };
  });
  // Re-authorizes programs that read the feed with a member's token.
  if (fields.membersMayUseTokens === false) app.fanout.publish({ kind: 'access', teamId: on.teamId });
  return result;
}

/** Audits the changed fields, with old and new values. */
function auditChange(command: Command, before: Team, team: Team): void {
  const changed = Object.entries(team).flatMap(([field, to]) => {
    const from = before[field as keyof Team];
    return isSame(from, to) ? [] : [[field, { from, to }]];
  });
  if (changed.length === 0) return;
  const details = Object.fromEntries(changed) as Record<string, unknown>;
  command.audit({ act: 'team.changed', object: 'team', objectId: team._id, objectName: team.name, details });
}

/**
 * Changes or removes a team's image. The old image is deleted after the new address is stored. If storing the address fails, the new image
 * is deleted.
 */
export async function changeImage(
  app: App,
  on: { teamId: string; userId: string },
  image: string | null,
  requestKey: RequestKey,
): Promise<CommandResult<TeamReply>> {
  let replaced: string | null = image;
  // Kept outside the command's value because that is stored verbatim as the response for retries.
  let former: string | null = null;
  try {
    const result = await runCommand(app, { ...on, requestKey }, async (command) => {
      const before = await lockForChange(command, 'team.update');
      former = before.image;
      const team = await updateTeam(command.tx, { image });
      command.put('team', on.teamId, before, team, 'team');
      command.audit({
        act: 'team.imageChanged',
        object: 'team',
        objectId: on.teamId,
        objectName: team.name,
      });
      return { team };
    });
    // A repeated request gets the first request's image, so delete the newly stored image instead of the old one.
    if (!result.isRepeated) replaced = former;
    return result;
  } finally {
    await deletePicture(app, replaced);
  }
}

/** Soft-deletes a team. Its owners can restore it for 30 days. */
export async function deleteTeam(
  app: App,
  on: { teamId: string; userId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    await markDeleted(command, await lockForChange(command, 'team.delete'));
    return null;
  });
}

/** Deletes the command's team when the account of its last member is deleted. */
export async function deleteWithLastPerson(command: Command): Promise<void> {
  const team = await lockTeam(command.tx);
  if (team !== null && team.deletedAt === null) await markDeleted(command, team);
}

async function markDeleted(command: Command, before: Team): Promise<void> {
  const { tx, teamId, userId, now } = command;
  const team = await setDeleted(tx, { at: now, by: userId });
  command.put('team', teamId, before, team, 'team');
  command.changeAccessOfAll();
  await stopPayingAfter(command);
  command.audit({ act: 'team.deleted', object: 'team', objectId: teamId, objectName: team.name });
}

/**
 * Restores a deleted team.
 * @throws AppError NOT_FOUND for non-owners, or after 30 days; if the team is not deleted, FORBIDDEN for non-owners and INVALID_STATE for
 * owners
 */
export async function restoreTeam(
  app: App,
  on: { teamId: string; userId: string },
  requestKey: RequestKey,
): Promise<CommandResult<TeamReply>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const before = await lockTeam(command.tx);
    const role = await lockRole(command.tx, on.userId);
    if (before === null || role === null) throw notFound('This team');
    const mayRestore = can({ userId: on.userId, role, grants: {}, privateProjects: {} }, 'team.restore');
    if (before.deletedAt === null) {
      if (!mayRestore) throw forbidden('team.restore');
      throw new AppError('INVALID_STATE', 'This team isn’t deleted.');
    }
    if (!mayRestore || new Date(before.deletedAt) < oldestRestorable(command.now))
      throw notFound('This team');
    const team = await setDeleted(command.tx, null);
    command.put('team', on.teamId, before, team, 'team');
    command.changeAccessOfAll();
    command.audit({ act: 'team.restored', object: 'team', objectId: on.teamId, objectName: team.name });
    return { team };
  });
}

/** Locks the team, which must not be deleted, and checks the caller's permission again under the lock. */
async function lockForChange(command: Command, action: Action): Promise<Team> {
  const { tx, userId } = command;
  const team = await lockTeam(tx);
  const role = await lockRole(tx, userId);
  if (team === null || team.deletedAt !== null || role === null) throw notFound('This team');
  if (!can({ userId, role, grants: {}, privateProjects: {} }, action)) throw forbidden(action);
  return team;
}
