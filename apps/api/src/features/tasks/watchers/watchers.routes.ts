import { watchingRoutes } from '@hearth/contracts/watchers/watching';
import { bindCommand } from '#platform/commands/index.ts';
import type { App, Binding } from '#platform/feature.ts';
import { watchTasks } from './watchers.service.ts';

export function bindWatching(app: App): Binding[] {
  return [
    bindCommand('tasks.watch', watchingRoutes, async ({ caller, body, key }) => {
      const { teamId, actor } = caller;
      return await watchTasks(app, { teamId, actor }, body, key);
    }),
  ];
}
