import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '@hearth/contracts/auth/auth';
import { withSystem } from '#platform/db/index.ts';
import { provenanceOf } from '#platform/audit/index.ts';
import { AppError } from '#platform/errors.ts';
import { truncateIp } from '#platform/http/truncate-ip.ts';
import type { App } from '#platform/feature.ts';
import {
  endAllSessions,
  endSession,
  findIdByAddress,
  findSessionOfToken,
  findUser,
  lockUser,
  markTokenUsed,
  putUser,
} from '#features/auth/sessions/auth.queries.ts';
import type { Cookies } from '#features/auth/sessions/cookies.ts';
import { checkIdentityToken, type Identity } from '#features/auth/provider/identity-token.ts';
import { isSamePerson, emitPersonChanged } from './person-changed.ts';
import type { IdentityProvider } from '#features/auth/provider/provider.ts';
import { pictureStore } from '#features/auth/provider/provider-picture.ts';
import { revokeAtProvider } from '#features/auth/sessions/refresh.ts';
import {
  deleteHandlesOfPerson,
  deleteHandlesOfSession,
  tieFamilyToSession,
  type HandleRow,
} from '#features/auth/sessions/refresh.queries.ts';
import { findOwnSession, hashToken, isAlive, startSession } from '#features/auth/sessions/sessions.ts';

const BEARER = /^Bearer ([^\s,]+)$/i;

export interface SignInParts {
  app: App;
  cookies: Cookies;
  provider: IdentityProvider;
}

/** @throws AppError UNAUTHENTICATED when the account no longer exists */
export async function getUser(app: App, userId: string): Promise<User> {
  const user = await withSystem(app.db, (tx) => findUser(tx, userId), { isReadOnly: true });
  if (user === undefined) throw new AppError('UNAUTHENTICATED', 'You’re not signed in.');
  return user;
}

/**
 * Signs in with the identity token of the Authorization header. Each token creates one session, whose cookie is set on the response. A
 * repeated request with that session's cookie gets the same response.
 */
export async function signIn(
  parts: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<User> {
  const { app, cookies, provider } = parts;
  const identity = await checkIdentityToken(provider, bearerOf(request), app.clock.now());
  const created = isForThisBrowser(parts, request, identity)
    ? await makeSession(parts, request, identity).catch(async (error: unknown) => {
        if (isConflict(error)) await emitSignInRefused(parts, request, identity);
        throw error;
      })
    : null;
  if (created === null) return await answerAgain(parts, request, identity);
  if (created.endedId !== null) app.fanout.publish({ kind: 'sessionEnded', sessionId: created.endedId });
  void revokeAtProvider(app, provider, created.dropped);
  const { before, user } = created;
  await importPicture(app, identity, created);
  if (before !== undefined && !isSamePerson(before, user)) await emitPersonChanged(app, before, user);
  cookies.write(reply, 'session', created.token);
  cookies.clear(reply, 'handed');
  app.log.info({ userId: user.id, network: truncateIp(request.ip), reqId: request.id }, 'user signed in');
  return user;
}

function bearerOf(request: FastifyRequest): string {
  // Node keeps only the first of several Authorization headers, so reject requests with several: it is unclear which one is intended.
  const given = request.raw.headersDistinct['authorization'] ?? [];
  const token = given.length === 1 ? BEARER.exec(given[0] ?? '')?.[1] : undefined;
  if (token === undefined) {
    throw new AppError(
      'UNAUTHENTICATED',
      'Send one identity token in the Authorization header: Bearer <token>.',
    );
  }
  return token;
}

/** Prevents login CSRF: tokens of our own flow contain a nonce and are accepted only from the browser that received them. */
function isForThisBrowser(
  { cookies, provider }: SignInParts,
  request: FastifyRequest,
  identity: Identity,
): boolean {
  if (identity.nonce === null && !provider.handsOverAllTokens) return true;
  return cookies.read(request, 'handed') === identity.hash.toString('base64url');
}

class TokenUsed extends Error {}

interface CreatedSession {
  user: User;
  hasOwnImage: boolean;
  /** The user before this sign-in. Undefined for a new user. */
  before: User | undefined;
  token: string;
  /** Id of the browser's previous session, ended by this sign-in. Null if there was none. */
  endedId: string | null;
  /** Refresh handles of the browser's previous session, removed by this sign-in. */
  dropped: HandleRow[];
}

/**
 * Creates or updates the user and starts a session. Returns null if the token was already used, by this browser or another.
 * @throws AppError CONFLICT if the email address belongs to another account
 */
async function makeSession(
  { app, cookies, provider }: SignInParts,
  request: FastifyRequest,
  identity: Identity,
): Promise<CreatedSession | null> {
  const { subject, email, name, image: imageSource, hostedDomain } = identity;
  const now = app.clock.now();
  try {
    return await withSystem(app.db, async (tx) => {
      const image = imageSource === null ? null : pictureStore(app).newAddress();
      const profile = { issuer: provider.name, subject, email, name, image, imageSource, hostedDomain };
      const before = await lockUser(tx, profile);
      const { hasOwnImage, ...user } = await putUser(tx, app.ids.uuid(), profile, now);
      const known = { user, hasOwnImage, before };
      const session = await startSession(app, tx, {
        userId: user.id,
        userAgent: request.headers['user-agent'] ?? '',
      });
      const used = { hash: identity.hash, sessionId: session.id, expiresAt: identity.expiresAt };
      if (!(await markTokenUsed(tx, used))) throw new TokenUsed();
      const handle = cookies.read(request, 'refresh');
      if (handle !== null) {
        const tie = { hash: hashToken(handle), sessionId: session.id, issuer: provider.name, subject };
        await tieFamilyToSession(tx, tie);
      }
      const old = await findOwnSession(tx, cookies, request);
      if (old === null) return { ...known, token: session.token, endedId: null, dropped: [] };
      const isEnded = await endSession(tx, { id: old.id, userId: old.user_id }, now);
      const dropped = await deleteHandlesOfSession(tx, old.id);
      return { ...known, token: session.token, endedId: isEnded ? old.id : null, dropped };
    });
  } catch (error) {
    if (error instanceof TokenUsed) return null;
    if (isAddressTaken(error)) {
      throw new AppError(
        'CONFLICT',
        `${email} belongs to another account. Sign in with that account, or ask a team owner for help.`,
      );
    }
    throw error;
  }
}

/** Removes the user's previous image if it was replaced, then fetches the provider's image in the background if it is shown. */
async function importPicture(
  app: App,
  { image: source }: Identity,
  { user, before, hasOwnImage }: CreatedSession,
): Promise<void> {
  const { id, image } = user;
  const pictures = pictureStore(app);
  if (before !== undefined && before.image !== image) await pictures.drop(before.image);
  if (hasOwnImage || source === null || image === null) return;
  pictures.take(source, image, async () => {
    const now = await withSystem(app.db, (tx) => findUser(tx, id), { isReadOnly: true });
    return now?.image === image;
  });
}

function isConflict(error: unknown): boolean {
  return error instanceof AppError && error.code === 'CONFLICT';
}

/** Emits a rejected sign-in with another account's address, which is audited in the teams of that account. */
async function emitSignInRefused(
  { app }: SignInParts,
  request: FastifyRequest,
  { email }: Identity,
): Promise<void> {
  const userId = await withSystem(app.db, (tx) => findIdByAddress(tx, email), { isReadOnly: true });
  if (userId !== null) await app.events.emit('signIn.refused', userId, provenanceOf(request));
}

function isAddressTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'users_email';
}

