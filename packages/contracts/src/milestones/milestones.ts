import { z } from 'zod';
import { day, id, instant, lineOf, nextCursor, pageQuery, position, storedId, textOf } from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { defineRoute } from '#core/route.ts';

/** A goal of a project with a target date. */
const milestone = z.strictObject({
  id: storedId,
  projectId: storedId,
  name: z.string(),
  description: z.string(),
  targetDate: z.string().nullable(),
  /** Order key among the project's milestones, like the `position` of a task. */
  position: z.string(),
  createdBy: storedId.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Milestone = z.infer<typeof milestone>;

const name = lineOf(LIMITS.milestoneName);
const fields = {
  description: textOf(LIMITS.milestoneDescription).optional(),
  targetDate: day.nullable().optional(),
  position: position.optional(),
};
const projectParams = z.strictObject({ teamId: id, projectId: id });
const params = projectParams.extend({ milestoneId: id });
const projectIds = { teamId: 'team', projectId: 'project' } as const;
const ids = { ...projectIds, milestoneId: 'milestone' } as const;
const reply = z.strictObject({ milestone });

export const milestonesRoutes = [
  defineRoute({
    id: 'milestones.list',
    method: 'GET',
    path: '/teams/{teamId}/projects/{projectId}/milestones',
    summary: 'The milestones of a project, in order',
    rule: { kind: 'team', action: 'project.read', object: 'project' },
    params: projectParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ milestones: z.array(milestone), nextCursor }) },
    ids: projectIds,
  }),
  defineRoute({
    id: 'milestones.create',
    method: 'POST',
    path: '/teams/{teamId}/projects/{projectId}/milestones',
    summary: 'Add a milestone to a project',
    rule: { kind: 'team', action: 'project.update', object: 'project' },
    params: projectParams,
    body: z.strictObject({ id: id.optional(), name, ...fields }),
    replies: { 201: reply },
    ids: { ...projectIds, id: 'new' },
  }),
  defineRoute({
    id: 'milestones.update',
    method: 'PATCH',
    path: '/teams/{teamId}/projects/{projectId}/milestones/{milestoneId}',
    summary: 'Change a milestone',
    rule: { kind: 'team', action: 'project.update', object: 'project' },
    params,
    body: z.strictObject({ name: name.optional(), ...fields }),
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'milestones.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/projects/{projectId}/milestones/{milestoneId}',
    summary: 'Delete a milestone; its tasks stay',
    rule: { kind: 'team', action: 'project.update', object: 'project' },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'milestones.restore',
    method: 'POST',
    path: '/teams/{teamId}/projects/{projectId}/milestones/{milestoneId}/restore',
    summary: 'Bring a deleted milestone back, with those of its tasks that have no other by now',
    rule: { kind: 'team', action: 'project.update', object: 'project' },
    params,
    replies: { 200: reply },
    ids,
  }),
] as const;
