import type { Days } from '@hearth/contracts/analytics/period-values';
import { t } from '@lingui/core/macro';
import { formatCalendarDay, formatNumber } from '#ui/format/formats.ts';

const MONTH_DAY = { day: 'numeric', month: 'short' } as const;
const YEAR_MONTH_DAY = { ...MONTH_DAY, year: 'numeric' } as const;

/** Formats a duration with at most one decimal: '45 minutes', '5.5 hours', '3 days'. */
export function formatHours(hours: number, unitDisplay: 'long' | 'narrow' = 'long'): string {
  const [value, unit] =
    hours < 1 ? [hours * 60, 'minute'] : hours < 48 ? [hours, 'hour'] : [hours / 24, 'day'];
  const digits = unit === 'minute' || value >= 10 ? 0 : 1;
  return formatNumber(value, { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits });
}

/** Formats hours as a number of days without a unit, with at most two decimals. Used for axis labels. */
export function formatAsDays(hours: number): string {
  return formatNumber(hours / 24, { maximumFractionDigits: 2 });
}

export function formatPercent(share: number): string {
  return formatNumber(share, { style: 'percent', maximumFractionDigits: 0 });
}

/** Formats a day as '3 Nov', with the year unless it is the current year. */
export function formatShortDay(day: string): string {
  const isThisYear = Number(day.slice(0, 4)) === new Date().getFullYear();
  return formatCalendarDay(day, isThisYear ? MONTH_DAY : YEAR_MONTH_DAY);
}

/** Formats a range as '3 Nov' or '3 Nov – 9 Nov'. */
export function formatDayRange({ from, to }: Days): string {
  const [first, last] = [formatShortDay(from), formatShortDay(to)];
  return from === to ? first : t`${first} – ${last}`;
}
