import { z } from 'zod';
import { id, instant, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';

export const user = z.strictObject({
  id: storedId,
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
});
export type User = z.infer<typeof user>;

export const session = z.strictObject({
  id: storedId,
  createdAt: instant,
  lastUsedAt: instant,
  userAgent: z.string(),
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

const userReply = z.strictObject({ user });

export const authRoutes = [
  defineRoute({
    id: 'auth.google',
    method: 'POST',
    path: '/auth/google',
    summary: 'Sign in with an identity token in the Authorization header',
    rule: { kind: 'public' },
    replies: { 200: userReply },
    rateLimit: 'signIn',
  }),
  defineRoute({
    id: 'auth.verify',
    method: 'POST',
    path: '/auth/verify',
    summary: 'Who is signed in',
    rule: { kind: 'public' },
    replies: { 200: userReply },
  }),
  defineRoute({
    id: 'auth.signOut',
    method: 'POST',
    path: '/auth/signout',
    summary: 'End this session everywhere',
    rule: { kind: 'public' },
    replies: { 204: null },
  }),
  defineRoute({
    id: 'auth.start',
    method: 'GET',
    path: '/auth/google/start',
    summary: 'Begin sign-in: leads to the identity provider',
    rule: { kind: 'public' },
    query: z.strictObject({
      mode: z.enum(['popup', 'page']).default('popup'),
      next: z.string().max(500).optional(),
    }),
    replies: { 302: null },
  }),
  defineRoute({
    id: 'auth.callback',
    method: 'GET',
    path: '/auth/google/callback',
    summary: 'Where the identity provider leads back to',
    rule: { kind: 'public' },
    query: z.looseObject({}),
    replies: { 302: null },
  }),
  defineRoute({
    id: 'auth.refresh',
    method: 'POST',
    path: '/auth/google/refresh',
    summary: 'A fresh identity token for the refresh cookie',
    rule: { kind: 'public' },
    replies: { 200: z.strictObject({ token: z.string() }) },
    rateLimit: 'signIn',
  }),
  defineRoute({
    id: 'auth.sessions',
    method: 'GET',
    path: '/auth/sessions',
    summary: 'Own sessions that are alive',
    rule: { kind: 'session' },
    replies: { 200: z.strictObject({ sessions: z.array(session), nextCursor: z.null() }) },
  }),
  defineRoute({
    id: 'auth.endSessions',
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'Sign out everywhere: end all own sessions, this one too',
    rule: { kind: 'session' },
    replies: { 204: null },
  }),
  defineRoute({
    id: 'auth.endSession',
    method: 'DELETE',
    path: '/auth/sessions/{sessionId}',
    summary: 'End one of the own sessions',
    rule: { kind: 'session' },
    params: z.strictObject({ sessionId: id }),
    replies: { 204: null },
    ids: { sessionId: 'session' },
  }),
  defineRoute({
    id: 'auth.developmentToken',
    method: 'POST',
    path: '/dev/identity-tokens',
    summary: 'An identity token of the development identity provider',
    rule: { kind: 'development' },
    body: z.strictObject({
      email: z.email().max(254),
      name: z.string().min(1).max(200),
      image: z.string().max(1000).optional(),
      emailVerified: z.boolean().optional(),
      expiresInSeconds: z.number().int().min(-86_400).max(86_400).optional(),
      hd: z.string().max(254).optional(),
    }),
    replies: { 200: z.strictObject({ token: z.string() }) },
  }),
] as const;
