import type { Forecast } from '@hearth/contracts/analytics/analytics';
import { ANALYTICS_LIMITS } from '@hearth/contracts/analytics/analytics-values';
import { drawDays, hashSeed, toDates } from '@hearth/contracts/analytics/forecast-values';
import { addDays, countDays } from '@hearth/contracts/core/days';
import { AppError } from '#platform/errors.ts';
import { countOpen, readDays } from './figures.queries.ts';
import { fillDays } from './figures.service.ts';
import type { Scope } from './scope.queries.ts';
import type { AnalyticsContext } from './scope.service.ts';

/** The input of a forecast. */
interface Basis {
  /** Tasks done per day, from the first completion within the forecast period to yesterday. */
  history: number[];
  seed: number;
}

/** Widens a filtered scope to the whole project or team, to measure throughput. */
function wholeOf(scope: Scope): Scope {
  return { ...scope, picked: null };
}

/** Reads the input of a forecast. Returns null if the history is too short. */
async function readBasis({ tx, scope, today, periodOf }: AnalyticsContext): Promise<Basis | null> {
  const { forecastTasks, forecastWeeks, forecastDays } = ANALYTICS_LIMITS;
  const start = addDays(today, -forecastDays);
  const rows = await readDays(tx, wholeOf(scope), periodOf(start, today));
  // The first row covers all days before the start. Its tasks, if known, date the first completion but say nothing about the recent pace.
  const tasks = rows.reduce((sum, { day, done }) => (day < start ? sum : sum + done), 0);
  const first = rows.find(({ done }) => done > 0)?.day;
  if (first === undefined || tasks < forecastTasks || countDays(first, today) < forecastWeeks * 7)
    return null;
  const days = fillDays(rows, first > start ? first : start, addDays(today, -1));
  const seed = hashSeed(`${scope.teamId} ${scope.projectId ?? ''} ${today}`);
  return { history: days.map(({ done }) => done), seed };
}

/**
 * Simulates the number of days until the tasks are done, in ascending order. Returns null if the history is too short.
 * @param tasks number of tasks; defaults to the open tasks of the scope, up to a limit
 */
export async function drawFutures(
  context: AnalyticsContext,
  { tasks, pace }: { tasks?: number | undefined; pace?: number | undefined },
): Promise<{ tasks: number; sorted: Uint32Array; weeks: number } | null> {
  const basis = await readBasis(context);
  if (basis === null) return null;
  const count = tasks ?? Math.min(await countOpen(context.tx, context.scope), ANALYTICS_LIMITS.forecastScope);
  const sorted = drawDays(basis.history, count, { seed: basis.seed, pace: pace ?? 1 });
  return sorted === null ? null : { tasks: count, sorted, weeks: Math.floor(basis.history.length / 7) };
}

/** @throws AppError INVALID_STATE if the history is too short */
export async function makeForecast(
  context: AnalyticsContext,
  question: { tasks?: number | undefined; pace?: number | undefined },
): Promise<{ forecast: Forecast; tasks: number }> {
  const futures = await drawFutures(context, question);
  if (futures === null)
    throw new AppError(
      'INVALID_STATE',
      `There isn’t enough history: a forecast needs ${ANALYTICS_LIMITS.forecastTasks} tasks finished in the last ${ANALYTICS_LIMITS.forecastDays / 7} weeks, and ${ANALYTICS_LIMITS.forecastWeeks} weeks since the team’s first finished task.`,
    );
  return { forecast: toForecast(context.today, futures), tasks: futures.tasks };
}

export function toForecast(
  asOf: string,
  { sorted, weeks }: { sorted: Uint32Array; weeks: number },
): Forecast {
  return { ...toDates(asOf, sorted), basedOnWeeks: weeks, asOf };
}
