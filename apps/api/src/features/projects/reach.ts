import { membersRoutes, type ReachedProject } from '@hearth/contracts/members/members';
import { canSee, hasRole, levelOf, type Actor } from '@hearth/contracts/permissions/permissions';
import { loadActor } from '#features/members/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type LoadedObject } from '#platform/feature.ts';
import { decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { listProjectObjects } from './projects.queries.ts';

/**
 * Binds the list of projects that a member can access, limited to those that the caller can see. Belongs to the projects feature because it
 * reads projects. Access is computed by the same function that authorizes requests.
 */
export function bindReach(app: App): Binding {
  return bind('members.reach', membersRoutes, async ({ caller, params, query }) => {
    const { teamId, actor, view } = caller;
    const isOwn = params.userId === actor.userId || params.userId === view?.viewedId;
    if (!isOwn && !hasRole(actor.role, 'admin')) {
      throw new AppError('FORBIDDEN', 'Only owners and admins can see what others have access to.');
    }
    const after = decodePlaceCursor(query.cursor);
    const { member, rows } = await readTeam(app.db, { teamId, userId: actor.userId }, async (tx) => ({
      member: await loadActor(tx, params.userId),
      rows: await listProjectObjects(tx, { after, limit: query.limit }),
    }));
    if (member === null) throw notFound('This member');
    const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
    const reach = page.rows.filter((row) => canSee(actor, row)).flatMap((row) => toReached(member, row));
    return { reach, nextCursor: page.nextCursor };
  });
}

function toReached(member: Actor, row: LoadedObject & { name: string; color: string }): ReachedProject[] {
  const level = levelOf(member, row);
  if (level === null) return [];
  // The access is by role if the grant adds nothing to the role.
  const byRole = levelOf({ ...member, grants: {} }, row);
  return [
    { projectId: row.id, name: row.name, color: row.color, level, via: byRole === level ? 'role' : 'grant' },
  ];
}
