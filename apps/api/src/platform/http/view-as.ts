import type { FastifyRequest } from 'fastify';
import { canViewAs, seeAs, type Actor } from '@hearth/contracts/permissions/permissions';
import { VIEW_AS_HEADER } from '@hearth/contracts/sync-values';
import type { TeamTx } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { AccessPort, App, LoadedActor, SessionInfo } from '#platform/feature.ts';

/*
 * Viewing the team as another member. Starting a view is audited and returns a token that is valid for one session. Reads that include the
 * token get the intersection of both users' permissions, and changes are rejected. Permissions are checked again for every read: the token
 * alone grants nothing.
 */

const PURPOSE = 'view as';
const LIFE_MS = 3_600_000;

export interface View {
  viewedId: string;
  endsAt: Date;
}

interface Sealed {
  sessionId: string;
  teamId: string;
  viewedId: string;
  endsAt: number;
}

export function sealView(
  app: App,
  of: { session: SessionInfo; teamId: string; viewedId: string },
): { token: string; expiresAt: string } {
  const endsAt = app.clock.now().getTime() + LIFE_MS;
  const sealed: Sealed = { sessionId: of.session.id, teamId: of.teamId, viewedId: of.viewedId, endsAt };
  const token = app.seal.seal(PURPOSE, JSON.stringify(sealed)).toString('base64url');
  return { token, expiresAt: new Date(endsAt).toISOString() };
}

/** An HTTP request or a socket handshake. */
type RequestHead = Pick<FastifyRequest, 'headers' | 'query'>;

export function readViewToken(request: RequestHead): string | null {
  const header = request.headers[VIEW_AS_HEADER];
  if (header !== undefined) return String(header);
  const { viewAs } = request.query as { viewAs?: unknown };
  return typeof viewAs === 'string' ? viewAs : null;
}

/** Returns the view that a request specifies. `ended` means that the token belongs to another session or team, or has expired. */
export function readView(
  app: App,
  request: RequestHead,
  of: { session: SessionInfo; teamId: string },
): View | 'ended' | null {
  const token = readViewToken(request);
  if (token === null) return null;
  const sealed = unseal(app, token);
  const isOwn = sealed?.sessionId === of.session.id && sealed.teamId === of.teamId;
  if (!isOwn || sealed.endsAt <= app.clock.now().getTime()) return 'ended';
  return { viewedId: sealed.viewedId, endsAt: new Date(sealed.endsAt) };
}

function unseal(app: App, token: string): Sealed | null {
  try {
    return JSON.parse(app.seal.open(PURPOSE, Buffer.from(token, 'base64url'))) as Sealed;
  } catch {
    return null;
  }
}

/**
 * Loads the permissions for a read: the user's own, or the intersection of both users' permissions in a view.
 * @returns null if the user is not an active member
 * @throws AppError FORBIDDEN if the user may not view the team as the other member
 */
export async function loadReader(
  loadActor: AccessPort['loadActor'],
  tx: TeamTx,
  userId: string,
  view: View | 'ended' | null,
): Promise<(Actor & Partial<LoadedActor>) | null> {
  const viewer = await loadActor(tx, userId);
  if (viewer === null || view === null) return viewer;
  if (view === 'ended') throw viewEnded();
  const viewed = await loadActor(tx, view.viewedId);
  if (viewed?.role === undefined || viewed.role === null) throw viewEnded();
  if (!canViewAs(viewer, { userId: viewed.userId, role: viewed.role })) throw viewEnded();
  return seeAs(viewer, viewed);
}

/** @throws AppError FORBIDDEN, always */
export function refuseInView(): never {
  throw new AppError('FORBIDDEN', 'You’re viewing the team as someone else, so you can’t change anything.');
}

function viewEnded(): AppError {
  return new AppError('FORBIDDEN', 'This view has ended. Start it again.');
}
