import { z } from 'zod';
import { lockDigest, noteDigest, type AccountPart, type LockedDigest } from '#features/auth/index.ts';
import { listTeamsOf } from '#features/members/index.ts';
import { dayAt } from '#platform/day-in-zone.ts';
import { withSystem, withUser, type SystemTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, enqueueJob, wakeJobs, type JobBinding } from '#platform/jobs/index.ts';
import { bindDigestMail, digestMail } from './digest-mail.ts';
import { digestOf, nextDigest } from './digest-time.ts';

/** One waits for each person who wants the daily mail, for the next time; each orders the one after it. */
const digest = defineJob({
  kind: 'tasks.digest',
  rule: { kind: 'person' },
  data: z.strictObject({}),
  limitMs: 60_000,
  // Some days in all: were it given up, nothing would begin it again.
  attempts: 20,
  retryMs: 5_000,
});

/** Whoever switches it on, or chooses another hour or another time zone, gets the next one by that. */
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
 * Enqueues the mail of today in each team of theirs, and the next look. The day is marked in the same
 * transaction: idempotent, also on two nodes at once.
 */
async function sendDigests(app: App, userId: string): Promise<void> {
  const teamIds = await withUser(app.db, { userId }, (tx) => listTeamsOf(tx, userId), { isReadOnly: true });
  await withSystem(app.db, async (tx) => {
    const locked = await lockDigest(tx, userId);
    const now = app.clock.now();
    // Another job waits for when it was moved to, or has seen to it.
    if (locked === null || locked.at === null || locked.at > now) return;
    const { timeZone, lastDay, isLeaving } = locked;
    const day = dayAt(now, timeZone);
    // After a standstill over days it may be another day's morning by now.
    const isTime = digestOf(day, locked) <= now && (lastDay === null || lastDay < day);
    if (isTime && !isLeaving) {
      for (const teamId of teamIds)
        await enqueueJob(app, tx, digestMail, { data: { day, timeZone }, teamId, userId });
    }
    await orderNext(app, tx, userId, { ...locked, lastDay: isTime ? day : lastDay });
  });
  wakeJobs(app);
}
