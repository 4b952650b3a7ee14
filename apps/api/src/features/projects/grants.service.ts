import type { GrantLevel } from '@hearth/contracts/permissions';
import type { ProjectGrant } from '@hearth/contracts/projects';
import { countSeatOf, findMember } from '#features/members/index.ts';
import { runCommand, type Asked, type CommandResult } from '#platform/commands/index.ts';
import { notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { deleteGrant, findGrant, putGrant } from './grants.queries.ts';
import { lockProject } from './projects.queries.ts';

interface On {
  teamId: string;
  userId: string;
  projectId: string;
  /** Whose right it is. */
  granteeId: string;
}

/** Gives a member of the team a right on a project beyond what their role gives. */
export async function grantProject(
  app: App,
  on: On,
  level: GrantLevel,
  asked: Asked,
): Promise<CommandResult<{ grant: ProjectGrant }>> {
  const { teamId, projectId, granteeId } = on;
  return await runCommand(app, { ...on, asked }, async (command) => {
    const { tx } = command;
    if ((await lockProject(tx, teamId, projectId)) === null) throw notFound('This project');
    if ((await findMember(tx, teamId, granteeId)) === null) throw notFound('This person');
    const grant = { userId: granteeId, level };
    const before = await findGrant(tx, teamId, projectId, granteeId);
    if (before === level) return { grant };
    await countSeatOf(command, granteeId, () =>
      putGrant(tx, { teamId, projectId, userId: granteeId, level, by: on.userId, at: command.now }),
    );
    command.changeAccess(granteeId);
    command.audit({
      act: 'project.granted',
      object: 'project',
      objectId: projectId,
      details: { userId: granteeId, level, before },
    });
    return { grant };
  });
}

/** Takes that right back; there being none is no error. */
export async function revokeGrant(app: App, on: On, asked: Asked): Promise<CommandResult<null>> {
  const { teamId, projectId, granteeId } = on;
  return await runCommand(app, { ...on, asked }, async (command) => {
    const { tx } = command;
    if ((await lockProject(tx, teamId, projectId)) === null) throw notFound('This project');
    const before = await findGrant(tx, teamId, projectId, granteeId);
    if (before === null) return null;
    await countSeatOf(command, granteeId, () => deleteGrant(tx, teamId, projectId, granteeId));
    command.changeAccess(granteeId);
    command.audit({
      act: 'project.grantRevoked',
      object: 'project',
      objectId: projectId,
      details: { userId: granteeId, before },
    });
    return null;
  });
}
