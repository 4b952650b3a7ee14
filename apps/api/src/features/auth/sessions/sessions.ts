import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { LRUCache } from 'lru-cache';
import type { Session } from '@hearth/contracts/auth/auth';
import { PERIODS } from '@hearth/contracts/core/periods';
import { passFullDisk, commitWith, withSystem, type SystemTx } from '#platform/db/index.ts';
import type { App, SessionInfo } from '#platform/feature.ts';
import {
  findSessionByHash,
  insertSession,
  listSessions,
  touchSession,
  type SessionRow,
} from './auth.queries.ts';
import type { Cookies } from './cookies.ts';

/** Absolute session lifetime in seconds, counted from the sign-in regardless of use. */
const LONGEST_SECONDS = PERIODS.longestSession * 86_400;
/** Throttle: minimum interval in seconds between two writes of the time of last use. Shorter for short sessions. */
const TOUCH_SECONDS = 60;
const LONGEST_USER_AGENT = 300;

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function addSeconds(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

/** Returns the row behind a request's session cookie, even if the session has expired or ended. */
export async function findOwnSession(
  tx: SystemTx,
  cookies: Cookies,
  request: FastifyRequest,
): Promise<SessionRow | null> {
  const token = cookies.read(request, 'session');
  return token === null ? null : ((await findSessionByHash(tx, hashToken(token))) ?? null);
}

export function isAlive(row: Pick<SessionRow, 'ended_at' | 'expires_at'>, now: Date): boolean {
  return row.ended_at === null && now < row.expires_at;
}

/** Returns the expiry of a session used at `now`: the idle timeout, capped by the absolute lifetime. */
export function expiryOf(now: Date, sessionSeconds: number, endsAt: Date): Date {
  return new Date(Math.min(addSeconds(now, sessionSeconds).getTime(), endsAt.getTime()));
}

/**
 * Returns whether the time of last use is due to be written. Short sessions are written more often, because they would otherwise expire
 * while in use.
 */
export function isTouchDue(lastUsedAt: Date, now: Date, sessionSeconds: number): boolean {
  return now > addSeconds(lastUsedAt, Math.min(TOUCH_SECONDS, sessionSeconds / 10));
}

/** Rows of recently authenticated sessions, by the hash of their token. A session may have ended since. */
export type RecentSessions = LRUCache<string, SessionRow>;

/**
 * Authenticates a request with one lookup by the cookie's hash, and a throttled write of the time of last use. Returns 'none' for a
 * missing, unknown or ended session.
 */
export async function authenticate(
  app: App,
  cookies: Cookies,
  request: FastifyRequest,
  recent?: RecentSessions,
): Promise<SessionInfo | 'none' | 'expired'> {
  const token = cookies.read(request, 'session');
  if (token === null) return 'none';
  const hash = hashToken(token);
  const row = await withSystem(app.db, (tx) => commitWith(() => findSessionByHash(tx, hash)), {
    isReadOnly: true,
  });
  if (row === undefined || row.ended_at !== null) return 'none';
  const now = app.clock.now();
  if (!isAlive(row, now)) return 'expired';
  const { sessionSeconds } = app.config;
  recent?.set(hash.toString('base64'), row);
  if (isTouchDue(row.last_used_at, now, sessionSeconds)) {
    const expiresAt = expiryOf(now, sessionSeconds, row.ends_at);
    await withSystem(app.db, (tx) => touchSession(tx, { id: row.id, now, expiresAt })).catch(passFullDisk);
  }
  return infoOf(row);
}

/**
 * Returns the session of a request without a query. Returns null if it was not authenticated recently, has expired, or if its time of last
 * use is due to be written. The session may have been revoked since, so the caller has to assert that it has not.
 */
export function findRecentSession(
  app: App,
  cookies: Cookies,
  request: FastifyRequest,
  recent: RecentSessions,
): SessionInfo | null {
  const token = cookies.read(request, 'session');
  const row = token === null ? undefined : recent.get(hashToken(token).toString('base64'));
  const now = app.clock.now();
  if (row === undefined || !isAlive(row, now)) return null;
  return isTouchDue(row.last_used_at, now, app.config.sessionSeconds) ? null : infoOf(row);
}

function infoOf(row: SessionRow): SessionInfo {
  return { id: row.id, userId: row.user_id, signedInAt: row.signed_in_at };
}

/** Creates a session with a new token, to prevent session fixation. */
export async function startSession(
  app: App,
  tx: SystemTx,
  whose: { userId: string; userAgent: string },
): Promise<{ id: string; token: string }> {
  const now = app.clock.now();
  const endsAt = addSeconds(now, LONGEST_SECONDS);
  const token = app.ids.newToken(32);
  const id = app.ids.uuid();
  await insertSession(tx, {
    id,
    user_id: whose.userId,
    token_hash: hashToken(token),
    created_at: now,
    signed_in_at: now,
    last_used_at: now,
    expires_at: expiryOf(now, app.config.sessionSeconds, endsAt),
    ends_at: endsAt,
    ended_at: null,
    user_agent: whose.userAgent.slice(0, LONGEST_USER_AGENT),
  });
  return { id, token };
}

export async function listOwnSessions(app: App, current: SessionInfo): Promise<Session[]> {
  const rows = await withSystem(app.db, (tx) => listSessions(tx, current.userId, app.clock.now()), {
    isReadOnly: true,
  });
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    userAgent: row.user_agent,
    isCurrent: row.id === current.id,
  }));
}
