import { z } from 'zod';
import { id, instant, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';

/** Assignment of seats if the plan has fewer seats than the team has writers. */
const seats = z.strictObject({
  max: z.number(),
  /** The candidates for the choice: all members who take a seat or would take one if it were free. */
  writerIds: z.array(storedId),
  /** Members with a seat: owners first, then the chosen members or, without a choice, the other members in the order of joining. */
  keptIds: z.array(storedId),
  /** Members who are currently view-only. */
  viewOnlyIds: z.array(storedId),
  /** Deadline for the owner's choice. Null if the choice is in force or not needed. */
  chooseBy: instant.nullable(),
});
export type Seats = z.infer<typeof seats>;

const rule = { kind: 'team', action: 'subscription.change' } as const;

export const seatsRoutes = [
  defineRoute({
    id: 'seats.read',
    method: 'GET',
    path: '/teams/{teamId}/seats',
    summary: 'Who keeps writing on a plan with fewer seats',
    rule,
    params: z.strictObject({ teamId: id }),
    replies: { 200: z.strictObject({ seats }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'seats.choose',
    method: 'PUT',
    path: '/teams/{teamId}/seats',
    summary: 'Choose who keeps writing',
    rule,
    params: z.strictObject({ teamId: id }),
    body: z.strictObject({ keptIds: z.array(id).min(1).max(50) }),
    replies: { 200: z.strictObject({ seats }) },
    ids: { teamId: 'team', keptIds: 'user' },
  }),
] as const;
