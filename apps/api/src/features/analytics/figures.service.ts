import type { Analytics } from '@hearth/contracts/analytics/analytics';
import { toHours } from '@hearth/contracts/analytics/spread-values';
import { addDays } from '@hearth/contracts/core/days';
import { STATUS_CATEGORIES, type StatusCategory } from '@hearth/contracts/model/task-values';
import { readFigureRows, type DayFlow, type Times } from './figures.queries.ts';
import type { AnalyticsContext } from './scope.service.ts';

/** Maximum number of started tasks in a response, longest in progress first. */
const MAX_STARTED = 1000;

export async function readFigures(context: AnalyticsContext, from: string, to: string): Promise<Analytics> {
  const { tx, scope, now, periodOf, timeZone } = context;
  const period = periodOf(from, to);
  const { days, times, started, reopened, dueDates } = await readFigureRows(tx, scope, period, MAX_STARTED);
  const cycle = spreadOf(times.tasks, times.cycle);
  const daily = fillDays(days, from, to);
  const throughput = daily.map(({ day, done }) => ({ day, tasks: done }));
  return {
    from,
    to,
    timeZone,
    throughput,
    created: daily.map(({ day, created }) => ({ day, tasks: created })),
    leadTime: spreadOf(times.tasks, times.lead),
    cycleTime: { ...cycle, withoutStart: times.withoutStart },
    cumulativeFlow: daily.map(({ day, bands }) => ({ day, ...bands })),
    workInProgress: started.map(({ taskId, startedAt }) => {
      const ageHours = toHours(now.getTime() - Date.parse(startedAt));
      return {
        taskId,
        startedAt,
        ageHours,
        isPastP85: cycle.p85 !== null && ageHours > cycle.p85,
      };
    }),
    rework: { reopened, completed: throughput.reduce((sum, { tasks }) => sum + tasks, 0) },
    dueDates: { onTime: 0, late: 0, open: 0, ...dueDates },
  };
}

function spreadOf(tasks: number, ms: Times['lead']): Analytics['leadTime'] {
  if (ms === null || tasks === 0) return { tasks, median: null, p85: null, p95: null };
  const [median, p85, p95] = ms.map(toHours);
  return { tasks, median: median ?? null, p85: p85 ?? null, p95: p95 ?? null };
}

/** Returns every day of a period, with the bands at the end of that day. */
export function fillDays(days: readonly DayFlow[], from: string, to: string): DayFlow[] {
  const known = new Map(days.map((one) => [one.day, one]));
  const bands = Object.fromEntries(STATUS_CATEGORIES.map((one) => [one, 0])) as Record<
    StatusCategory,
    number
  >;
  const filled: DayFlow[] = [];
  for (let day = addDays(from, -1); day <= to; day = addDays(day, 1)) {
    const change = known.get(day);
    for (const one of STATUS_CATEGORIES) bands[one] += change?.bands[one] ?? 0;
    if (day >= from)
      filled.push({ day, created: change?.created ?? 0, done: change?.done ?? 0, bands: { ...bands } });
  }
  return filled;
}
