import { LIMITS } from '@hearth/contracts/limits';
import { can, explainRule, type Action } from '@hearth/contracts/permissions';
import type { Team } from '@hearth/contracts/teams';
import { openUsage } from '#features/billing/index.ts';
import { runCommand, type Asked, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { tellTeamCreated } from './team-created.ts';
import { makeTeamKey } from './team-key.ts';
import { insertTeam, lockRole, lockTeam, setDeleted, updateTeam } from './teams.queries.ts';

const DAY_MS = 86_400_000;

type TeamReply = { team: Team };

/** Teams deleted before this moment are gone for people. */
export function oldestRestorable(now: Date): Date {
  return new Date(now.getTime() - LIMITS.trashDays * DAY_MS);
}

/** Makes a team with its counters and its log; the caller becomes its owner. */
export async function createTeam(
  app: App,
  userId: string,
  body: { name: string; id?: string | undefined },
  asked: Asked,
): Promise<CommandResult<TeamReply>> {
  const teamId = body.id ?? app.ids.uuid();
  return await runCommand(app, { teamId, userId, asked }, async (command) => {
    const key = makeTeamKey(body.name);
    const team = await insertTeam(command.tx, {
      id: teamId,
      name: body.name,
      key,
      createdBy: userId,
      createdAt: command.now,
    });
    if (team === null) throw new AppError('CONFLICT', 'This id is taken.');
    await openUsage(command.tx, teamId);
    command.put('team', teamId, null, team, 'team');
    command.audit({ act: 'team.created', object: 'team', objectId: teamId });
    await tellTeamCreated(app, command, team);
    return { team };
  });
}

export async function changeTeam(
  app: App,
  on: { teamId: string; userId: string },
  fields: { name?: string | undefined; membersMayInvite?: boolean | undefined },
  asked: Asked,
): Promise<CommandResult<TeamReply>> {
  return await runCommand(app, { ...on, asked }, async (command) => {
    const before = await lockForChange(command, 'team.update');
    if (fields.name === undefined && fields.membersMayInvite === undefined) return { team: before };
    const team = await updateTeam(command.tx, on.teamId, fields);
    command.put('team', on.teamId, before, team, 'team');
    command.audit({ act: 'team.changed', object: 'team', objectId: on.teamId, details: { ...fields } });
    return { team };
  });
}

/** Hides a team from everybody; its owners can bring it back for 30 days. */
export async function deleteTeam(
  app: App,
  on: { teamId: string; userId: string },
  asked: Asked,
): Promise<CommandResult<null>> {
  return await runCommand(app, { ...on, asked }, async (command) => {
    const before = await lockForChange(command, 'team.delete');
    const team = await setDeleted(command.tx, on.teamId, { at: command.now, by: on.userId });
    command.put('team', on.teamId, before, team, 'team');
    command.changeAccessOfAll();
    command.audit({ act: 'team.deleted', object: 'team', objectId: on.teamId });
    return null;
  });
}

/** @throws AppError NOT_FOUND for whoever does not own it, or after 30 days; INVALID_STATE when it is not deleted */
export async function restoreTeam(
  app: App,
  on: { teamId: string; userId: string },
  asked: Asked,
): Promise<CommandResult<TeamReply>> {
  return await runCommand(app, { ...on, asked }, async (command) => {
    const before = await lockTeam(command.tx, on.teamId);
    const role = await lockRole(command.tx, on.teamId, on.userId);
    if (before === null || role === null) throw notFound('This team');
    const mayRestore = can({ userId: on.userId, role, grants: {} }, 'team.restore');
    if (before.deletedAt === null) {
      if (!mayRestore) throw new AppError('FORBIDDEN', `${explainRule('team.restore')}.`);
      throw new AppError('INVALID_STATE', 'This team is not deleted.');
    }
    if (!mayRestore || new Date(before.deletedAt) <= oldestRestorable(command.now))
      throw notFound('This team');
    const team = await setDeleted(command.tx, on.teamId, null);
    command.put('team', on.teamId, before, team, 'team');
    command.changeAccessOfAll();
    command.audit({ act: 'team.restored', object: 'team', objectId: on.teamId });
    return { team };
  });
}

/** The live team, with the caller's right to the action looked at again under the lock. */
async function lockForChange(command: Command, action: Action): Promise<Team> {
  const { tx, teamId, userId } = command;
  const team = await lockTeam(tx, teamId);
  const role = await lockRole(tx, teamId, userId);
  if (team === null || team.deletedAt !== null || role === null) throw notFound('This team');
  if (!can({ userId, role, grants: {} }, action)) throw new AppError('FORBIDDEN', `${explainRule(action)}.`);
  return team;
}
