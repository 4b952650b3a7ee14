import { watchingRoutes } from '@hearth/contracts/watchers/watching';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { watchTasks } from './watchers.service.ts';

export function bindWatching(app: App): Binding[] {
  return [
    bind('tasks.watch', watchingRoutes, async ({ caller, body, request, reply }) => {
      const { teamId, actor } = caller;
      const result = await watchTasks(app, { teamId, actor }, body, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
  ];
}
