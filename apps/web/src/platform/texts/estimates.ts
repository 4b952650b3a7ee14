import type { EstimateUnit } from '@hearth/contracts/model/task-values';
import { plural, t } from '@lingui/core/macro';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { formatNumber } from '#ui/format/formats.ts';

/** Returns the unit of estimates in the open team. */
export function useEstimateUnit(): EstimateUnit {
  return useRow('team', useTeamStore().teamId)?.estimateUnit ?? 'points';
}

/** Formats an estimate as '3 points' or '1.5 hours'. */
export function formatEstimate(estimate: number, unit: EstimateUnit): string {
  return unit === 'hours'
    ? t`${plural(estimate, { one: '# hour', other: '# hours' })}`
    : t`${plural(estimate, { one: '# point', other: '# points' })}`;
}

/** Formats an estimate for table cells: '3', '1.5 h'. */
export function formatEstimateShort(estimate: number, unit: EstimateUnit): string {
  const shown = formatNumber(estimate);
  return unit === 'hours' ? t`${shown} h` : shown;
}

/** A range of formatted estimates. A null bound is open. */
export interface EstimateRange {
  from: string | null;
  to: string | null;
}

/** Formats a range as '3 to 8 points'. */
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

/** Formats a capacity as '20 points per week'. */
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
