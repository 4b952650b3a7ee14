import { z } from 'zod';
import { id, instant, lineOf, storedId, textOf } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { SUPPORT_LIMITS } from './billing-values.ts';

/** A support request, as included in its author's data export. */
export const supportRequest = z.strictObject({
  id: storedId,
  subject: z.string(),
  message: z.string(),
  createdAt: instant,
  /** Null while the request is open. */
  closedAt: instant.nullable(),
});

export const supportRoutes = [
  defineRoute({
    id: 'support.ask',
    method: 'POST',
    path: '/teams/{teamId}/support',
    summary: 'Ask the people behind this installation; Pro teams come first',
    rule: { kind: 'team', action: 'support.ask' },
    params: z.strictObject({ teamId: id }),
    body: z.strictObject({
      subject: lineOf(SUPPORT_LIMITS.subject),
      message: textOf(SUPPORT_LIMITS.message).min(1, { error: 'can’t be empty' }),
    }),
    replies: {
      201: z.strictObject({
        request: z.strictObject({
          id: storedId,
          isPriority: z.boolean(),
          /** Response time in hours, as the plan defines it. */
          answerHours: z.number(),
        }),
      }),
    },
    ids: { teamId: 'team' },
    rateLimit: 'contact',
  }),
] as const;
