import { DAY_MS } from '@hearth/contracts/core/days';
import { writeAudit } from '#platform/audit/index.ts';
import { withTeam, withUser } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { hasEntrySince, listLiveTeams } from './audit.queries.ts';

/** Audits rejected sign-ins, at most once a day per user and team to keep repeated attempts from filling the log. */
export function noteRefusedSignIns(app: App): void {
  app.events.on('signIn.refused', async (userId, from) => {
    const now = app.clock.now();
    const since = new Date(now.getTime() - DAY_MS);
    const act = 'member.signInRefused';
    const teamIds = await withUser(app.db, { userId }, (tx) => listLiveTeams(tx, userId), {
      isReadOnly: true,
    });
    for (const teamId of teamIds) {
      await withTeam(app.db, { teamId, userId: null }, async (tx) => {
        if (await hasEntrySince(tx, { act, actor: null, objectId: userId, since })) return;
        await writeAudit(
          tx,
          { act, object: 'member', objectId: userId },
          { teamId, userId: null, now, from },
        );
      });
    }
  });
}
