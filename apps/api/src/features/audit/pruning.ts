import { DAY_MS } from '@hearth/contracts/core/days';
import { AUDIT_RETENTION_DAYS } from '@hearth/contracts/audit/audit-values';
import { findPlanInForce } from '#features/billing/index.ts';
import { readTeam, withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { findTeamsToPrune, pruneChain } from './audit.queries.ts';

const EVERY_MS = 3_600_000;
const TEAMS_AT_ONCE = 200;
const CHUNK = 1000;

/** Prunes every hour. @returns a stop function that waits for the running chunk */
export function startPruningAudit(app: App): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isStopped = false;
  const timer = setInterval(() => {
    running ??= pruneAudit(app, () => isStopped)
      .catch((error: unknown) => app.log.error({ err: error }, 'failed to prune the audit log'))
      .finally(() => {
        running = null;
      });
  }, EVERY_MS).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}

/**
 * Deletes entries past their retention. The retention is that of the plan when the entry was written, or that of the current plan if it is
 * longer.
 */
export async function pruneAudit(app: App, isStopped: () => boolean = () => false): Promise<void> {
  const now = app.clock.now();
  const before = new Date(now.getTime() - AUDIT_RETENTION_DAYS.free * DAY_MS);
  let last: string | null = null;
  for (;;) {
    const after: string | null = last;
    const teamIds: string[] = await withSystem(
      app.db,
      (tx) => findTeamsToPrune(tx, before, after, TEAMS_AT_ONCE),
      {
        isReadOnly: true,
      },
    );
    for (const teamId of teamIds) {
      if (isStopped()) return;
      await pruneTeam(app, teamId, now, isStopped);
    }
    last = teamIds.at(-1) ?? null;
    if (teamIds.length < TEAMS_AT_ONCE) return;
  }
}

async function pruneTeam(app: App, teamId: string, now: Date, isStopped: () => boolean): Promise<void> {
  const plan = await readTeam(app.db, { teamId, userId: null }, (tx) => findPlanInForce(tx));
  const on = {
    now,
    shortest: AUDIT_RETENTION_DAYS.free,
    longest: AUDIT_RETENTION_DAYS.pro,
    isPro: plan === 'pro',
    limit: CHUNK,
  };
  while (!isStopped()) {
    if ((await withSystem(app.db, (tx) => pruneChain(tx, teamId, on))) < CHUNK) return;
  }
}
