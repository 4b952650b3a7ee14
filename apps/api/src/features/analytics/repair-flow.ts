import { z } from 'zod';
import { listTeamIds } from '#features/teams/index.ts';
import { readTeam, withSystem, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { countDifferences, readFlowState, rebuildFlow } from './repair-flow.queries.ts';

const TEAMS_AT_ONCE = 200;
const HOUR_MS = 3_600_000;

/** Rebuilds roll-ups that are missing or use a former time zone of the team. Until then, metrics are read from spans. */
const follow = defineJob({
  kind: 'analytics.follow-zones',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 10 * 60_000,
  attempts: 5,
  retryMs: 60_000,
  everyMs: HOUR_MS,
});

/** Compares roll-ups with spans. Logs the number of differences, and rebuilds roll-ups that differ or need compaction. */
const check = defineJob({
  kind: 'analytics.check-roll-ups',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 15 * 60_000,
  attempts: 5,
  retryMs: 60_000,
  everyMs: 24 * HOUR_MS,
});

export function bindMendFlow(app: App): JobBinding[] {
  return [
    bindJob(
      follow,
      async ({ signal }) => await ofEachTeam(app, signal, (teamId) => repairTeam(app, teamId, false)),
    ),
    bindJob(
      check,
      async ({ signal }) => await ofEachTeam(app, signal, (teamId) => repairTeam(app, teamId, true)),
    ),
  ];
}

/**
 * Rebuilds a team's roll-ups if they are missing, use another time zone or, with `compares`, differ from the spans or need compaction.
 * @param compares whether to compare with the spans, which reads all of them
 * @returns the number of differences, 0 without a comparison
 */
export async function repairTeam(app: App, teamId: string, compares: boolean): Promise<number> {
  const on = { teamId, userId: null };
  const { state, differences } = await readTeam(app.db, on, async (tx) => ({
    state: await readFlowState(tx),
    differences: compares ? await countDifferences(tx) : 0,
  }));
  if (differences > 0)
    app.log.error({ teamId, differences }, 'analytics rollups do not match the spans; rebuilding them');
  if (differences > 0 || !state.hasZone || (compares && state.isLoose))
    await withTeam(app.db, on, rebuildFlow);
  return differences;
}

async function ofEachTeam(
  app: App,
  signal: AbortSignal,
  act: (teamId: string) => Promise<unknown>,
): Promise<void> {
  let after: string | null = null;
  do {
    const last: string | null = after;
    const teamIds: string[] = await withSystem(app.db, (tx) => listTeamIds(tx, last, TEAMS_AT_ONCE), {
      isReadOnly: true,
    });
    for (const teamId of teamIds) {
      signal.throwIfAborted();
      await act(teamId);
    }
    after = teamIds.length < TEAMS_AT_ONCE ? null : (teamIds.at(-1) ?? null);
  } while (after !== null);
}
