import { canViewAs, type Actor } from '@hearth/contracts/permissions/permissions';
import { runCommand, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App, SessionInfo } from '#platform/feature.ts';
import { sealView } from '#platform/http/view-as.ts';
import { findMember } from './members.queries.ts';

/** Lets an owner or admin view the team as another member. The view is audited. @throws AppError NOT_FOUND, FORBIDDEN */
export async function beginView(
  app: App,
  on: { teamId: string; actor: Actor; session: SessionInfo; userId: string },
  requestKey: RequestKey,
): Promise<CommandResult<{ view: { token: string; expiresAt: string } }>> {
  const { teamId, actor, session, userId } = on;
  const result = await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const member = await findMember(command.tx, userId);
    if (member === null) throw notFound('This member');
    if (!canViewAs(actor, { userId, role: member.teamRole })) {
      throw new AppError(
        'FORBIDDEN',
        'Owners can view the team as anyone else, admins as members and guests.',
      );
    }
    command.audit({ act: 'member.viewedAs', object: 'member', objectId: userId });
  });
  return { ...result, value: { view: sealView(app, { session, teamId, viewedId: userId }) } };
}
