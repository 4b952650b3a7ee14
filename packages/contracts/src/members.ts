import { z } from 'zod';
import { id, instant, nextCursor, pageQuery, storedId } from './fields.ts';
import { TEAM_ROLES } from './permissions.ts';
import { defineRoute } from './route.ts';

export const teamRole = z.enum(TEAM_ROLES);

export const member = z.strictObject({
  userId: storedId,
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  teamRole,
  joinedAt: instant,
});
export type Member = z.infer<typeof member>;

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
] as const;
