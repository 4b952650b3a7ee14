import type { Annotation } from '@hearth/contracts/analytics/analytics';
import { parseFilter } from '@hearth/contracts/views/view-text-values';
import { daysBefore } from '@hearth/contracts/analytics/period-values';
import { sumTasks } from '@hearth/contracts/analytics/spread-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { cyclesByDate } from '#features/tasks/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTeamToday } from './figures/use-team-today.ts';
import { AgeingCard } from './cards/ageing-card.tsx';
import { DrilldownProvider, type Drilldown } from './cards/drilldown.ts';
import { CumulativeCard } from './cards/cumulative-card.tsx';
import { CycleTimeCard } from './cards/cycle-time-card.tsx';
import { DueCard, ReworkCard } from './cards/due-card.tsx';
import { ForecastCard } from './cards/forecast-card.tsx';
import { BlockersCard, StatusTimeCard } from './cards/status-time-card.tsx';
import { ThroughputCard } from './cards/throughput-card.tsx';
import { VelocityCard } from './cards/velocity-card.tsx';
import { WorkloadCard } from './cards/workload-card.tsx';
import { useFigures, useFlow, useNotes } from './figures/analytics.data.ts';
import { resolvePeriod, type PeriodKind, type Scope } from './figures/period.ts';
import { FindingList } from './finding-list.tsx';
import { NotesDialog } from './notes-dialog.tsx';
import { ScopeBar } from './scope-bar.tsx';
import { DrilldownTasks, type TaskLinks } from './drilldown-tasks.tsx';
import { WeeklyReport } from './weekly-report.tsx';
import styles from './analytics.module.css';

/** The screen's state in the URL. */
export interface AnalyticsChoice {
  period: PeriodKind;
  from?: string | undefined;
  to?: string | undefined;
  project?: string | undefined;
  filter?: string | undefined;
  report?: true | undefined;
}

export interface AnalyticsPageProps {
  choice: AnalyticsChoice;
  onChange: (part: Partial<AnalyticsChoice>) => void;
  links: TaskLinks;
  /** Whether the notes were opened from the page header. */
  hasNotesOpen: boolean;
  onCloseNotes: () => void;
}

/** The team's flow metrics: findings and charts, or the weekly report. */
export function AnalyticsPage({ choice, onChange, links, hasNotesOpen, onCloseNotes }: AnalyticsPageProps) {
  const { teamId } = useTeamStore();
  const today = useTeamToday();
  const [drilldown, setDrilldown] = useState<Drilldown | null>(null);
  const days = resolvePeriod(choice.period, today, choice.from, choice.to);
  const { filter = '' } = choice;
  // An invalid filter is not applied. The filter bar shows the error.
  const isFiltered = filter !== '' && parseFilter(filter).filter !== null;
  const scope: Scope = {
    teamId,
    projectId: choice.project,
    filter: isFiltered ? filter : undefined,
    ...days,
  };
  const notes = useNotes(scope);
  return (
    <DrilldownProvider value={setDrilldown}>
      {choice.report === true ? (
        <WeeklyReport
          teamId={teamId}
          projectId={choice.project}
          isFiltered={isFiltered}
          openTask={links.open}
        />
      ) : (
        <>
          <ScopeBar choice={choice} days={days} onChange={onChange} />
          <Charts scope={scope} notes={notes.data ?? []} links={links} />
        </>
      )}
      {drilldown !== null && (
        <DrilldownTasks
          key={`${drilldown.title} ${drilldown.metric} ${drilldown.days.from} ${drilldown.days.to}`}
          drilldown={drilldown}
          scope={scope}
          links={links}
          onClose={() => setDrilldown(null)}
        />
      )}
      <NotesDialog isOpen={hasNotesOpen} onClose={onCloseNotes} scope={scope} notes={notes} />
    </DrilldownProvider>
  );
}

/** Below this number of finished tasks, a single task changes the figures noticeably. */
const FEW = 10;

function Charts({ scope, notes, links }: { scope: Scope; notes: readonly Annotation[]; links: TaskLinks }) {
  const { t } = useLingui();
  const figures = useFigures(scope);
  const earlier = useFigures({ ...scope, ...daysBefore(scope) });
  const flow = useFlow(scope);
  const { teamId, projectId } = scope;
  const cycles = useRows(cyclesByDate(useTeamStore()));
  const hasCycles = projectId !== undefined && cycles.some((cycle) => cycle.projectId === projectId);
  const { data } = figures;
  const before = earlier.data;
  const done = data === undefined ? null : sumTasks(data.throughput);
  if (data !== undefined && done === 0 && sumTasks(data.created) === 0 && data.workInProgress.length === 0) {
    return (
      <EmptyState
        icon={<IconChartBar size={24} stroke={1.6} />}
        title={t`Nothing to show for these days`}
        action={
          <LinkButton to="/dashboard/tasks" variant="default">
            <Trans>Open tasks</Trans>
          </LinkButton>
        }
      >
        <Trans>Once tasks are created, started and finished, their flow is drawn here.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <FindingList figures={data} before={before} />
      {done !== null && done < FEW && (
        <Notice>
          <Trans>Few tasks were finished in these days: the figures will say more with more of them.</Trans>
        </Notice>
      )}
      <div className={styles.grid}>
        <ThroughputCard scope={scope} figures={figures} before={before} notes={notes} />
        <AgeingCard scope={scope} figures={figures} openTask={links.open} />
        <div className={styles.column}>
          <DueCard scope={scope} figures={figures} />
          <ReworkCard scope={scope} figures={figures} />
        </div>
        <CycleTimeCard scope={scope} figures={data} before={before} flow={flow} notes={notes} />
        <CumulativeCard scope={scope} figures={figures} notes={notes} />
        <StatusTimeCard scope={scope} flow={flow} />
        <BlockersCard scope={scope} flow={flow} openTask={links.open} />
        {scope.filter !== undefined && (
          <p className={styles.unfiltered}>
            <Trans>The charts below ignore the filter.</Trans>
          </p>
        )}
        <ForecastCard scope={scope} />
        {projectId !== undefined && hasCycles && <VelocityCard teamId={teamId} projectId={projectId} />}
        <WorkloadCard scope={scope} />
      </div>
    </>
  );
}
