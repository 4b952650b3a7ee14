import { milestonesRoutes } from '@hearth/contracts/milestones/milestones';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { withTeam } from '#platform/db/index.ts';
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
      const rows = await withTeam(
        app.db,
        on,
        (tx) => listMilestones(tx, on.projectId, { after, limit: query.limit }),
        {
          isReadOnly: true,
        },
      );
      const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
      return { milestones: page.rows, nextCursor: page.nextCursor };
    }),
    bind('milestones.create', milestonesRoutes, async ({ caller, body, request, reply }) => {
      const result = await createMilestone(app, onProject(caller), body, requestKeyOf(request, body, 201));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('milestones.update', milestonesRoutes, async ({ caller, params, body, request, reply }) => {
      const on = { ...onProject(caller), milestoneId: params.milestoneId };
      const result = await changeMilestone(app, on, body, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('milestones.delete', milestonesRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onProject(caller), milestoneId: params.milestoneId };
      setSeqHeader(reply, await removeMilestone(app, on, requestKeyOf(request, null, 204)));
    }),
    bind('milestones.restore', milestonesRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onProject(caller), milestoneId: params.milestoneId };
      const result = await restoreMilestone(app, on, requestKeyOf(request, null, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
  ];
}
