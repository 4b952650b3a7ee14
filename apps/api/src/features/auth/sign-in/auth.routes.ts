import { authRoutes } from '@hearth/contracts/auth/auth';
import { AppError, notFound } from '#platform/errors.ts';
import { bind, sessionOf, type Binding } from '#platform/feature.ts';
import {
  endEverySession,
  endOwnSession,
  getUser,
  signIn,
  signOut,
  type SignInParts,
} from './auth.service.ts';
import type { DevelopmentProvider } from '#features/auth/development/development-provider.ts';
import { hashOfToken } from '#features/auth/provider/identity-token.ts';
import { createRefresher } from '#features/auth/sessions/refresh.ts';
import { authenticate, listOwnSessions } from '#features/auth/sessions/sessions.ts';
import { createSignInFlow } from './sign-in-flow.ts';

export function bindAuthRoutes(parts: SignInParts, development: DevelopmentProvider | null): Binding[] {
  const { app, cookies, provider } = parts;
  const flow = createSignInFlow(app, cookies, provider);
  const refresh = createRefresher(app, provider);

  return [
    bind('auth.google', authRoutes, async ({ request, reply }) => ({
      user: await signIn(parts, request, reply),
    })),

    bind('auth.verify', authRoutes, async ({ request }) => {
      const session = await authenticate(app, cookies, request);
      if (session === 'expired')
        throw new AppError('TOKEN_EXPIRED', 'Your session has expired. Sign in again.');
      if (session === 'none') throw new AppError('UNAUTHENTICATED', 'You’re not signed in.');
      return { user: await getUser(app, session.userId) };
    }),

    bind('auth.signOut', authRoutes, async ({ request, reply }) => {
      await signOut(parts, request, reply);
    }),

    bind('auth.start', authRoutes, async ({ query, reply }) => {
      await flow.start(reply, { mode: query.mode, next: query.next });
    }),

    bind('auth.callback', authRoutes, async ({ request, reply }) => {
      await flow.finish(request, reply);
    }),

    bind('auth.refresh', authRoutes, async ({ request, reply }) => {
      const handle = cookies.read(request, 'refresh');
      if (handle === null)
        throw new AppError('UNAUTHENTICATED', 'Your session can’t be renewed. Sign in again.');
      const renewed = await refresh(handle);
      cookies.write(reply, 'refresh', renewed.handle);
      cookies.write(reply, 'handed', hashOfToken(renewed.token).toString('base64url'));
      return { token: renewed.token };
    }),

    bind('auth.sessions', authRoutes, async ({ caller }) => ({
      sessions: await listOwnSessions(app, sessionOf(caller)),
      nextCursor: null,
    })),

    bind('auth.endSessions', authRoutes, async ({ caller, reply }) => {
      await endEverySession(parts, sessionOf(caller).userId);
      cookies.clear(reply, 'session');
      cookies.clear(reply, 'refresh');
    }),

    bind('auth.endSession', authRoutes, async ({ caller, params, reply }) => {
      const { id, userId } = sessionOf(caller);
      if (!(await endOwnSession(parts, { id: params.sessionId, userId }))) throw notFound('This session');
      if (params.sessionId === id) cookies.clear(reply, 'session');
    }),

    bind('auth.developmentToken', authRoutes, async ({ body }) => {
      if (development === null) throw notFound();
      return { token: await development.signToken(body) };
    }),
  ];
}
