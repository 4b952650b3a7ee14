import type { Analytics, Annotation } from '@hearth/contracts/analytics/analytics';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Areas, BandLegend } from '#features/analytics/charts/areas.tsx';
import type { Pattern } from '#features/analytics/charts/stripes.tsx';
import { csvPath } from '#features/analytics/figures/analytics.data.ts';
import { sampleDays } from '#features/analytics/figures/buckets.ts';
import type { Scope } from '#features/analytics/figures/period.ts';
import { useTeamToday } from '#features/analytics/figures/use-team-today.ts';
import { formatShortDay } from '#features/analytics/figures/format-figures.ts';
import { CATEGORY_LABELS } from '#features/tasks/index.ts';
import type { Requested } from '#platform/api/use-request.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useDrilldown } from './drilldown.ts';
import { ChartCard } from './chart-card.tsx';
import { placeNotes } from './place-notes.ts';

/** From the lowest band up. Canceled tasks are not part of the flow and are listed only in the table. */
const BANDS = [
  ['completed', 'plain'],
  ['started', 'slant'],
  ['unstarted', 'dots'],
  ['backlog', 'level'],
] as const satisfies readonly (readonly [string, Pattern])[];
const COLUMNS = ['completed', 'started', 'unstarted', 'backlog', 'cancelled'] as const;

interface CumulativeProps {
  scope: Scope;
  figures: Requested<Analytics>;
  notes: readonly Annotation[];
}

/** Number of tasks by status category at the end of each day. A band that grows wider shows that work piles up. */
export function CumulativeCard({ scope, figures, notes }: CumulativeProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const openDrilldown = useDrilldown();
  const today = useTeamToday();
  // Future days are dropped because they repeat today's values.
  const days = sampleDays((figures.data?.cumulativeFlow ?? []).filter(({ day }) => day <= today));
  const names: Record<(typeof COLUMNS)[number], MessageDescriptor> = CATEGORY_LABELS;
  const show = (metric: (typeof COLUMNS)[number], day: string) => () =>
    openDrilldown({
      title: formats.parts([t(names[metric]), formatShortDay(day)]),
      metric,
      days: { from: day, to: day },
    });
  const [first, last] = [days[0], days.at(-1)];
  const isEmpty = days.every((day) => COLUMNS.every((column) => day[column] === 0));
  const started = (day: (typeof days)[number] | undefined) => formats.number(day?.started ?? 0);
  return (
    <ChartCard
      id="cumulative-flow"
      title={t`Cumulative flow`}
      hint={t`Where tasks stood as each day ended. A band that widens is work piling up.`}
      isWide
      isHere={figures.data !== undefined}
      error={figures.error}
      onRetry={figures.reload}
      emptyText={isEmpty ? t`There were no tasks in these days.` : null}
      height={304}
      csv={csvPath(scope, '')}
      table={{
        head: [t`Day`, ...COLUMNS.map((column) => t(names[column]))],
        rows: days.toReversed().map((day) => ({
          key: day.day,
          cells: [
            formatShortDay(day.day),
            ...COLUMNS.map((column) => ({
              text: formats.number(day[column]),
              onOpen: show(column, day.day),
            })),
          ],
        })),
      }}
      foot={<BandLegend bands={BANDS.map(([key, pattern]) => ({ key, pattern, name: t(names[key]) }))} />}
    >
      <Areas
        label={t`Area chart. In progress: ${started(first)} on the first day, ${started(last)} on the last.`}
        bands={BANDS.map(([key, pattern]) => ({
          key,
          name: t(names[key]),
          pattern,
          values: days.map((day) => day[key]),
        }))}
        points={days.map((day) => ({
          tick: formatShortDay(day.day),
          lines: [
            formatShortDay(day.day),
            ...BANDS.toReversed().map(([key]) => formats.pair(t(names[key]), formats.number(day[key]))),
          ],
          onOpen: show('started', day.day),
        }))}
        formatValue={(value) => formats.number(value)}
        notes={placeNotes(notes, scope)}
      />
    </ChartCard>
  );
}
