import { z } from 'zod';
import { color, day, id, instant, lineOf, nextCursor, pageQuery, storedId, textOf } from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { GRANT_LEVELS } from '#permissions/permissions.ts';
import { HEALTHS } from './project-values.ts';
import { cyclePlan } from '#cycles/cycles.ts';
import { defineRoute } from '#core/route.ts';

export const project = z.strictObject({
  id: storedId,
  name: z.string(),
  key: z.string(),
  description: z.string(),
  color,
  position: z.string(),
  /** Visible only to users with a grant. */
  isPrivate: z.boolean(),
  leadId: storedId.nullable(),
  startDate: z.string().nullable(),
  targetDate: z.string().nullable(),
  health: z.enum(HEALTHS).nullable(),
  /** The cycle plan. Null if the project has no cycles. */
  cycles: cyclePlan.nullable(),
  /** WIP limits: maximum open tasks by status id. Statuses without a limit are absent. */
  limits: z.record(storedId, z.number()),
  /** Whether new tasks can be held in triage until they are accepted. Tasks created by guests always are. */
  hasTriage: z.boolean(),
  /** True for the sample project: it and its tasks do not count towards limits until content is added to it. */
  isSample: z.boolean(),
  /** Archived projects are read-only, including their contents. Null if not archived. */
  archivedAt: instant.nullable(),
  archivedBy: storedId.nullable(),
  createdBy: storedId.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Project = z.infer<typeof project>;

const projectGrant = z.strictObject({
  userId: storedId,
  level: z.enum(GRANT_LEVELS),
  /** The user who gave the grant. The member's own id if they gave it to themselves. */
  grantedBy: storedId.nullable(),
  grantedAt: instant,
});
export type ProjectGrant = z.infer<typeof projectGrant>;

/** A private project in the form shown to members who may only know that it exists. */
const privateProject = z.strictObject({
  id: storedId,
  name: z.string(),
  managerIds: z.array(storedId),
});
export type PrivateProject = z.infer<typeof privateProject>;

export const projectKey = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9]{1,5}$/, {
    error: 'must be 2 to 6 capital letters or digits, starting with a letter',
  });
const position = z
  .string()
  .regex(/^[0-9A-Za-z]+$/)
  .max(LIMITS.positionKey);
const plan = {
  leadId: id.nullable().optional(),
  startDate: day.nullable().optional(),
  targetDate: day.nullable().optional(),
  health: z.enum(HEALTHS).nullable().optional(),
  cycles: cyclePlan.nullable().optional(),
};
const columnLimit = z
  .int({ error: 'must be a whole number' })
  .min(1, { error: 'must be 1 or more' })
  .max(LIMITS.tasksInColumn, { error: `must be ${LIMITS.tasksInColumn} or less` });
const isOfOneBoard = (limits: object): boolean => Object.keys(limits).length <= LIMITS.statusesPerTeam;
const ofOneBoard = { error: `can have up to ${LIMITS.statusesPerTeam} statuses` };
export const columnLimits = z.record(id, columnLimit).refine(isOfOneBoard, ofOneBoard);
const teamParams = z.strictObject({ teamId: id });
const params = z.strictObject({ teamId: id, projectId: id });
const ids = { teamId: 'team', projectId: 'project' } as const;
const reply = z.strictObject({ project });

