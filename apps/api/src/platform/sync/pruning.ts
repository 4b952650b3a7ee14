import { DAY_MS } from '@hearth/contracts/core/days';
import { LIMITS } from '@hearth/contracts/core/limits';
import { readTeam, withSystem, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import {
  deleteExpiredResponses,
  deleteOldChanges,
  findPruneLimit,
  findTeamsWithLog,
} from './pruning.queries.ts';

const HOUR_MS = 3_600_000;
/** Batch size. A batch locks the head of the team's log, which must not block other commands for long. */
const CHUNK = 2000;
const TEAMS_AT_ONCE = 200;

interface PruneSettings {
  /** Retention of the log: the minimum number of changes to keep per team, regardless of age. */
  keepChanges: number;
  /** Retention of the log: the minimum time to keep changes, in ms, regardless of number. */
  keepMs: number;
  /** Retention of Idempotency-Keys, in ms. */
  keepResponsesMs: number;
}

const SETTINGS: PruneSettings = {
  keepChanges: LIMITS.logChanges,
  keepMs: LIMITS.logDays * DAY_MS,
  keepResponsesMs: DAY_MS,
};

/** Prunes every hour. Returns a function that stops pruning and waits for the batch in progress. */
export function startPruning(app: App): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isStopped = false;
  const timer = setInterval(() => {
    running ??= prune(app, SETTINGS, () => isStopped)
      .catch((error: unknown) => app.log.error({ err: error }, 'pruning failed; will retry in an hour'))
      .finally(() => {
        running = null;
      });
  }, HOUR_MS).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}

/** Prunes log entries and idempotency records that have exceeded their retention. */
export async function prune(
  app: App,
  settings: PruneSettings = SETTINGS,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const now = app.clock.now().getTime();
  const answersBefore = new Date(now - settings.keepResponsesMs);
  await untilShort(isStopped, () =>
    withSystem(app.db, (tx) => deleteExpiredResponses(tx, answersBefore, CHUNK)),
  );

  const before = new Date(now - settings.keepMs);
  let after: string | null = null;
  while (!isStopped()) {
    const last: string | null = after;
    const teams: string[] = await withSystem(app.db, (tx) => findTeamsWithLog(tx, last, TEAMS_AT_ONCE), {
      isReadOnly: true,
    });
    for (const teamId of teams)
      if (!isStopped()) await pruneTeam(app, teamId, before, settings.keepChanges, isStopped);
    after = teams.at(-1) ?? null;
    if (teams.length < TEAMS_AT_ONCE) return;
  }
}

async function pruneTeam(
  app: App,
  teamId: string,
  before: Date,
  keep: number,
  isStopped: () => boolean,
): Promise<void> {
  const on = { teamId, userId: null };
  const upTo = await readTeam(app.db, on, (tx) => findPruneLimit(tx, before, keep));
  if (upTo === null) return;
  await untilShort(isStopped, () => withTeam(app.db, on, (tx) => deleteOldChanges(tx, upTo, CHUNK)));
}

/** Repeats a step until it handles less than a complete batch. */
async function untilShort(isStopped: () => boolean, step: () => Promise<number>): Promise<void> {
  while (!isStopped()) if ((await step()) < CHUNK) return;
}
