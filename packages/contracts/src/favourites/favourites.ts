import { z } from 'zod';
import { id, nextCursor, pageQuery, position, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';

/** A project or a saved view that a person has at hand. Nobody else is told. */
export const favourite = z.strictObject({
  /** That of the project or the view. */
  id: storedId,
  kind: z.enum(['project', 'view']),
  /** Order key: its place in the person's own order. */
  position: z.string(),
});
export type Favourite = z.infer<typeof favourite>;

const projectParams = z.strictObject({ teamId: id, projectId: id });
const projectIds = { teamId: 'team', projectId: 'project' } as const;
const viewParams = z.strictObject({ teamId: id, viewId: id });
const viewIds = { teamId: 'team', viewId: 'view' } as const;
/** Without a position it comes last, or stays where it is. */
const body = z.strictObject({ position: position.optional() });
const reply = z.strictObject({ favourite });

export const favouritesRoutes = [
  defineRoute({
    id: 'favourites.list',
    method: 'GET',
    path: '/teams/{teamId}/favourites',
    summary: "The caller's favourite projects and saved views, in the order that they gave them",
    rule: { kind: 'team', action: 'projects.list' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ favourites: z.array(favourite), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'projects.favourite',
    method: 'PUT',
    path: '/teams/{teamId}/projects/{projectId}/favourite',
    summary: "Add a project to one's own favourites, or move it among them",
    rule: { kind: 'team', action: 'project.read', object: 'project' },
    params: projectParams,
    body,
    replies: { 200: reply },
    ids: projectIds,
  }),
  defineRoute({
    id: 'projects.unfavourite',
    method: 'DELETE',
    path: '/teams/{teamId}/projects/{projectId}/favourite',
    summary: "Remove a project from one's own favourites",
    rule: { kind: 'team', action: 'project.read', object: 'project' },
    params: projectParams,
    replies: { 204: null },
    ids: projectIds,
  }),
  defineRoute({
    id: 'views.favourite',
    method: 'PUT',
    path: '/teams/{teamId}/views/{viewId}/favourite',
    summary: "Add a saved view to one's own favourites, or move it among them",
    rule: { kind: 'team', action: 'views.read' },
    params: viewParams,
    body,
    replies: { 200: reply },
    ids: viewIds,
  }),
  defineRoute({
    id: 'views.unfavourite',
    method: 'DELETE',
    path: '/teams/{teamId}/views/{viewId}/favourite',
    summary: "Remove a saved view from one's own favourites",
    rule: { kind: 'team', action: 'views.read' },
    params: viewParams,
    replies: { 204: null },
    ids: viewIds,
  }),
] as const;
