import * as oidc from 'openid-client';
import { withSystem } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { REFRESH_SECONDS } from './cookies.ts';
import { isProviderUnreachable, type IdentityProvider } from '#features/auth/provider/provider.ts';
import {
  deleteFamily,
  findHandle,
  restoreHandle,
  insertHandle,
  consumeHandle,
  type HandleRow,
} from './refresh.queries.ts';
import { hashToken } from './sessions.ts';
import { singleFlight } from './single-flight.ts';

const PURPOSE = 'refresh token';

interface ProviderSubject {
  issuer: string;
  subject: string;
}

/** Stores a provider's refresh token, encrypted. @returns the handle for the browser */
export async function storeRefreshToken(
  app: App,
  whose: ProviderSubject,
  refreshToken: string,
): Promise<string> {
  return await addHandle(app, { ...whose, familyId: app.ids.uuid(), sessionId: null }, refreshToken);
}

async function addHandle(
  app: App,
  of: ProviderSubject & { familyId: string; sessionId: string | null },
  refreshToken: string,
): Promise<string> {
  const handle = app.ids.newToken(32);
  const now = app.clock.now();
  const row: HandleRow = {
    handle_hash: hashToken(handle),
    family_id: of.familyId,
    session_id: of.sessionId,
    issuer: of.issuer,
    subject: of.subject,
    refresh_token: app.seal.seal(PURPOSE, refreshToken),
    created_at: now,
    expires_at: new Date(now.getTime() + REFRESH_SECONDS * 1000),
    used_at: null,
  };
  await withSystem(app.db, (tx) => insertHandle(tx, row));
  return handle;
}

interface Refreshed {
  token: string;
  /** The new handle, which replaces the used one. */
  handle: string;
}

/** Coalescing window: tabs that wake up together send their requests within a few seconds. */
const SHARED_MS = 5_000;

/**
 * Exchanges handles for fresh identity tokens (token rotation). Tabs of one browser whose requests arrive within a few seconds share one
 * use of their handle. A handle that is reused later must have been copied, so the whole family is revoked.
 */
export function createRefresher(
  app: App,
  provider: IdentityProvider,
): (handle: string) => Promise<Refreshed> {
  const share = singleFlight<Refreshed>(app.clock, SHARED_MS);
  return (handle) => share(hashToken(handle).toString('base64'), () => refresh(app, provider, handle));
}

async function refresh(app: App, provider: IdentityProvider, handle: string): Promise<Refreshed> {
  const hash = hashToken(handle);
  const taken = await withSystem(app.db, (tx) => consumeHandle(tx, hash, app.clock.now()));
  if (taken === undefined) {
    await endFamilyOfCopiedHandle(app, provider, hash);
    throw refused();
  }
  if (taken.issuer !== provider.name) throw refused();
  const { old, answer } = await refreshAtProvider(app, provider, taken);
  // Google may omit the identity token. In that case the user has to sign in again.
  if (answer.id_token === undefined || answer.claims()?.sub !== taken.subject) {
    await withSystem(app.db, (tx) => deleteFamily(tx, taken.family_id));
    throw refused();
  }
  const of = { ...taken, familyId: taken.family_id, sessionId: taken.session_id };
  return {
    token: await provider.restamp(answer.id_token),
    handle: await addHandle(app, of, answer.refresh_token ?? old),
  };
}

/**
 * Refreshes the tokens at the provider. @throws AppError UNAVAILABLE, with the handle released; UNAUTHENTICATED, with its family deleted
 */
async function refreshAtProvider(app: App, provider: IdentityProvider, taken: HandleRow) {
  try {
    const old = app.seal.open(PURPOSE, taken.refresh_token);
    const answer = await oidc.refreshTokenGrant(await provider.connect(), old, {
      scope: 'openid email profile',
    });
    return { old, answer };
  } catch (error) {
    if (isProviderUnreachable(error)) {
      await withSystem(app.db, (tx) => restoreHandle(tx, taken.handle_hash));
      throw new AppError('UNAVAILABLE', 'The identity provider isn’t responding. Try again.', {
        cause: error,
        retryAfterSeconds: 5,
      });
    }
    await withSystem(app.db, (tx) => deleteFamily(tx, taken.family_id));
    app.log.info({ err: error }, 'identity provider rejected the token refresh');
    throw refused();
  }
}

async function endFamilyOfCopiedHandle(app: App, provider: IdentityProvider, hash: Buffer): Promise<void> {
  const ended = await withSystem(app.db, async (tx) => {
    const known = await findHandle(tx, hash);
    return known?.used_at ? await deleteFamily(tx, known.family_id) : [];
  });
  if (ended.length > 0) app.log.warn('refresh token reuse detected; token family revoked');
  void revokeAtProvider(app, provider, ended);
}

function refused(): AppError {
  return new AppError('UNAUTHENTICATED', 'Your sign-in can’t be renewed. Sign in again.');
}

/** Revokes the refresh tokens of these handles that this provider issued. Errors are logged and never thrown. */
export async function revokeAtProvider(
  app: App,
  provider: IdentityProvider,
  handles: readonly HandleRow[],
): Promise<void> {
  const ours = handles.filter((row) => row.issuer === provider.name);
  try {
    const tokens = new Set(ours.map((row) => app.seal.open(PURPOSE, row.refresh_token)));
    for (const token of tokens) await oidc.tokenRevocation(await provider.connect(), token);
  } catch (error) {
    app.log.warn({ err: error }, 'failed to sign out at the identity provider');
  }
}
