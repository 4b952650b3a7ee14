import { readFormatTag } from '#ui/format/reader.ts';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { readDay } from '@hearth/contracts/quick-parser/read-days';
import type { Choice, ChooseDialogProps } from '#ui/overlays/choose-dialog.tsx';
import { listNearDays } from './day-suggestions.ts';

/** Value of the choice “no date”. Choice values must not be empty. */
export const NO_DAY = 'none';
const MAX_TYPED = 40;

/**
 * Returns the days that a dialog offers, “no date”, and a typed day in the words of quick add.
 * @param present the day of each task, null for none
 * @param onPick receives a day or `NO_DAY`
 */
export function useDayChoices(
  present: readonly (string | null)[],
  onPick: (day: string) => void,
): Required<Pick<ChooseDialogProps, 'choices' | 'making' | 'onPick'>> {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const days = useMemo(() => listNearDays(today), [today]);
  const checkState = (day: string | null): Choice['checked'] => {
    const count = present.filter((one) => one === day).length;
    return count === 0 ? undefined : count === present.length ? 'all' : 'some';
  };
  const choices = [
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
  const making = {
    maxLength: MAX_TYPED,
    name(typed: string) {
      const day = readDay(typed, today, readFormatTag());
      if (day === null || days.includes(day)) return null;
      return formats.calendarDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
    },
    make(typed: string) {
      const day = readDay(typed, today, readFormatTag());
      if (day !== null) onPick(day);
    },
  };
  return { choices, making, onPick };
}
