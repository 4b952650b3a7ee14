import { projectsRoutes } from '@hearth/contracts/projects/projects';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import { invalidField, notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeCursor, decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { toUuid } from '#platform/uuid.ts';
import { listGrants, listPrivateProjects } from './grants.queries.ts';
import { grantMyself, grantProject, revokeGrant } from './grants.service.ts';
import { findProject, listProjects, visibleTo } from './projects.queries.ts';
import { archiveProject, changeProject, createProject, deleteProject } from './projects.service.ts';

export function bindProjects(app: App): Binding[] {
  const onTeam = (caller: Caller) => ({ teamId: caller.teamId, userId: caller.actor.userId });
  async function read<T>(caller: Caller, query: (tx: TeamTx) => Promise<T>): Promise<T> {
    return await withTeam(app.db, onTeam(caller), query, { isReadOnly: true });
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
    bind('projects.create', projectsRoutes, async ({ caller, body, request, reply }) => {
      const result = await createProject(app, onTeam(caller), body, requestKeyOf(request, body, 201));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('projects.get', projectsRoutes, async ({ caller }) => {
      const project = await read(caller, (tx) => findProject(tx, caller.object.id));
      if (project === null) throw notFound('This project');
      return { project };
    }),
    bind('projects.update', projectsRoutes, async ({ caller, body, request, reply }) => {
      const result = await changeProject(app, caller, body, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('projects.delete', projectsRoutes, async ({ caller, request, reply }) => {
      setSeqHeader(reply, await deleteProject(app, onProject(caller), requestKeyOf(request, null, 204)));
    }),
    bind('projects.archive', projectsRoutes, async ({ caller, request, reply }) => {
      const result = await archiveProject(app, onProject(caller), true, requestKeyOf(request, null, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('projects.unarchive', projectsRoutes, async ({ caller, request, reply }) => {
      const result = await archiveProject(app, onProject(caller), false, requestKeyOf(request, null, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('projects.grants', projectsRoutes, async ({ caller, query }) => {
      const after = decodeIdCursor(query.cursor);
      const rows = await read(caller, (tx) =>
        listGrants(tx, caller.object.id, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.userId]);
      return { grants: page.rows, nextCursor: page.nextCursor };
    }),
    bind('projects.grant', projectsRoutes, async ({ caller, params, body, request, reply }) => {
      const on = { ...onProject(caller), granteeId: params.userId };
      const result = await grantProject(app, on, body.level, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('projects.revokeGrant', projectsRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onProject(caller), granteeId: params.userId };
      setSeqHeader(reply, await revokeGrant(app, on, requestKeyOf(request, null, 204)));
    }),
    bind('projects.listPrivate', projectsRoutes, async ({ caller, query }) => {
      const after = decodeIdCursor(query.cursor);
      const rows = await read(caller, (tx) => listPrivateProjects(tx, { after, limit: query.limit }));
      const page = toPage(rows, query.limit, (row) => [row.id]);
      return { projects: page.rows, nextCursor: page.nextCursor };
    }),
    bind('projects.grantMyself', projectsRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onTeam(caller), projectId: params.projectId };
      const result = await grantMyself(app, on, requestKeyOf(request, null, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
  ];
}

/** Decodes the cursor of lists ordered by id. */
function decodeIdCursor(cursor: string | undefined): string | null {
  const [after = null] = decodeCursor(cursor, 1) ?? [];
  if (after !== null && toUuid(after) === null)
    throw invalidField(
      'cursor',
      'isn’t a valid cursor of this list: pass the nextCursor of the previous page',
    );
  return after;
}
