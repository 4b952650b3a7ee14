import type { EstimateUnit } from '@hearth/contracts/model/task-values';
import { plural, t } from '@lingui/core/macro';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { formatNumber } from '#ui/format/formats.ts';

/** The unit of estimates in the open team. */
export function useEstimateUnit(): EstimateUnit {
  return useRow('team', useTeamStore().teamId)?.estimateUnit ?? 'points';
}

/** '3 points', '1.5 hours'. */
export function formatEstimate(estimate: number, unit: EstimateUnit): string {
  return unit === 'hours'
    ? t`${plural(estimate, { one: '# hour', other: '# hours' })}`
    : t`${plural(estimate, { one: '# point', other: '# points' })}`;
}

/** '3', '1.5 h': for table cells. */
export function formatEstimateShort(estimate: number, unit: EstimateUnit): string {
  const shown = formatNumber(estimate);
  return unit === 'hours' ? t`${shown} h` : shown;
}

/** A range of estimates, formatted as text; a null bound is open. */
export interface EstimateRange {
  from: string | null;
  to: string | null;
}

/** '3 to 8 points'. */
export function formatEstimateRange({ from, to }: EstimateRange, unit: EstimateUnit): string {
  const [least, most] = [formatNumber(Number(from)), formatNumber(Number(to))];
  if (from !== null && from === to) return formatEstimate(Number(from), unit);
  if (unit === 'hours') {
    if (from === null) return t`At most ${most} hours`;
    return to === null ? t`At least ${least} hours` : t`${least} to ${most} hours`;
  }
  if (from === null) return t`At most ${most} points`;
  return to === null ? t`At least ${least} points` : t`${least} to ${most} points`;
}

/** '20 points a week'. */
export function formatCapacity(capacity: number, unit: EstimateUnit): string {
  return unit === 'hours'
    ? t`${plural(capacity, { one: '# hour per week', other: '# hours per week' })}`
    : t`${plural(capacity, { one: '# point per week', other: '# points per week' })}`;
}

/** Spaced far enough apart to choose quickly. Other values are entered in a table or by the API. */
export const ESTIMATE_STEPS: Readonly<Record<EstimateUnit, readonly number[]>> = {
  points: [1, 2, 3, 5, 8, 13, 21],
  hours: [0.5, 1, 2, 3, 4, 6, 8, 12, 16, 24, 40],
};
