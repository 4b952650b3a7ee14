import type { TrackRecord } from '@hearth/contracts/analytics/analytics';
import { listDoneDays, listForecasts, type StoredForecast } from './forecasts.queries.ts';
import type { AnalyticsContext } from './scope.service.ts';

/** Maximum number of forecasts that are evaluated. Older forecasts describe an earlier state of the team. */
const MAX_JUDGED = 500;

/** Evaluates earlier forecasts: compares the day on which the predicted number of tasks was done with the predicted dates. */
export async function readRecord({ tx, scope, today, periodOf }: AnalyticsContext): Promise<TrackRecord> {
  const forecasts = await listForecasts(tx, scope, MAX_JUDGED);
  const first = forecasts.at(-1)?.asOf;
  const record: TrackRecord = { known: 0, waiting: 0, heldP50: 0, heldP85: 0, heldP95: 0 };
  if (first === undefined) return record;
  const days = await listDoneDays(tx, scope, periodOf(first, first).since);
  for (const forecast of forecasts) {
    const came = cameOn(forecast, days);
    if (came === null && today <= forecast.p95) {
      record.waiting += 1;
      continue;
    }
    record.known += 1;
    if (came === null) continue;
    record.heldP50 += Number(came <= forecast.p50);
    record.heldP85 += Number(came <= forecast.p85);
    record.heldP95 += Number(came <= forecast.p95);
  }
  return record;
}

/** Returns the day on which the predicted number of tasks had been done since the forecast, or null if that has not happened yet. */
function cameOn(
  { projectId, asOf, tasks }: StoredForecast,
  days: readonly { projectId: string | null; day: string; done: number }[],
): string | null {
  let remaining = tasks;
  if (remaining === 0) return asOf;
  for (const { projectId: of, day, done } of days) {
    if (day <= asOf || (projectId !== null && of !== projectId)) continue;
    remaining -= done;
    if (remaining <= 0) return day;
  }
  return null;
}
