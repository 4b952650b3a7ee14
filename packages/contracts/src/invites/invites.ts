import { z } from 'zod';
import { id, instant, nextCursor, pageQuery, storedId, teamRole } from '#core/fields.ts';
import { DELIVERIES } from '#notifications/mail-values.ts';
import { member } from '#members/members.ts';
import { PERIODS } from '#core/periods.ts';
import { defineRoute } from '#core/route.ts';
import { team } from '#teams/teams.ts';

const invite = z.strictObject({
  id: storedId,
  /** Null for members who may not create such an invite. */
  link: z.string().nullable(),
  url: z.string().nullable(),
  teamRole,
  email: z.string().nullable(),
  /** Only accounts of this Google Workspace domain may join. */
  domain: z.string().nullable(),
  invitedBy: z.strictObject({ userId: storedId, name: z.string() }),
  createdAt: instant,
  expiresAt: instant,
  /** Null if unlimited. */
  maxUses: z.number().nullable(),
  uses: z.number(),
  /** `blocked`: the creator may no longer invite to this role, so the invite cannot be used until they may again. */
  state: z.enum(['open', 'blocked']),
  /** Delivery of the last invite email. Null if no email was requested. */
  mail: z.enum(['waiting', 'sent', 'failed']).nullable(),
});
export type Invite = z.infer<typeof invite>;

/** Public preview of an invite, for anyone with the link. */
const invitePreview = z.strictObject({
  teamName: z.string(),
  inviterName: z.string(),
  teamRole,
  expiresAt: instant,
});
export type InvitePreview = z.infer<typeof invitePreview>;

/** Public email providers. Their domains do not identify an organization. */
const OPEN_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/, {
    error: 'must be a domain such as example.com',
  })
  .refine((value) => !OPEN_DOMAINS.has(value), {
    error: 'is a public email domain: use the domain of an organisation',
  });

const linkParams = z.strictObject({ link: z.string().max(200) });

export const invitesRoutes = [
  defineRoute({
    id: 'invites.create',
    method: 'POST',
    path: '/teams/{teamId}/invites',
    summary: 'Make an invite: a link, or a mail to an address',
    rule: { kind: 'team', action: 'invites.create' },
    params: z.strictObject({ teamId: id }),
    body: z.strictObject({
      id: id.optional(),
      /** Defaults to the team's default role. */
      teamRole: teamRole.optional(),
      email: z.email({ error: 'must be an email address' }).max(254).optional(),
      domain: domain.optional(),
      expiresInDays: z.number().int().min(1).max(30).default(PERIODS.invite),
      maxUses: z.number().int().min(1).max(1000).optional(),
    }),
    replies: { 201: z.strictObject({ invite }) },
    ids: { teamId: 'team', id: 'new' },
  }),
  defineRoute({
    id: 'invites.list',
    method: 'GET',
    path: '/teams/{teamId}/invites',
    summary: 'Invites that are still open',
    rule: { kind: 'team', action: 'invites.read' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject(pageQuery),
    replies: {
      200: z.strictObject({
        invites: z.array(invite),
        nextCursor,
        /** How this installation delivers invite emails. */
        delivery: z.enum(DELIVERIES),
        /**
         * Number of users who could not join in the last 30 days because all seats were taken. 0 if a seat is free, or if the caller is
         * neither admin nor owner.
         */
        turnedAway: z.number(),
      }),
    },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'invites.revoke',
    method: 'DELETE',
    path: '/teams/{teamId}/invites/{inviteId}',
    summary: 'Revoke an invite',
    rule: { kind: 'team', action: 'invites.revoke' },
    params: z.strictObject({ teamId: id, inviteId: id }),
    replies: { 204: null },
    ids: { teamId: 'team', inviteId: 'invite' },
  }),
  defineRoute({
    id: 'invites.resend',
    method: 'POST',
    path: '/teams/{teamId}/invites/{inviteId}/resend',
    summary: 'Send the mail of an invite again',
    rule: { kind: 'team', action: 'invites.create' },
    params: z.strictObject({ teamId: id, inviteId: id }),
    replies: { 200: z.strictObject({ invite }) },
    ids: { teamId: 'team', inviteId: 'invite' },
  }),
  defineRoute({
    id: 'invites.preview',
    method: 'GET',
    path: '/invites/{link}',
    summary: 'What an invite link leads to',
    rule: { kind: 'public' },
    params: linkParams,
    replies: { 200: z.strictObject({ invite: invitePreview }) },
    rateLimit: 'invitePeek',
  }),
  defineRoute({
    id: 'invites.join',
    method: 'POST',
    path: '/invites/{link}/join',
    summary: 'Join the team of an invite link',
    rule: { kind: 'session' },
    params: linkParams,
    replies: { 200: z.strictObject({ team, member }) },
    rateLimit: 'invitePeek',
  }),
] as const;
