import { z } from 'zod';
import { id, instant, lineOf, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { TOKEN_LIMITS, TOKEN_OPERATIONS } from './token-values.ts';

export const apiToken = z.strictObject({
  id: storedId,
  name: z.string(),
  /** The last four characters of the token. */
  hint: z.string(),
  /** Operation ids of this API description. */
  scopes: z.array(z.string()),
  /** Null for every team in which the user may use tokens. */
  teamId: storedId.nullable(),
  createdAt: instant,
  expiresAt: instant,
  /** Time of the last use, with a precision of one minute. */
  lastUsedAt: instant.nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

const scope = z.string().refine((name) => TOKEN_OPERATIONS.includes(name), {
  error: 'isn’t an operation API tokens can be used for',
});

export const tokensRoutes = [
  defineRoute({
    id: 'tokens.list',
    method: 'GET',
    path: '/account/tokens',
    summary: 'The API tokens of the caller that were not revoked, the newest first',
    rule: { kind: 'session' },
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ tokens: z.array(apiToken), nextCursor }) },
  }),
  defineRoute({
    id: 'tokens.create',
    method: 'POST',
    path: '/account/tokens',
    summary: 'Make an API token; its secret is in this answer and nowhere else. Needs a fresh sign-in',
    rule: { kind: 'session', needsFreshSignIn: true },
    body: z.strictObject({
      name: lineOf(TOKEN_LIMITS.name),
      scopes: z
        .array(scope)
        .min(1, { error: 'can’t be empty' })
        .max(TOKEN_OPERATIONS.length)
        .transform((names) => [...new Set(names)]),
      teamId: id.optional(),
      expiresInDays: z.number().int().min(1).max(TOKEN_LIMITS.mostDays).default(TOKEN_LIMITS.defaultDays),
    }),
    replies: { 201: z.strictObject({ token: apiToken, secret: z.string() }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'tokens.revoke',
    method: 'DELETE',
    path: '/account/tokens/{tokenId}',
    summary: 'End an API token at once, open sockets included',
    rule: { kind: 'session' },
    params: z.strictObject({ tokenId: id }),
    replies: { 204: null },
    ids: { tokenId: 'token' },
  }),
] as const;
