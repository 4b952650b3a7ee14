import type { Flow } from '@hearth/contracts/analytics/analytics';
import { toHours } from '@hearth/contracts/analytics/spread-values';
import { listBlocked, listDone, listTimeInState } from './flow.queries.ts';
import type { AnalyticsContext } from './scope.service.ts';

const MAX_DONE = 2000;
const MAX_BLOCKED = 20;

export async function readFlow(
  { tx, scope, now, periodOf }: AnalyticsContext,
  from: string,
  to: string,
): Promise<Flow> {
  const period = periodOf(from, to);
  const states = await listTimeInState(tx, scope, period);
  const blocked = await listBlocked(tx, scope, { period, now, limit: MAX_BLOCKED });
  const done = await listDone(tx, scope, period, MAX_DONE);
  const sumOf = (isActive: boolean) =>
    toHours(
      states
        .filter(({ category }) => (category === 'started') === isActive && category !== 'cancelled')
        .reduce((sum, { ms }) => sum + ms, 0),
    );
  const [activeHours, waitingHours] = [sumOf(true), sumOf(false)];
  const all = activeHours + waitingHours;
  return {
    timeInState: states.map(({ ms, name, ...state }) => ({ ...state, name: name ?? '', hours: toHours(ms) })),
    efficiency: { activeHours, waitingHours, share: all === 0 ? null : activeHours / all },
    blocked: {
      hours: toHours(blocked.all),
      tasks: blocked.tasks.map(({ taskId, ms }) => ({ taskId, hours: toHours(ms) })),
    },
    done: done.map(({ taskId, doneAt, cycle, lead }) => ({
      taskId,
      doneAt: doneAt.toISOString(),
      cycleHours: toHours(cycle),
      leadHours: toHours(lead),
    })),
  };
}
