import { z } from 'zod';
import { billingRoutes } from '@hearth/contracts/billing/billing';
import { LOCALES } from '@hearth/contracts/core/locales';
import { bindCommand, runCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { type App, type Binding } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { deliveryOf, MAIL_BOUNDS, sendMail } from '#platform/mail/index.ts';
import { findPersonName, findTeamName, listOwners } from './notices.queries.ts';
import { writeUpgradeRequestMail } from './write-notice.ts';

const askOwnerMail = defineJob({
  kind: 'billing.mail-ask-owner',
  rule: { kind: 'team', action: 'subscription.ask' },
  data: z.strictObject({ ownerId: z.string() }),
  ...MAIL_BOUNDS,
});

/** Emails a member's request for Pro to the owners. Further requests are ignored while an email is pending. */
export function bindAskOwner(app: App): Binding {
  return bindCommand('billing.askOwner', billingRoutes, async ({ caller, key: requestKey }) => {
    const { teamId, actor } = caller;
    const { userId } = actor;
    return await runCommand(app, { teamId, userId, requestKey }, async (command) => {
      for (const { id: ownerId } of await listOwners(command.tx)) {
        const name = `${teamId} ${userId} ${ownerId}`;
        await command.enqueue(askOwnerMail, { data: { ownerId }, name });
      }
    });
  });
}

export function bindAskOwnerMail(app: App): JobBinding {
  return bindJob(askOwnerMail, async ({ data, teamId, userId }) => {
    if (deliveryOf(app) === 'none') return;
    const found = await readTeam(app.db, { teamId, userId }, async (tx) => ({
      team: await findTeamName(tx),
      requester: await findPersonName(tx, userId),
      owner: (await listOwners(tx)).find(({ id }) => id === data.ownerId),
    }));
    const { team, requester, owner } = found;
    if (team === null || requester === null || owner === undefined) return;
    const reader = { email: owner.email, language: owner.language ?? LOCALES[0] };
    await sendMail(
      app,
      writeUpgradeRequestMail({ team, requester, webOrigin: app.config.webOrigin, teamId }, reader),
    );
  });
}
