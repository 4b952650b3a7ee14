import { z } from 'zod';
import { findPlanInForce } from '#features/billing/index.ts';
import { runCommand } from '#platform/commands/index.ts';
import { withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { limitSeats } from './seats-limit.service.ts';
import { endChoosing, findChooseBy, listTeamsToLimit, lockWriters } from './seats-team.queries.ts';

const TEAMS_AT_ONCE = 100;

const limitDue = defineJob({
  kind: 'seats.limit',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 10 * 60_000,
  attempts: 5,
  retryMs: 60_000,
  everyMs: 3_600_000,
});

/** Applies the choice of seats in every team whose deadline has passed. */
export function createSeatLimit(app: App): JobBinding {
  return bindJob(limitDue, async ({ signal }) => {
    let last: string | null = null;
    for (;;) {
      const after: string | null = last;
      const teamIds: string[] = await withSystem(app.db, (tx) => listTeamsToLimit(tx, after, TEAMS_AT_ONCE), {
        isReadOnly: true,
      });
      for (const teamId of teamIds) {
        signal.throwIfAborted();
        await limitTeam(app, teamId);
      }
      last = teamIds.at(-1) ?? null;
      if (teamIds.length < TEAMS_AT_ONCE) return;
    }
  });
}

async function limitTeam(app: App, teamId: string): Promise<void> {
  await runCommand(app, { teamId, userId: null, requestKey: null }, async (command) => {
    const { tx } = command;
    await lockWriters(tx);
    // Check again under the lock: the team may have paid since it was listed.
    const { isOver } = await findChooseBy(tx);
    if (!isOver) return;
    if ((await findPlanInForce(tx)) === 'free') await limitSeats(command);
    await endChoosing(tx);
  });
}
