import { z } from 'zod';
import { lockDigest, noteDigest, type AccountPart, type LockedDigest } from '#features/auth/index.ts';
import { listTeamsOf } from '#features/members/index.ts';
import { dayAt } from '#platform/day-in-zone.ts';
import { withSystem, withUser, type SystemTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, enqueueJob, wakeJobs, type JobBinding } from '#platform/jobs/index.ts';
import { bindDigestMail, digestMail } from './digest-mail.ts';
import { digestOf, nextDigest } from './digest-time.ts';

/** Each user with a daily digest has one pending job, which schedules the next one. */
const digest = defineJob({
  kind: 'tasks.digest',
  rule: { kind: 'person' },
  data: z.strictObject({}),
  limitMs: 60_000,
  // Retry for several days: if the job gave up, no further digest would be scheduled.
  attempts: 20,
  retryMs: 5_000,
});

/** Reschedules the digest when a user turns it on, or changes its hour or time zone. */
export function createDigestPart(app: App): AccountPart {
  return {
    async follow(tx, before, after) {
      const isSame = [before, after].map(({ digest: chosen, timeZone }) =>
        JSON.stringify(chosen && [chosen.hour, timeZone ?? chosen.timeZone]),
      );
      if (isSame[0] === isSame[1]) return;
      const locked = await lockDigest(tx, after.id);
      if (locked !== null) await orderNext(app, tx, after.id, locked);
    },
  };
}

export function bindDigest(app: App): JobBinding[] {
  return [bindJob(digest, async ({ userId }) => await sendDigests(app, userId)), bindDigestMail(app)];
}

async function orderNext(app: App, tx: SystemTx, userId: string, locked: LockedDigest): Promise<void> {
  const at = nextDigest(locked, locked.lastDay, app.clock.now());
  await noteDigest(tx, userId, { at, lastDay: locked.lastDay });
  const name = `${userId}/${at.toISOString()}`;
  await enqueueJob(app, tx, digest, { data: {}, userId, runAt: at, name });
}

/**
 * Enqueues today's digest email for each team of the user, and schedules the next run. The same transaction records the day, so the job is
 * idempotent even when two nodes run it concurrently.
 */
async function sendDigests(app: App, userId: string): Promise<void> {
  const teamIds = await withUser(app.db, { userId }, (tx) => listTeamsOf(tx, userId), { isReadOnly: true });
  await withSystem(app.db, async (tx) => {
    const locked = await lockDigest(tx, userId);
    const now = app.clock.now();
    // The digest was turned off, or rescheduled: then another job is pending for the new time, or has already run.
    if (locked === null || locked.at === null || locked.at > now) return;
    const { timeZone, lastDay, isLeaving } = locked;
    const day = dayAt(now, timeZone);
    // After an outage, the digest time of the current day may not have been reached yet.
    const isTime = digestOf(day, locked) <= now && (lastDay === null || lastDay < day);
    if (isTime && !isLeaving) {
      for (const teamId of teamIds)
        await enqueueJob(app, tx, digestMail, { data: { day, timeZone }, teamId, userId });
    }
    await orderNext(app, tx, userId, { ...locked, lastDay: isTime ? day : lastDay });
  });
  wakeJobs(app);
}