async function answerAgain(
  { app, cookies }: SignInParts,
  request: FastifyRequest,
  identity: Identity,
): Promise<User> {
  const user = await withSystem(
    app.db,
    async (tx) => {
      const session = await findSessionOfToken(tx, identity.hash);
      const own = await findOwnSession(tx, cookies, request);
      if (session === undefined || own?.id !== session.id || !isAlive(session, app.clock.now()))
        return undefined;
      return await findUser(tx, session.user_id);
    },
    { isReadOnly: true },
  );
  if (user === undefined) {
    throw new AppError(
      'UNAUTHENTICATED',
      'This identity token was already used, or was issued to another browser. Sign in again.',
    );
  }
  return user;
}

/** Ends the session of the request's cookie, if any, and revokes its refresh tokens at the identity provider. */
export async function signOut(
  parts: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { app, cookies } = parts;
  const own = await withSystem(app.db, (tx) => findOwnSession(tx, cookies, request), { isReadOnly: true });
  cookies.clear(reply, 'session');
  cookies.clear(reply, 'refresh');
  // Omit "cookies": it would clear the cookies of the whole site, including those of other applications.
  reply.header('clear-site-data', '"cache", "storage"');
  if (own !== null) await endOwnSession(parts, { id: own.id, userId: own.user_id });
}

/** Ends all sessions of a user, and revokes their refresh tokens at the identity provider and their API tokens. */
export async function endEverySession({ app, provider }: SignInParts, userId: string): Promise<void> {
  const { sessionIds, handles } = await withSystem(app.db, async (tx) => ({
    sessionIds: await endAllSessions(tx, userId, app.clock.now()),
    handles: await deleteHandlesOfPerson(tx, userId),
  }));
  for (const sessionId of sessionIds) app.fanout.publish({ kind: 'sessionEnded', sessionId });
  await app.events.emit('person.signedOutEverywhere', userId);
  void revokeAtProvider(app, provider, handles);
}

/**
 * Ends one session, and revokes its refresh tokens at the identity provider. Returns false if this user has no such session or it has
 * already ended.
 */
export async function endOwnSession(
  { app, provider }: SignInParts,
  session: { id: string; userId: string },
): Promise<boolean> {
  const handles = await withSystem(app.db, async (tx) => {
    if (!(await endSession(tx, session, app.clock.now()))) return null;
    return await deleteHandlesOfSession(tx, session.id);
  });
  if (handles === null) return false;
  app.fanout.publish({ kind: 'sessionEnded', sessionId: session.id });
  void revokeAtProvider(app, provider, handles);
  return true;
}
