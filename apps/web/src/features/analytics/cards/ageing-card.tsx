import type { Analytics } from '@hearth/contracts/analytics/analytics';
import { Trans, useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { Rows } from '#features/analytics/charts/rows.tsx';
import { csvPath } from '#features/analytics/figures/analytics.data.ts';
import type { Scope } from '#features/analytics/figures/period.ts';
import { formatHours } from '#features/analytics/figures/format-figures.ts';
import type { Requested } from '#platform/api/use-request.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useDrilldown } from './drilldown.ts';
import { ChartCard } from './chart-card.tsx';
import { Legend } from './legend.tsx';
import styles from './cards.module.css';

/** Number of the oldest tasks shown in the chart. The table lists more. */
const DRAWN = 10;

interface AgeingProps {
  scope: Scope;
  figures: Requested<Analytics>;
  openTask: (taskId: string) => void;
}

/** Age of tasks in progress, compared with the 85th percentile of the cycle time of finished tasks. */
export function AgeingCard({ scope, figures, openTask }: AgeingProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const openDrilldown = useDrilldown();
  const { data } = figures;
  const tasks = [...(data?.workInProgress ?? [])].toSorted((a, b) => b.ageHours - a.ageHours);
  const past = tasks.filter(({ isPastP85 }) => isPastP85).length;
  const p85 = data?.cycleTime.p85 ?? null;
  const nameOf = (taskId: string): string => store.row('task', taskId)?.title ?? t`A task`;
  const formatAge = (hours: number, isPast: boolean): string => {
    const age = formatHours(hours);
    return isPast ? t`in danger, ${age}` : age;
  };
  const showAll = () =>
    openDrilldown({
      title: t`In progress`,
      metric: 'workInProgress',
      days: { from: scope.to, to: scope.to },
    });
  const [pastWords, all] = [formats.number(past), formats.number(tasks.length)];
  return (
    <ChartCard
      id="ageing"
      title={t`In danger today`}
      hint={t`Work in progress by its age, against how long finished tasks took.`}
      isHere={data !== undefined}
      error={figures.error}
      onRetry={figures.reload}
      emptyText={tasks.length === 0 ? t`No task is in progress.` : null}
      height={360}
      csv={csvPath(scope, '')}
      figure={
        <p className={styles.figure}>
          <Trans>
            <button type="button" className={styles.big} onClick={showAll}>
              {pastWords}
            </button>{' '}
            of {all} in progress
          </Trans>
        </p>
      }
      table={{
        head: [t`Task`, t`Age`, t`Standing`],
        rows: tasks.map(({ taskId, ageHours, isPastP85 }) => ({
          key: taskId,
          cells: [
            { text: nameOf(taskId), onOpen: () => openTask(taskId) },
            formatHours(ageHours),
            isPastP85 ? t`In danger` : t`As usual`,
          ],
        })),
      }}
      foot={past > 0 && <Legend items={[['marked', t`In danger: older than 85% of finished tasks were`]]} />}
    >
      <Rows
        label={t`Bar chart. ${plural(past, { one: '# task is', other: '# tasks are' })} in danger of ${all} in progress.`}
        rows={tasks.slice(0, DRAWN).map(({ taskId, ageHours, isPastP85 }) => ({
          key: taskId,
          name: nameOf(taskId),
          value: ageHours,
          text: formatAge(ageHours, isPastP85),
          isMarked: isPastP85,
          onOpen: () => openTask(taskId),
        }))}
        limit={p85 === null ? null : { value: p85, name: t`85%: ${formatHours(p85)}` }}
      />
    </ChartCard>
  );
}