export const projectsRoutes = [
  defineRoute({
    id: 'projects.list',
    method: 'GET',
    path: '/teams/{teamId}/projects',
    summary: 'The projects that the caller may see',
    rule: { kind: 'team', action: 'projects.list' },
    params: teamParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ projects: z.array(project), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'projects.create',
    method: 'POST',
    path: '/teams/{teamId}/projects',
    summary: 'Make a project',
    rule: { kind: 'team', action: 'projects.create' },
    params: teamParams,
    body: z.strictObject({
      id: id.optional(),
      name: lineOf(LIMITS.projectName),
      key: projectKey.optional(),
      description: textOf(LIMITS.taskDescription).optional(),
      color: color.optional(),
      position: position.optional(),
      isPrivate: z.boolean().optional(),
      ...plan,
    }),
    replies: { 201: reply },
    ids: { teamId: 'team', id: 'new', leadId: 'user' },
  }),
  defineRoute({
    id: 'projects.get',
    method: 'GET',
    path: '/teams/{teamId}/projects/{projectId}',
    summary: 'One project',
    rule: { kind: 'team', action: 'project.read', object: 'project' },
    params,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'projects.update',
    method: 'PATCH',
    path: '/teams/{teamId}/projects/{projectId}',
    summary: 'Change a project',
    rule: { kind: 'team', action: 'project.update', object: 'project' },
    params,
    body: z.strictObject({
      name: lineOf(LIMITS.projectName).optional(),
      key: projectKey.optional(),
      description: textOf(LIMITS.taskDescription).optional(),
      color: color.optional(),
      position: position.optional(),
      isPrivate: z.boolean().optional(),
      /** Null removes a limit, omitted limits are unchanged. */
      limits: z.record(id, columnLimit.nullable()).refine(isOfOneBoard, ofOneBoard).optional(),
      /** Disabling triage accepts all tasks in triage. */
      hasTriage: z.boolean().optional(),
      ...plan,
    }),
    replies: { 200: reply },
    ids: { ...ids, leadId: 'user' },
  }),
  defineRoute({
    id: 'projects.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/projects/{projectId}',
    summary: 'Move a project with its tasks to the trash',
    rule: { kind: 'team', action: 'project.delete', object: 'project' },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'projects.archive',
    method: 'PUT',
    path: '/teams/{teamId}/projects/{projectId}/archive',
    summary: 'Archive a project: its work can be read, and not changed',
    rule: { kind: 'team', action: 'project.archive', object: 'project' },
    params,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'projects.unarchive',
    method: 'DELETE',
    path: '/teams/{teamId}/projects/{projectId}/archive',
    summary: 'Bring a project back from the archive',
    rule: { kind: 'team', action: 'project.archive', object: 'project' },
    params,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'projects.grants',
    method: 'GET',
    path: '/teams/{teamId}/projects/{projectId}/grants',
    summary: 'Who was given rights on a project beyond their role',
    rule: { kind: 'team', action: 'project.read', object: 'project' },
    params,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ grants: z.array(projectGrant), nextCursor }) },
    ids,
  }),
  defineRoute({
    id: 'projects.grant',
    method: 'PUT',
    path: '/teams/{teamId}/projects/{projectId}/grants/{userId}',
    summary: 'Give a member of the team rights on a project',
    rule: { kind: 'team', action: 'project.grant', object: 'project' },
    params: z.strictObject({ teamId: id, projectId: id, userId: id }),
    body: z.strictObject({ level: z.enum(GRANT_LEVELS) }),
    replies: { 200: z.strictObject({ grant: projectGrant }) },
    ids: { ...ids, userId: 'user' },
  }),
  defineRoute({
    id: 'projects.revokeGrant',
    method: 'DELETE',
    path: '/teams/{teamId}/projects/{projectId}/grants/{userId}',
    summary: 'Take those rights back',
    rule: { kind: 'team', action: 'project.grant', object: 'project' },
    params: z.strictObject({ teamId: id, projectId: id, userId: id }),
    replies: { 204: null },
    ids: { ...ids, userId: 'user' },
  }),
  defineRoute({
    id: 'projects.listPrivate',
    method: 'GET',
    path: '/teams/{teamId}/private-projects',
    summary: 'That there are private projects, and who manages them: not what is in them',
    rule: { kind: 'team', action: 'projects.listPrivate' },
    params: teamParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ projects: z.array(privateProject), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'projects.grantMyself',
    method: 'POST',
    path: '/teams/{teamId}/projects/{projectId}/grants/me',
    summary: 'Let oneself into a private project: audited, and told to the people in it',
    rule: { kind: 'team', action: 'projects.grantMyself' },
    params,
    replies: { 200: z.strictObject({ grant: projectGrant }) },
    ids: { teamId: 'team', projectId: 'privateProject' },
  }),
] as const;
