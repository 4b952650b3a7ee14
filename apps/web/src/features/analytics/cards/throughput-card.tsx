import type { Analytics, Annotation } from '@hearth/contracts/analytics/analytics';
import { sumTasks } from '@hearth/contracts/analytics/spread-values';
import { useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { Bars } from '#features/analytics/charts/bars.tsx';
import { fillBuckets, widthOf } from '#features/analytics/figures/buckets.ts';
import { csvPath } from '#features/analytics/figures/analytics.data.ts';
import type { Scope } from '#features/analytics/figures/period.ts';
import { formatShortDay, formatDayRange } from '#features/analytics/figures/format-figures.ts';
import type { Requested } from '#platform/api/use-request.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useDrilldown } from './drilldown.ts';
import { ChartCard } from './chart-card.tsx';
import { Legend } from './legend.tsx';
import { placeNotes } from './place-notes.ts';

interface ThroughputProps {
  scope: Scope;
  figures: Requested<Analytics>;
  before: Analytics | undefined;
  notes: readonly Annotation[];
}

const HEIGHT = 220;

/** Finished and created tasks by day, week or four weeks, with the mean of the tasks finished in the previous period. */
export function ThroughputCard({ scope, figures, before, notes }: ThroughputProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const openDrilldown = useDrilldown();
  const { data } = figures;
  const buckets = data === undefined ? [] : fillBuckets(scope, data.throughput, data.created);
  const [done, created] = data === undefined ? [0, 0] : [sumTasks(data.throughput), sumTasks(data.created)];
  const earlier = before === undefined ? 0 : sumTasks(before.throughput);
  const mean = earlier === 0 || buckets.length === 0 ? null : earlier / buckets.length;
  const width = widthOf(scope);
  const show = (metric: 'throughput' | 'created', days: { from: string; to: string }) => () =>
    openDrilldown({
      title:
        metric === 'throughput' ? t`Finished, ${formatDayRange(days)}` : t`Created, ${formatDayRange(days)}`,
      metric,
      days,
    });
  const formatDone = (count: number) => t`${plural(count, { one: '# finished', other: '# finished' })}`;
  const formatCreated = (count: number) => t`${plural(count, { one: '# created', other: '# created' })}`;
  return (
    <ChartCard
      id="throughput"
      title={t`Throughput`}
      hint={
        width === 1
          ? t`Tasks finished for the first time, by day.`
          : width === 7
            ? t`Tasks finished for the first time, by week.`
            : t`Tasks finished for the first time, by four weeks.`
      }
      isWide
      isHere={data !== undefined}
      error={figures.error}
      onRetry={figures.reload}
      height={HEIGHT + 28}
      csv={csvPath(scope, '')}
      table={{
        head: [t`Days`, t`Finished`, t({ message: 'Created', context: 'tasks' })],
        rows: buckets.map((bucket) => ({
          key: bucket.from,
          cells: [
            formatDayRange(bucket),
            { text: formats.number(bucket.done), onOpen: show('throughput', bucket) },
            { text: formats.number(bucket.created), onOpen: show('created', bucket) },
          ],
        })),
      }}
      foot={
        <Legend
          items={[
            ['full', t`Finished`],
            ['striped', t({ message: 'Created', context: 'tasks' })],
            ...(mean === null ? [] : ([['dashed', t`Average of the period before`]] as const)),
            ...(notes.length === 0 ? [] : ([['note', t`Note`]] as const)),
          ]}
        />
      }
    >
      <Bars
        label={t`Bar chart. ${formatDone(done)}, ${formatCreated(created)} in all; the table has every figure.`}
        height={HEIGHT}
        columns={buckets.map((bucket) => ({
          key: bucket.from,
          main: bucket.done,
          aside: bucket.created,
          tick: formatShortDay(bucket.from),
          lines: [formatDayRange(bucket), formatDone(bucket.done), formatCreated(bucket.created)],
          onOpen: show('throughput', bucket),
        }))}
        line={mean}
        formatValue={(value) => formats.number(value)}
        notes={placeNotes(notes, scope)}
      />
    </ChartCard>
  );
}
