import { withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { accountParts } from './account-parts.ts';
import { claimPurge, erasePerson, markDeletedAgain } from './account.queries.ts';
import { endEverySession, type SignInParts } from '#features/auth/sign-in/auth.service.ts';

const EVERY_MS = 60_000;
/** Lease in ms: a deletion that is not completed within this time is claimed again. */
const STALE_MS = 10 * 60_000;

/** Storage folder that records deleted accounts outside the database, to delete them again after a backup is restored. */
const TOMBSTONES = 'tombstones';

const partsOf = new WeakMap<App, SignInParts>();

/** Replays the tombstones, then deletes due accounts every minute. @returns a stop function that waits for the running deletion */
export function startPurgingAccounts(parts: SignInParts): () => Promise<void> {
  const { app } = parts;
  partsOf.set(app, parts);
  let isStopped = false;
  let running: Promise<unknown> | null = null;
  const run = (work: () => Promise<unknown>): void => {
    running ??= work()
      .catch((error: unknown) => app.log.error({ err: error }, 'failed to delete accounts; will retry'))
      .finally(() => {
        running = null;
      });
  };
  run(() => replayTombstones(app));
  const timer = setInterval(() => run(() => purgeAccounts(app, () => isStopped)), EVERY_MS).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}

/** Deletes all due accounts and returns their number. An error for one account does not block the others. */
export async function purgeAccounts(app: App, isStopped: () => boolean = () => false): Promise<number> {
  const parts = partsOf.get(app);
  if (parts === undefined) throw new Error('Account deletion is not set up in this app');
  let count = 0;
  while (!isStopped()) {
    const now = app.clock.now();
    const staleBefore = new Date(now.getTime() - STALE_MS);
    const person = await withSystem(app.db, (tx) => claimPurge(tx, now, staleBefore));
    if (person === null) break;
    try {
      for (const part of accountParts(app)) await part.purge?.(person);
      await app.storage.put(`${TOMBSTONES}/${person.id}`, Buffer.from(now.toISOString()));
      await endEverySession(parts, person.id);
      await withSystem(app.db, (tx) => erasePerson(tx, person, now), { deadlineMs: 60_000 });
      count += 1;
    } catch (error) {
      app.log.error({ err: error, userId: person.id }, 'failed to delete an account; will retry');
    }
  }
  return count;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Schedules the deletion of accounts that were deleted before but exist again after a backup was restored. */
export async function replayTombstones(app: App): Promise<void> {
  const userIds = (await app.storage.list(TOMBSTONES)).filter((name) => UUID.test(name));
  if (userIds.length === 0) return;
  await withSystem(app.db, (tx) => markDeletedAgain(tx, userIds, app.clock.now()));
}
