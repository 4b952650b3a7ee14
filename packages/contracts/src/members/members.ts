import { z } from 'zod';
import { id, instant, nextCursor, pageQuery, storedId, teamRole } from '#core/fields.ts';
import { GRANT_LEVELS } from '#permissions/permissions.ts';
import { defineRoute } from '#core/route.ts';

export const member = z.strictObject({
  userId: storedId,
  name: z.string(),
  /** Null if the caller is a guest, except in the caller's own row. */
  email: z.string().nullable(),
  image: z.string().nullable(),
  teamRole,
  joinedAt: instant,
  /** True if the member has no seat in the plan. The member then keeps read access but cannot write. */
  isViewOnly: z.boolean(),
});
export type Member = z.infer<typeof member>;

const memberActivity = z.strictObject({
  userId: storedId,
  /** Time of the last activity, updated at most once an hour. Null if there was no activity since recording started. */
  lastActiveAt: instant.nullable(),
  /** Whether the member takes one of the plan's seats. Guests who can only view and comment need none. */
  hasSeat: z.boolean(),
});
export type MemberActivity = z.infer<typeof memberActivity>;

/** A project that a member can open, the member's level, and whether the level comes from the role or a grant. */
const reachedProject = z.strictObject({
  projectId: storedId,
  name: z.string(),
  color: z.string(),
  level: z.enum(GRANT_LEVELS),
  via: z.enum(['role', 'grant']),
});
export type ReachedProject = z.infer<typeof reachedProject>;

const params = z.strictObject({ teamId: id, userId: id });
const ids = { teamId: 'team', userId: 'user' } as const;

export const membersRoutes = [
  defineRoute({
    id: 'members.list',
    method: 'GET',
    path: '/teams/{teamId}/members',
    summary: 'The people of a team',
    rule: { kind: 'team', action: 'members.read' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ members: z.array(member), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'members.get',
    method: 'GET',
    path: '/teams/{teamId}/members/{userId}',
    summary: 'One member with their role',
    rule: { kind: 'team', action: 'members.read' },
    params,
    replies: { 200: z.strictObject({ member }) },
    ids,
  }),
  defineRoute({
    id: 'members.update',
    method: 'PATCH',
    path: '/teams/{teamId}/members/{userId}',
    summary: "Change a member's role",
    rule: { kind: 'team', action: 'members.update' },
    params,
    body: z.strictObject({ teamRole }),
    replies: { 200: z.strictObject({ member }) },
    ids,
  }),
  defineRoute({
    id: 'members.remove',
    method: 'DELETE',
    path: '/teams/{teamId}/members/{userId}',
    summary: 'Remove a member, or leave',
    rule: { kind: 'team', action: 'members.remove' },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'members.activity',
    method: 'GET',
    path: '/teams/{teamId}/members/activity',
    summary: 'When each member was last active, and whether they take a seat',
    rule: { kind: 'team', action: 'members.activity' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ activity: z.array(memberActivity), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'members.reach',
    method: 'GET',
    path: '/teams/{teamId}/members/{userId}/reach',
    summary:
      'The projects that a member can open, of those that the caller may know; a page may hold fewer than asked',
    rule: { kind: 'team', action: 'members.reach' },
    params,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ reach: z.array(reachedProject), nextCursor }) },
    ids,
  }),
  defineRoute({
    id: 'members.viewAs',
    method: 'POST',
    path: '/teams/{teamId}/members/{userId}/view-as',
    summary:
      'Begin to see the team as this member sees it; the token goes along with each read as the header hearth-view-as',
    rule: { kind: 'team', action: 'members.viewAs' },
    params,
    replies: { 200: z.strictObject({ view: z.strictObject({ token: z.string(), expiresAt: instant }) }) },
    ids,
  }),
  defineRoute({
    id: 'members.transfer',
    method: 'POST',
    path: '/teams/{teamId}/ownership',
    summary: 'Hand the team over: the named member becomes an owner, the caller an admin',
    rule: { kind: 'team', action: 'ownership.transfer', needsFreshSignIn: true },
    params: z.strictObject({ teamId: id }),
    body: z.strictObject({ userId: id }),
    replies: { 200: z.strictObject({ member }) },
    ids,
  }),
] as const;
