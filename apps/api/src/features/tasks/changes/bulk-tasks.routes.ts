import { bulkTasksRoutes } from '@hearth/contracts/tasks/bulk-tasks';
import { bindCommand } from '#platform/commands/index.ts';
import type { App, Binding, Caller } from '#platform/feature.ts';
import { changeTasks } from './change-tasks.service.ts';
import { deleteTasks, restoreManyTasks } from './bulk-trash.service.ts';
import type { Rebalancer } from './rebalance.ts';

export function bindBulkTasks(app: App, rebalancer: Rebalancer): Binding[] {
  const on = ({ teamId, actor }: Caller) => ({ teamId, actor });
  return [
    bindCommand('tasks.updateMany', bulkTasksRoutes, async ({ caller, body, key }) => {
      const result = await changeTasks(app, on(caller), body, key);
      rebalancer.check(caller.teamId, caller.actor.userId, result);
      return result;
    }),
    bindCommand('tasks.deleteMany', bulkTasksRoutes, ({ caller, body, key }) =>
      deleteTasks(app, on(caller), body.taskIds, key),
    ),
    bindCommand('trash.restoreMany', bulkTasksRoutes, ({ caller, body, key }) =>
      restoreManyTasks(app, on(caller), body.itemIds, key),
    ),
  ];
}
