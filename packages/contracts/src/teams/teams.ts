import { z } from 'zod';
import { day, id, instant, lineOf, nextCursor, pageQuery, storedId, timeZone } from '#core/fields.ts';
import { PICTURE } from '#auth/account-values.ts';
import { LIMITS } from '#core/limits.ts';
import { DEFAULT_ROLES } from '#permissions/permissions.ts';
import { defineRoute } from '#core/route.ts';
import { ESTIMATE_UNITS } from '#model/task-values.ts';

/** Teams use `_id`, as the specification requires. All other entities use `id`. */
export const team = z.strictObject({
  _id: storedId,
  name: z.string(),
  /** Two to six capital letters, derived from the name. Used as key prefix of tasks without a project. */
  key: z.string(),
  image: z.string().nullable(),
  /** Whether members may invite guests. */
  membersMayInvite: z.boolean(),
  /** Whether members may use API tokens. */
  membersMayUseTokens: z.boolean(),
  /** Default role of invites. */
  defaultRole: z.enum(DEFAULT_ROLES),
  /** Unit of estimates. */
  estimateUnit: z.enum(ESTIMATE_UNITS),
  /** Whether projects may have public links. */
  hasPublicLinks: z.boolean(),
  /** IANA time zone that determines the days in analytics. */
  timeZone: z.string(),
  /** From 1 (Monday) to 7 (Sunday), in order. */
  workingDays: z.array(z.number()),
  /** Days off for everyone, in order. */
  holidays: z.array(z.string()),
  createdAt: instant,
  deletedAt: instant.nullable(),
});
export type Team = z.infer<typeof team>;

/** Normalized to a set: sorted, without duplicates. */
const workingDays = z
  .array(z.int().min(1).max(7))
  .min(1, { error: 'must name one day or more' })
  .max(7)
  .transform((days) => [...new Set(days)].toSorted((one, other) => one - other));
const holidays = z
  .array(day)
  .max(LIMITS.teamHolidays, { error: `must be ${LIMITS.teamHolidays} days or fewer` })
  .transform((days) => [...new Set(days)].toSorted());

const reply = z.strictObject({ team });
const list = z.strictObject({ teams: z.array(team), nextCursor });
const installation = z.strictObject({
  notice: z.strictObject({ title: z.string(), text: z.string() }).nullable(),
});
const params = z.strictObject({ teamId: id });
const ids = { teamId: 'team' } as const;

export const teamsRoutes = [
  defineRoute({
    id: 'teams.list',
    method: 'GET',
    path: '/teams',
    summary: 'The teams of the caller, oldest membership first',
    rule: { kind: 'session' },
    query: z.strictObject(pageQuery),
    replies: { 200: list },
  }),
  defineRoute({
    id: 'teams.deleted',
    method: 'GET',
    path: '/teams/deleted',
    summary: 'Deleted teams that the caller may restore',
    rule: { kind: 'session' },
    query: z.strictObject(pageQuery),
    replies: { 200: list },
  }),
  defineRoute({
    id: 'teams.create',
    method: 'POST',
    path: '/teams',
    summary: 'Make a team; the caller is its owner',
    rule: { kind: 'session' },
    body: z.strictObject({ name: lineOf(LIMITS.teamName), id: id.optional() }),
    replies: { 201: reply },
    ids: { id: 'new' },
  }),
  defineRoute({
    id: 'teams.update',
    method: 'PATCH',
    path: '/teams/{teamId}',
    summary: 'Rename a team or change its settings',
    rule: { kind: 'team', action: 'team.update' },
    params,
    body: z.strictObject({
      name: lineOf(LIMITS.teamName).optional(),
      membersMayInvite: z.boolean().optional(),
      membersMayUseTokens: z.boolean().optional(),
      defaultRole: z.enum(DEFAULT_ROLES).optional(),
      estimateUnit: z.enum(ESTIMATE_UNITS).optional(),
      hasPublicLinks: z.boolean().optional(),
      timeZone: timeZone.optional(),
      workingDays: workingDays.optional(),
      holidays: holidays.optional(),
    }),
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'teams.putImage',
    method: 'PUT',
    path: '/teams/{teamId}/image',
    summary: 'Put a picture of the team in the place of the present one',
    rule: { kind: 'team', action: 'team.update' },
    params,
    upload: { types: PICTURE.types, maxBytes: PICTURE.maxBytes },
    replies: { 200: reply },
    ids,
    rateLimit: 'uploads',
  }),
  defineRoute({
    id: 'teams.deleteImage',
    method: 'DELETE',
    path: '/teams/{teamId}/image',
    summary: 'Show the team by its first letter',
    rule: { kind: 'team', action: 'team.update' },
    params,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'teams.delete',
    method: 'DELETE',
    path: '/teams/{teamId}',
    summary: 'Delete a team; it can be restored for 30 days',
    rule: { kind: 'team', action: 'team.delete', needsFreshSignIn: true },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'teams.restore',
    method: 'POST',
    path: '/teams/{teamId}/restore',
    summary: 'Bring a deleted team back',
    rule: { kind: 'session' },
    params,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'teams.installation',
    method: 'GET',
    path: '/teams/{teamId}/installation',
    summary:
      'What whoever runs the team should know about where its data lives; null when there is nothing to say',
    rule: { kind: 'team', action: 'team.update' },
    params,
    replies: { 200: installation },
    ids,
  }),
] as const;
