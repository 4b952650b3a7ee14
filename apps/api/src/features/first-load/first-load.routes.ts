import { firstLoadRoutes, MAX_FIRST_ROWS, type FirstScreen } from '@hearth/contracts/first-load';
import { canSee, type Actor } from '@hearth/contracts/permissions/permissions';
import { getUser } from '#features/auth/index.ts';
import { findSubscription } from '#features/billing/index.ts';
import { loadActor } from '#features/members/index.ts';
import { loadProjectObject } from '#features/projects/index.ts';
import { findWorkOf, readFigures } from '#features/tasks/index.ts';
import { listOwnTeams } from '#features/teams/index.ts';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, sessionOf, type App, type Binding } from '#platform/feature.ts';
import { JsonText } from '#platform/http/json-text.ts';
import { getSync, type OnlyWork } from '#platform/sync/index.ts';

/** Size of the first page of a user's teams. Clients fetch further pages with `GET /teams`. */
const TEAMS = 200;

export function bindFirstLoad(app: App): Binding[] {
  return [
    bind('firstLoad.read', firstLoadRoutes, async ({ caller, query }) => {
      const { userId } = sessionOf(caller);
      const [user, teams] = await Promise.all([
        getUser(app, userId),
        listOwnTeams(app, sessionOf(caller), { limit: TEAMS }),
      ]);
      const teamId = query.teamId ?? teams.teams[0]?._id;
      if (teamId === undefined && query.projectId !== undefined) throw notFound('This project');
      const current = teamId === undefined ? 'null' : await readTeamSection(app, userId, teamId, query);
      return new JsonText(`${JSON.stringify({ user, ...teams }).slice(0, -1)},"current":${current}}`);
    }),
  ];
}

interface TeamRequest {
  projectId?: string | undefined;
  screen?: FirstScreen | undefined;
  form?: 'columns' | undefined;
}

/** Returns the tasks shown on the screen, or null if there are too many. */
async function findWork(tx: TeamTx, actor: Actor, screen: FirstScreen): Promise<OnlyWork | null> {
  if (screen === 'document') return { taskIds: [] };
  const taskIds = await findWorkOf(tx, actor, screen, MAX_FIRST_ROWS + 1);
  return taskIds.length > MAX_FIRST_ROWS ? null : { taskIds };
}

/** Returns the team's section of the response, as JSON text. */
async function readTeamSection(
  app: App,
  userId: string,
  teamId: string,
  { projectId, screen, form }: TeamRequest,
): Promise<string> {
  return await readTeam(app.db, { teamId, userId }, async (tx) => {
    const sync = getSync(app);
    // Read the head before the permissions, as for a snapshot. Changes made in between then follow this head in the log.
    const head = await sync.readHead(tx);
    const actor = await loadActor(tx, userId);
    const subscription = await findSubscription(tx);
    if (actor === null || subscription === null) throw notFound('This team');
    const prefix = JSON.stringify({ teamId, teamRole: actor.role, subscription }).slice(0, -1);
    if (projectId === undefined && screen === undefined) return `${prefix},"rows":null,"figures":null}`;
    if (projectId !== undefined) {
      const project = await loadProjectObject(tx, projectId);
      if (project === null || project.isTrashed === true || !canSee(actor, project))
        throw notFound('This project');
    }
    const only = projectId === undefined ? await findWork(tx, actor, screen ?? 'home') : { projectId };
    const rows = only && (await sync.readFirst(tx, { teamId, head, actor, only, form }));
    const figures =
      projectId === undefined && rows !== null ? await readFigures(tx, actor, app.clock.now()) : null;
    return `${prefix},"rows":${rows ?? 'null'},"figures":${JSON.stringify(figures)}}`;
  });
}
