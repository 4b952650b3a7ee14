import { z } from 'zod';
import { id, instant, nextCursor, pageQuery, storedId } from './fields.ts';
import { member, teamRole } from './members.ts';
import { defineRoute } from './route.ts';
import { team } from './teams.ts';

export const invite = z.strictObject({
  id: storedId,
  /** null for those who may not make such an invite. */
  link: z.string().nullable(),
  url: z.string().nullable(),
  teamRole,
  email: z.string().nullable(),
  expiresAt: instant,
  /** null = unlimited */
  maxUses: z.number().nullable(),
  uses: z.number(),
});
export type Invite = z.infer<typeof invite>;

/** What a stranger with the link may know. */
export const invitePreview = z.strictObject({
  teamName: z.string(),
  inviterName: z.string(),
  teamRole,
  expiresAt: instant,
});
export type InvitePreview = z.infer<typeof invitePreview>;

const linkParams = z.strictObject({ link: z.string().max(200) });

export const invitesRoutes = [
  defineRoute({
    id: 'invites.create',
    method: 'POST',
    path: '/teams/{teamId}/invites',
    summary: 'Make an invite link',
    rule: { kind: 'team', action: 'invites.create' },
    params: z.strictObject({ teamId: id }),
    body: z.strictObject({
      id: id.optional(),
      teamRole: teamRole.default('member'),
      email: z.email({ error: 'must be a mail address' }).max(254).optional(),
      expiresInDays: z.number().int().min(1).max(30).default(7),
      maxUses: z.number().int().min(1).max(1000).optional(),
    }),
    replies: { 201: z.strictObject({ invite }) },
    ids: { teamId: 'team', id: 'new' },
    rateLimit: 'invites',
  }),
  defineRoute({
    id: 'invites.list',
    method: 'GET',
    path: '/teams/{teamId}/invites',
    summary: 'Invites that are still open',
    rule: { kind: 'team', action: 'invites.read' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ invites: z.array(invite), nextCursor }) },
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
