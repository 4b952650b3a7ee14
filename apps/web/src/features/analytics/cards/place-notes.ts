import { countDays } from '@hearth/contracts/core/days';
import type { Annotation } from '@hearth/contracts/analytics/analytics';
import { formatPair } from '#ui/format/formats.ts';
import type { NoteMark } from '#features/analytics/charts/chart.tsx';
import { formatShortDay } from '#features/analytics/figures/format-figures.ts';
import type { Days } from '@hearth/contracts/analytics/period-values';

/** Returns the notes within the given days as marks with their positions on the time axis. */
export function placeNotes(notes: readonly Annotation[], { from, to }: Days): NoteMark[] {
  const days = countDays(from, to) + 1;
  return notes
    .filter(({ day }) => day >= from && day <= to)
    .map(({ day, text }) => ({
      share: (countDays(from, day) + 0.5) / days,
      text: formatPair(formatShortDay(day), text),
    }));
}
