import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import type { Choice } from '#ui/overlays/choose-dialog.tsx';
import { listNearDays } from './day-suggestions.ts';

/** Value of the choice “no date”. Choice values must not be empty. */
export const NO_DAY = 'none';

/**
 * Returns the days that a dialog offers, and “no date”.
 * @param present the day of each task, null for none
 */
export function useDayChoices(present: readonly (string | null)[]): Choice[] {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const days = useMemo(() => listNearDays(today), [today]);
  const checkState = (day: string | null): Choice['checked'] => {
    const count = present.filter((one) => one === day).length;
    return count === 0 ? undefined : count === present.length ? 'all' : 'some';
  };
  return [
    ...days.map((day) => ({
      value: day,
      label:
        day <= (days[1] ?? '')
          ? formats.nearDay(day, today)
          : formats.calendarDay(day, { weekday: 'long', day: 'numeric', month: 'short' }),
      checked: checkState(day),
    })),
    { value: NO_DAY, label: t`No date`, checked: checkState(null) },
  ];
}
