import { LRUCache } from 'lru-cache';
import { withSystem } from '#platform/db/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { findLiveSessions, pruneSignIns } from './sessions/auth.queries.ts';
import { startPurgingAccounts } from './account/account-purge.ts';
import { bindAccount } from './account/account.routes.ts';
import { bindAuthRoutes } from './sign-in/auth.routes.ts';
import { createCookies, SESSION_COOKIE_SECONDS } from './sessions/cookies.ts';
import { createDevelopmentProvider } from './development/development-provider.ts';
import { mountDevelopmentProvider } from './development/development-server.ts';
import { createGoogleProvider } from './provider/provider.ts';
import { authenticate, findRecentSession, type RecentSessions } from './sessions/sessions.ts';

export { addAccountPart, type AccountPart } from './account/account-parts.ts';
export { purgeAccounts, replayTombstones } from './account/account-purge.ts';
export { addFormerPeople, deleteFormerPeople } from './account/account.queries.ts';
export { changeAccount } from './account/account.service.ts';
export { lockDigest, noteDigest, type LockedDigest } from './account/digest.queries.ts';
export { setPictureStore, type PictureStore } from './provider/provider-picture.ts';
export { findLastUse } from './sessions/auth.queries.ts';
export { getUser } from './sign-in/auth.service.ts';

const PRUNE_EVERY_MS = 10 * 60_000;
/** Retention of ended sessions in ms, for security investigations. */
const ENDED_RETENTION_MS = 24 * 3_600_000;
const MAX_RECENT_SESSIONS = 5_000;

/** Authentication: sign-in and sessions. */
export async function auth(app: App): Promise<Feature> {
  const cookies = createCookies(app.config);
  const development = app.config.google === undefined ? await createDevelopmentProvider(app) : null;
  const provider = app.config.google === undefined ? development : createGoogleProvider(app.config.google);
  if (provider === null) throw new TypeError('No identity provider is configured');

  const pruning = setInterval(() => {
    prune(app).catch((error: unknown) => app.log.error({ err: error }, 'failed to delete expired sessions'));
  }, PRUNE_EVERY_MS).unref();

  const recent: RecentSessions = new LRUCache({ max: MAX_RECENT_SESSIONS });
  const parts = { app, cookies, provider };
  const stopPurging = startPurgingAccounts(parts);
  return {
    name: 'auth',
    bindings: [...bindAuthRoutes(parts, development), ...bindAccount(parts)],
    access: {
      authenticate: (request) => authenticate(app, cookies, request, recent),
      findRecentSession: (request) => findRecentSession(app, cookies, request, recent),
      findLiveSessions: (ids) =>
        withSystem(app.db, (tx) => findLiveSessions(tx, ids, app.clock.now()), { isReadOnly: true }),
    },
    mount: async (server) => {
      if (development !== null) await mountDevelopmentProvider(app, server, development);
    },
    close: async () => {
      clearInterval(pruning);
      await stopPurging();
    },
  };
}

/** Removes expired sign-in records and sessions past their retention. @returns the number of removed records */
export async function prune(app: App): Promise<number> {
  const now = app.clock.now();
  return await withSystem(app.db, (tx) =>
    pruneSignIns(tx, {
      now,
      ended: new Date(now.getTime() - ENDED_RETENTION_MS),
      forgotten: new Date(now.getTime() - SESSION_COOKIE_SECONDS * 1000),
    }),
  );
}
