import { z } from 'zod';
import { DAY_MS } from '@hearth/contracts/core/days';
import { LOCALES } from '@hearth/contracts/core/locales';
import { findSubscription } from '#features/billing/index.ts';
import { findTeam } from '#features/teams/index.ts';
import { readTeam, type TeamTx, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, enqueueJob, wakeJobs, type JobBinding } from '#platform/jobs/index.ts';
import { deliveryOf, MAIL_BOUNDS, sendMail } from '#platform/mail/index.ts';
import { writeFullTeamMail } from './invite-mail.ts';
import { findPerson } from './invites.queries.ts';
import {
  countTurnedAway,
  findLastNotified,
  listOwners,
  markNotified,
  putTurnedAway,
} from './turned-away.queries.ts';

/** Delay in ms before the notification is sent, to report several users together. */
const GATHER_MS = 60_000;
const KEPT_DAYS = 30;
const MAX_OWNERS = 10;

const mailOwners = defineJob({
  kind: 'invites.tell-owners',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  ...MAIL_BOUNDS,
});

const fullTeamMail = defineJob({
  kind: 'invites.full-team-mail',
  rule: { kind: 'team', action: 'subscription.change' },
  data: z.strictObject({ people: z.int().min(1) }),
  ...MAIL_BOUNDS,
});

/** Counts the users who were recently turned away because the team was full. Both counts are 0 if a seat is free. */
export async function countWaiting(tx: TeamTx, now: Date): Promise<{ all: number; untold: number }> {
  const subscription = await findSubscription(tx);
  const max = subscription?.limits.collaborators ?? null;
  if (subscription === null || max === null || (subscription.usage.collaborators ?? 0) < max)
    return { all: 0, untold: 0 };
  return await countTurnedAway(tx, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
}

/** Records a user who could not join because no seat was free. Schedules a notification to the owners in a minute, at most one a day. */
export async function recordTurnedAway(app: App, teamId: string, userId: string): Promise<void> {
  const now = app.clock.now();
  await withTeam(app.db, { teamId, userId }, async (tx) => {
    await putTurnedAway(tx, userId, now);
    if (deliveryOf(app) === 'none') return;
    const lastNotified = await findLastNotified(tx);
    const runAt = new Date(Math.max(now.getTime() + GATHER_MS, (lastNotified?.getTime() ?? 0) + DAY_MS));
    await enqueueJob(app, tx, mailOwners, { data: {}, teamId, name: teamId, runAt });
  });
  wakeJobs(app);
}

export function bindTurnedAway(app: App): JobBinding[] {
  return [
    bindJob(mailOwners, async ({ teamId }) => {
      await withTeam(app.db, { teamId, userId: null }, async (tx) => {
        const now = app.clock.now();
        const team = await findTeam(tx);
        const { untold } = await countWaiting(tx, now);
        if (team === null || team.deletedAt !== null || untold === 0) return;
        await markNotified(tx, now);
        for (const userId of await listOwners(tx, MAX_OWNERS))
          await enqueueJob(app, tx, fullTeamMail, { data: { people: untold }, teamId, userId });
      });
      wakeJobs(app);
    }),
    bindJob(fullTeamMail, async ({ data: { people }, teamId, userId }) => {
      const about = await readTeam(app.db, { teamId, userId }, async (tx) => ({
        team: await findTeam(tx),
        owner: await findPerson(tx, userId),
      }));
      if (about.team === null || about.owner === null) return;
      const { email, language } = about.owner;
      const mail = writeFullTeamMail({
        to: email,
        language: language ?? LOCALES[0],
        teamName: about.team.name,
        people,
        url: `${app.config.webOrigin}/dashboard/upgrade`,
      });
      await sendMail(app, mail);
    }),
  ];
}
