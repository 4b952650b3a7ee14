import type { User } from '@hearth/contracts/auth/auth';
import { runCommand } from '#platform/commands/index.ts';
import { withUser } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { findMember, listTeamsOf } from './members.queries.ts';

/** Publishes a user's new name, address or image to the log of each of their teams. */
export async function publishProfile(app: App, before: User, after: User): Promise<void> {
  const userId = after.id;
  const teamIds = await withUser(app.db, { userId }, (tx) => listTeamsOf(tx, userId), { isReadOnly: true });
  for (const teamId of teamIds) {
    await runCommand(app, { teamId, userId, requestKey: null }, async (command) => {
      const member = await findMember(command.tx, userId);
      if (member === null) return;
      const { name, email, image } = before;
      command.put('member', userId, { ...member, name, email, image }, member, 'team');
    });
  }
}
