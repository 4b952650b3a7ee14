import { z } from 'zod';
import { id, instant } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';

const numbers = z.strictObject({
  collaborators: z.number().nullable(),
  projects: z.number().nullable(),
  documents: z.number().nullable(),
  tasks: z.number().nullable(),
});

export const subscription = z.strictObject({
  plan: z.enum(['free', 'pro']),
  status: z.enum(['active', 'past_due', 'expired', 'over_limit']),
  /** null = unlimited */
  limits: numbers,
  usage: numbers,
  renewsAt: instant.nullable(),
});
export type Subscription = z.infer<typeof subscription>;
const reply = z.strictObject({ subscription });

export const billingRoutes = [
  defineRoute({
    id: 'billing.subscription',
    method: 'GET',
    path: '/subscriptions/team/',
    summary: "A team's plan, limits and usage",
    rule: { kind: 'team', action: 'subscription.read' },
    query: z.strictObject({ teamId: id }),
    replies: { 200: reply },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'billing.developmentPlan',
    method: 'POST',
    path: '/dev/teams/{teamId}/plan',
    summary: 'Set the plan of a team, for trying things out',
    rule: { kind: 'development' },
    params: z.strictObject({ teamId: id }),
    body: z.strictObject({ plan: z.enum(['free', 'pro']) }),
    replies: { 200: reply },
    ids: { teamId: 'team' },
  }),
] as const;
