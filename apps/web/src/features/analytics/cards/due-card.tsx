import type { Analytics } from '@hearth/contracts/analytics/analytics';
import { Trans, useLingui } from '@lingui/react/macro';
import { Rows } from '#features/analytics/charts/rows.tsx';
import { csvPath } from '#features/analytics/figures/analytics.data.ts';
import type { Scope } from '#features/analytics/figures/period.ts';
import { formatPercent } from '#features/analytics/figures/format-figures.ts';
import type { Requested } from '#platform/api/use-request.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useDrilldown } from './drilldown.ts';
import { ChartCard } from './chart-card.tsx';
import styles from './cards.module.css';

interface FigureProps {
  scope: Scope;
  figures: Requested<Analytics>;
}

/** Tasks that were due in the period: finished on time, finished late, or still open. */
export function DueCard({ scope, figures }: FigureProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const openDrilldown = useDrilldown();
  const { onTime = 0, late = 0, open = 0 } = figures.data?.dueDates ?? {};
  const names = { onTime: t`On time`, late: t`Late`, open: t`Still open` };
  const counts = { onTime, late, open };
  const metrics = ['onTime', 'late', 'open'] as const;
  const show = (metric: (typeof metrics)[number]) => () =>
    openDrilldown({ title: names[metric], metric, days: { from: scope.from, to: scope.to } });
  const percent = onTime + late === 0 ? '–' : formatPercent(onTime / (onTime + late));
  return (
    <ChartCard
      id="due-dates"
      title={t`Due dates`}
      hint={t`Of tasks that were due in these days: finished by the date, after it, or not yet.`}
      isHere={figures.data !== undefined}
      error={figures.error}
      onRetry={figures.reload}
      emptyText={onTime + late + open === 0 ? t`No task was due in these days.` : null}
      height={180}
      csv={csvPath(scope, '')}
      figure={
        <p className={styles.figure}>
          <Trans>
            <button type="button" className={styles.big} onClick={show('onTime')}>
              {percent}
            </button>{' '}
            of those finished were on time
          </Trans>
        </p>
      }
      table={{
        head: [t`Due date`, t`Tasks`],
        rows: metrics.map((metric) => ({
          key: metric,
          cells: [names[metric], { text: formats.number(counts[metric]), onOpen: show(metric) }],
        })),
      }}
    >
      <Rows
        label={t`Bar chart. On time: ${formats.number(onTime)}, late: ${formats.number(late)}, still open: ${formats.number(open)}.`}
        rows={metrics.map((metric) => ({
          key: metric,
          name: names[metric],
          value: counts[metric],
          text: formats.number(counts[metric]),
          isStriped: metric === 'open',
          isMarked: metric === 'late' && late > 0,
          onOpen: show(metric),
        }))}
      />
    </ChartCard>
  );
}

/** Share of finished tasks that were reopened. */
export function ReworkCard({ scope, figures }: FigureProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const openDrilldown = useDrilldown();
  const { reopened = 0, completed = 0 } = figures.data?.rework ?? {};
  const percent = completed === 0 ? '–' : formatPercent(reopened / completed);
  const days = { from: scope.from, to: scope.to };
  const showReopened = () => openDrilldown({ title: t`Reopened`, metric: 'rework', days });
  const showDone = () => openDrilldown({ title: t`Finished`, metric: 'throughput', days });
  const lines = [
    { key: 'completed', name: t`Finished`, count: completed, onOpen: showDone },
    { key: 'reopened', name: t`Reopened`, count: reopened, onOpen: showReopened },
  ];
  return (
    <ChartCard
      id="rework"
      title={t`Rework`}
      hint={t`Finished tasks that were reopened.`}
      isHere={figures.data !== undefined}
      error={figures.error}
      onRetry={figures.reload}
      emptyText={completed + reopened === 0 ? t`No task was finished in these days.` : null}
      height={140}
      csv={csvPath(scope, '')}
      figure={
        <p className={styles.figure}>
          <Trans>
            <button type="button" className={styles.big} onClick={showReopened}>
              {percent}
            </button>{' '}
            reopened
          </Trans>
        </p>
      }
      table={{
        head: [t`Work`, t`Tasks`],
        rows: lines.map(({ key, name, count, onOpen }) => ({
          key,
          cells: [name, { text: formats.number(count), onOpen }],
        })),
      }}
    >
      <Rows
        label={t`Bar chart. Finished: ${formats.number(completed)}, reopened: ${formats.number(reopened)}.`}
        rows={lines.map(({ key, name, count, onOpen }) => ({
          key,
          name,
          value: count,
          text: formats.number(count),
          isStriped: key === 'reopened',
          onOpen,
        }))}
      />
    </ChartCard>
  );
}
