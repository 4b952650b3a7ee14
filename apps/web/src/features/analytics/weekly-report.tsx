import type { Analytics } from '@hearth/contracts/analytics/analytics';
import { daysBefore, lastWeek } from '@hearth/contracts/analytics/period-values';
import { addDays } from '@hearth/contracts/core/days';
import { sumTasks } from '@hearth/contracts/analytics/spread-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { AgeingCard } from './cards/ageing-card.tsx';
import { useDrilldown } from './cards/drilldown.ts';
import { DataTable, type TableData } from './cards/data-table.tsx';
import { ForecastCard } from './cards/forecast-card.tsx';
import { ThroughputCard } from './cards/throughput-card.tsx';
import { useFigures } from './figures/analytics.data.ts';
import type { Scope } from './figures/period.ts';
import { formatDayRange, formatHours, formatPercent } from './figures/format-figures.ts';
import { FindingList } from './finding-list.tsx';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useTeamToday } from './figures/use-team-today.ts';
import { ReportActions } from './report-actions.tsx';
import styles from './analytics.module.css';

interface ReportProps {
  teamId: string;
  projectId: string | undefined;
  /** Whether the charts are filtered. This report is never filtered. */
  isFiltered: boolean;
  openTask: (taskId: string) => void;
}

const TREND_WEEKS = 12;

/** The last complete week on one page, compared with the preceding week, for printing or for a meeting. */
export function WeeklyReport({ teamId, projectId, isFiltered, openTask }: ReportProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useTeamToday();
  const team = useRow('team', useTeamStore().teamId);
  const project = useRow('project', projectId ?? '');
  const week = lastWeek(today);
  const scope: Scope = { teamId, projectId, filter: undefined, ...week };
  const trendScope = { ...scope, from: addDays(week.to, 1 - TREND_WEEKS * 7) };
  const now = useFigures(scope);
  const before = useFigures({ ...scope, ...daysBefore(scope) });
  const trend = useFigures(trendScope);
  const table = useFigureTable(scope, now.data, before.data);
  // Wait for all responses because the sections have no fixed heights that could be reserved.
  const isWaiting = [now, before, trend].some(({ data, error }) => data === undefined && error === undefined);
  const from = formats.calendarDay(week.from, { day: 'numeric', month: 'long' });
  const to = formats.calendarDay(week.to, { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <article className={styles.report}>
      <header className={styles.reportHead}>
        <div>
          <h2>{t`${from} – ${to}`}</h2>
          <p>{project === undefined ? team?.name : `${team?.name} · ${project.name}`}</p>
        </div>
        <ReportActions projectId={projectId} />
      </header>
      {isFiltered && (
        <p className={styles.quiet}>
          <Trans>The report ignores the filter.</Trans>
        </p>
      )}
      {isWaiting ? (
        <div className={styles.findingsWaiting} role="status" aria-label={t`Loading`} />
      ) : (
        <>
          <FindingList figures={now.data} before={before.data} />
          <div className={styles.grid}>
            <section className={styles.reportTable}>
              <DataTable title={t`The week in figures`} table={table} />
            </section>
            <ThroughputCard scope={trendScope} figures={trend} before={undefined} notes={[]} />
            <AgeingCard scope={trendScope} figures={trend} openTask={openTask} />
            <ForecastCard scope={scope} isCompact />
          </div>
        </>
      )}
    </article>
  );
}

/** Returns the figures of the week compared with the previous week. A dash marks missing figures. */
function useFigureTable(scope: Scope, now: Analytics | undefined, before: Analytics | undefined): TableData {
  const { t } = useLingui();
  const formats = useFormats();
  const openDrilldown = useDrilldown();
  const days = { from: scope.from, to: scope.to };
  const counted = (
    name: string,
    metric: 'throughput' | 'created' | 'rework' | 'late',
    read: (of: Analytics) => number,
  ) => ({
    key: metric,
    cells: [
      name,
      now === undefined
        ? '–'
        : { text: formats.number(read(now)), onOpen: () => openDrilldown({ title: name, metric, days }) },
      before === undefined ? '–' : formats.number(read(before)),
    ],
  });
  const formattedRow = (key: string, name: string, read: (of: Analytics) => string) => ({
    key,
    cells: [name, now === undefined ? '–' : read(now), before === undefined ? '–' : read(before)],
  });
  const hours = (value: number | null) => (value === null ? '–' : formatHours(value));
  return {
    head: [t`Figure`, formatDayRange(days), t`Week before`],
    rows: [
      counted(t`Finished`, 'throughput', (of) => sumTasks(of.throughput)),
      counted(t({ message: 'Created', context: 'tasks' }), 'created', (of) => sumTasks(of.created)),
      formattedRow('cycle', t`Cycle time, 85%`, (of) => hours(of.cycleTime.p85)),
      formattedRow('lead', t`Lead time, half of them`, (of) => hours(of.leadTime.median)),
      formattedRow('due', t`Due dates met`, ({ dueDates: { onTime, late } }) =>
        onTime + late === 0 ? '–' : formatPercent(onTime / (onTime + late)),
      ),
      counted(t`Late`, 'late', (of) => of.dueDates.late),
      counted(t`Reopened`, 'rework', (of) => of.rework.reopened),
    ],
  };
}
