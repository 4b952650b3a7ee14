import { z } from 'zod';
import { id, nextCursor, pageQuery, position, storedId } from '#core/fields.ts';
import { defineRoute, type RouteSpec } from '#core/route.ts';

/** A user's favourite project, saved view or document. Private to that user. */
export const favourite = z.strictObject({
  /** The id of the favourite entity. */
  id: storedId,
  /** The kind of entity, named as in the team's log. */
  kind: z.enum(['project', 'view', 'document']),
  /** Order key among the user's favourites. */
  position: z.string(),
});
export type Favourite = z.infer<typeof favourite>;
type Kind = Favourite['kind'];

/** Without a position, the favourite is added last, or keeps its current position. */
const body = z.strictObject({ position: position.optional() });
const reply = z.strictObject({ favourite });

/**
 * Routes that add entities of a kind to favourites and remove them.
 * @param thing display name of the kind, such as `a project`
 * @param rule authorization to see the entity
 */
export function defineFavouriteRoutes<K extends Kind, R extends RouteSpec['rule']>(
  kind: K,
  thing: string,
  rule: R,
) {
  const path = `/teams/{teamId}/${kind}s/{${kind}Id}/favourite` as const;
  const params = z.strictObject({ teamId: id, [`${kind}Id`]: id } as { teamId: typeof id } & {
    [P in `${K}Id`]: typeof id;
  });
  const ids = { teamId: 'team', [`${kind}Id`]: kind } as const;
  return [
    defineRoute({
      id: `${kind}s.favourite` as const,
      method: 'PUT',
      path,
      summary: `Add ${thing} to one's own favourites, or move it among them`,
      rule,
      params,
      body,
      replies: { 200: reply },
      ids,
    }),
    defineRoute({
      id: `${kind}s.unfavourite` as const,
      method: 'DELETE',
      path,
      summary: `Remove ${thing} from one's own favourites`,
      rule,
      params,
      replies: { 204: null },
      ids,
    }),
  ] as const;
}

export const projectFavouriteRoutes = defineFavouriteRoutes('project', 'a project', {
  kind: 'team',
  action: 'project.read',
  object: 'project',
});
export const viewFavouriteRoutes = defineFavouriteRoutes('view', 'a saved view', {
  kind: 'team',
  action: 'views.read',
});

export const documentFavouriteRoutes = defineFavouriteRoutes('document', 'a document', {
  kind: 'team',
  action: 'document.read',
  object: 'document',
});

export const favouritesRoutes = [
  defineRoute({
    id: 'favourites.list',
    method: 'GET',
    path: '/teams/{teamId}/favourites',
    summary: "The caller's favourite projects, saved views and documents, in the order that they gave them",
    rule: { kind: 'team', action: 'projects.list' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ favourites: z.array(favourite), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  ...projectFavouriteRoutes,
  ...viewFavouriteRoutes,
  ...documentFavouriteRoutes,
] as const;
