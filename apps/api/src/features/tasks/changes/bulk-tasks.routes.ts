import { bulkTasksRoutes } from '@hearth/contracts/tasks/bulk-tasks';
import { bindCommand, requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { changeTasks } from './change-tasks.service.ts';
import { deleteTasks, restoreManyTasks } from './bulk-trash.service.ts';
import type { Rebalancer } from './rebalance.ts';

export function bindBulkTasks(app: App, rebalancer: Rebalancer): Binding[] {
  const on = ({ teamId, actor }: Caller) => ({ teamId, actor });
  return [
    bind('tasks.updateMany', bulkTasksRoutes, async ({ caller, body, request, reply }) => {
      const result = await changeTasks(app, on(caller), body, requestKeyOf(request, body, 200));
      rebalancer.check(caller.teamId, caller.actor.userId, result);
      setSeqHeader(reply, result);
      return result.value;
    }),
    bindCommand('tasks.deleteMany', bulkTasksRoutes, ({ caller, body, key }) =>
      deleteTasks(app, on(caller), body.taskIds, key),
    ),
    bindCommand('trash.restoreMany', bulkTasksRoutes, ({ caller, body, key }) =>
      restoreManyTasks(app, on(caller), body.itemIds, key),
    ),
  ];
}
