import { projectsRoutes } from '@hearth/contracts/projects/projects';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeIdCursor, decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { listGrants, listPrivateProjects } from './grants.queries.ts';
import { grantMyself, grantProject, revokeGrant } from './grants.service.ts';
import { findProject, listProjects, visibleTo } from './projects.queries.ts';
import { archiveProject, changeProject, createProject, deleteProject } from './projects.service.ts';

export function bindProjects(app: App): Binding[] {
  const onTeam = (caller: Caller) => ({ teamId: caller.teamId, userId: caller.actor.userId });
  async function read<T>(caller: Caller, query: (tx: TeamTx) => Promise<T>): Promise<T> {
    return await readTeam(app.db, onTeam(caller), query);
  }
  const onProject = (caller: Caller) => ({ ...onTeam(caller), projectId: caller.object.id });

  return [
    bind('projects.list', projectsRoutes, async ({ caller, query }) => {
      const after = decodePlaceCursor(query.cursor);
      const rows = await read(caller, (tx) =>
        listProjects(tx, visibleTo(caller.actor), { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
      return { projects: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('projects.create', projectsRoutes, ({ caller, body, key }) =>
      createProject(app, onTeam(caller), body, key),
    ),
    bind('projects.get', projectsRoutes, async ({ caller }) => {
      const project = await read(caller, (tx) => findProject(tx, caller.object.id));
      if (project === null) throw notFound('This project');
      return { project };
    }),
    bindCommand('projects.update', projectsRoutes, ({ caller, body, key }) =>
      changeProject(app, caller, body, key),
    ),
    bindCommand('projects.delete', projectsRoutes, ({ caller, key }) =>
      deleteProject(app, onProject(caller), key),
    ),
    bindCommand('projects.archive', projectsRoutes, ({ caller, key }) =>
      archiveProject(app, onProject(caller), true, key),
    ),
    bindCommand('projects.unarchive', projectsRoutes, ({ caller, key }) =>
      archiveProject(app, onProject(caller), false, key),
    ),
    bind('projects.grants', projectsRoutes, async ({ caller, query }) => {
      const after = decodeIdCursor(query.cursor);
      const rows = await read(caller, (tx) =>
        listGrants(tx, caller.object.id, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.userId]);
      return { grants: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('projects.grant', projectsRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onProject(caller), granteeId: params.userId };
      return await grantProject(app, on, body.level, key);
    }),
    bindCommand('projects.revokeGrant', projectsRoutes, async ({ caller, params, key }) => {
      const on = { ...onProject(caller), granteeId: params.userId };
      return await revokeGrant(app, on, key);
    }),
    bind('projects.listPrivate', projectsRoutes, async ({ caller, query }) => {
      const after = decodeIdCursor(query.cursor);
      const rows = await read(caller, (tx) => listPrivateProjects(tx, { after, limit: query.limit }));
      const page = toPage(rows, query.limit, (row) => [row.id]);
      return { projects: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('projects.grantMyself', projectsRoutes, async ({ caller, params, key }) => {
      const on = { ...onTeam(caller), projectId: params.projectId };
      return await grantMyself(app, on, key);
    }),
  ];
}
