import { z } from 'zod';
import { LOCALES } from '@hearth/contracts/core/locales';
import { readTeam } from '#platform/db/index.ts';
import { dayAt } from '#platform/day-in-zone.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { defuse, deliveryOf, MAIL_BOUNDS, sendMail, writeMail } from '#platform/mail/index.ts';
import { DIGEST_TEXTS } from './digest-texts.ts';
import { findDigestReader, listDueTasks, type DueTasks } from './digest.queries.ts';

/** Emails one digest. Each team has its own job: former members get no email, and a failure does not delay other teams. */
export const digestMail = defineJob({
  kind: 'tasks.mail-digest',
  rule: { kind: 'team', action: 'tasks.list' },
  data: z.strictObject({ day: z.string(), timeZone: z.string() }),
  ...MAIL_BOUNDS,
});

/** Maximum number of titles listed as overdue, and of titles listed as due today. The rest are only counted. */
const MAX_TITLES = 30;

export function bindDigestMail(app: App): JobBinding {
  return bindJob(digestMail, async ({ data: { day, timeZone }, teamId, userId }) => {
    if (deliveryOf(app) === 'none') return;
    const now = app.clock.now();
    // The job ran on a later day, for example after a mail server outage. That day has its own digest.
    if (dayAt(now, timeZone) !== day) return;
    const person = { teamId, userId };
    const { reader, due } = await readTeam(app.db, person, async (tx) => ({
      reader: await findDigestReader(tx, person.userId),
      due: await listDueTasks(tx, person.userId, { now, day, timeZone }, MAX_TITLES),
    }));
    if (reader === null || due.overdue.count + due.today.count === 0) return;
    const language = reader.language ?? LOCALES[0];
    const { webOrigin } = app.config;
    const content = DIGEST_TEXTS[language]({
      team: defuse(reader.team),
      overdue: defuseTitles(due.overdue),
      today: defuseTitles(due.today),
      url: `${webOrigin}/dashboard/tasks/mine`,
      settingsUrl: `${webOrigin}/dashboard/settings/notifications`,
    });
    await sendMail(app, writeMail(reader.email, language, content));
  });
}

function defuseTitles({ titles, count }: DueTasks): DueTasks {
  return { titles: titles.map((title) => defuse(title)), count };
}
