import { milestonesRoutes } from '@hearth/contracts/milestones/milestones';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { listMilestones } from './milestones.queries.ts';
import { changeMilestone, createMilestone, removeMilestone, restoreMilestone } from './milestones.service.ts';

export function bindMilestones(app: App): Binding[] {
  const onProject = ({ teamId, actor, object }: Caller) => ({
    teamId,
    userId: actor.userId,
    projectId: object.id,
  });

  return [
    bind('milestones.list', milestonesRoutes, async ({ caller, query }) => {
      const after = decodePlaceCursor(query.cursor);
      const on = onProject(caller);
      const rows = await readTeam(app.db, on, (tx) =>
        listMilestones(tx, on.projectId, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
      return { milestones: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('milestones.create', milestonesRoutes, ({ caller, body, key }) =>
      createMilestone(app, onProject(caller), body, key),
    ),
    bindCommand('milestones.update', milestonesRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onProject(caller), milestoneId: params.milestoneId };
      return await changeMilestone(app, on, body, key);
    }),
    bindCommand('milestones.delete', milestonesRoutes, async ({ caller, params, key }) => {
      const on = { ...onProject(caller), milestoneId: params.milestoneId };
      return await removeMilestone(app, on, key);
    }),
    bindCommand('milestones.restore', milestonesRoutes, async ({ caller, params, key }) => {
      const on = { ...onProject(caller), milestoneId: params.milestoneId };
      return await restoreMilestone(app, on, key);
    }),
  ];
}
