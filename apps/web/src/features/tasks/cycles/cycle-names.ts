import { t } from '@lingui/core/macro';
import { formatCalendarDay, formatNumber } from '#ui/format/formats.ts';
import type { Cycle } from './cycles.data.ts';

/** Returns the name of a cycle, or 'Cycle' with its number if it has no name. */
export function nameCycle({ name, number }: Pick<Cycle, 'name' | 'number'>): string {
  const count = formatNumber(number);
  return name === '' ? t`Cycle ${count}` : name;
}

/** Formats the first and last day of a cycle, such as `3 Mar – 16 Mar`. */
export function nameCycleDays({ startsOn, endsOn }: Pick<Cycle, 'startsOn' | 'endsOn'>): string {
  const options = { day: 'numeric', month: 'short' } as const;
  const [first, last] = [formatCalendarDay(startsOn, options), formatCalendarDay(endsOn, options)];
  return t`${first} – ${last}`;
}
