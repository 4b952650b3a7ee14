import { z } from 'zod';
import type { Command } from '#platform/commands/index.ts';
import { readTeam, withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { listTurning } from './cycles.queries.ts';
import { listTeamIds } from '#features/teams/index.ts';
import { isDue, rollOverCycles } from './roll-over-cycles.ts';

const TEAMS_AT_ONCE = 200;
const MINUTE_MS = 60_000;

const turnAll = defineJob({
  kind: 'tasks.turn-cycles',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 10 * MINUTE_MS,
  attempts: 5,
  retryMs: MINUTE_MS,
  everyMs: 5 * MINUTE_MS,
});

const turnOne = defineJob({
  kind: 'tasks.turn-cycles-of-project',
  rule: { kind: 'system' },
  data: z.strictObject({ projectId: z.string() }),
  limitMs: MINUTE_MS,
  attempts: 5,
  retryMs: 5_000,
});

/** Enqueues the roll-over of a project's cycles. It runs after the command because it takes locks in a different order. */
export async function turnLater(command: Command, projectId: string): Promise<void> {
  await command.enqueue(turnOne, { data: { projectId } });
}

export function bindCycleJobs(app: App): JobBinding[] {
  return [
    bindJob(
      turnOne,
      async ({ data, teamId }) => await rollOverCycles(app, { teamId, projectId: data.projectId }),
    ),
    bindJob(turnAll, async ({ signal }) => {
      let after: string | null = null;
      do {
        const last: string | null = after;
        const teamIds: string[] = await withSystem(app.db, (tx) => listTeamIds(tx, last, TEAMS_AT_ONCE), {
          isReadOnly: true,
        });
        for (const teamId of teamIds) {
          signal.throwIfAborted();
          await turnTeam(app, teamId, signal);
        }
        after = teamIds.length < TEAMS_AT_ONCE ? null : (teamIds.at(-1) ?? null);
      } while (after !== null);
    }),
  ];
}

async function turnTeam(app: App, teamId: string, signal: AbortSignal): Promise<void> {
  const read = await readTeam(app.db, { teamId, userId: null }, (tx) => listTurning(tx));
  const now = app.clock.now();
  for (const { projectId } of read.filter(({ plan, open }) => isDue(now, plan, open))) {
    signal.throwIfAborted();
    await rollOverCycles(app, { teamId, projectId });
  }
}
