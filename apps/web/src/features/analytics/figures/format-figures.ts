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

interface TickUnit {
  /** Length of the unit in hours. */
  hours: number;
  format: (hours: number) => string;
}

/** Returns the unit of an axis of durations up to `longest` hours, such as '30m', '12h' or '3d'. */
export function chooseTickUnit(longest: number): TickUnit {
  const [hours, unit] = longest < 1 ? [1 / 60, 'minute'] : longest < 48 ? [1, 'hour'] : [24, 'day'];
  const format = (value: number) =>
    formatNumber(value / hours, { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits: 2 });
  return { hours, format };
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
