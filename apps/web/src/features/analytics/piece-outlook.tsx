import type { Burn } from '@hearth/contracts/analytics/analytics';
import type { BurnMetric } from '@hearth/contracts/analytics/analytics-values';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { DrilldownProvider, useDrilldown, type Drilldown } from './cards/drilldown.ts';
import { BurnLines } from './charts/burn-lines.tsx';
import { ChartCard } from './cards/chart-card.tsx';
import { Legend } from './cards/legend.tsx';
import { UnitSwitch, type CountUnit } from './cards/unit-switch.tsx';
import { useBurn, useOdds, type Piece } from './figures/analytics.data.ts';
import { formatShortDay } from './figures/format-figures.ts';
import { OddsSummary } from './odds-summary.tsx';
import { DrilldownTasks, type TaskLinks } from './drilldown-tasks.tsx';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useTeamToday } from './figures/use-team-today.ts';
import styles from './analytics.module.css';
import switchStyles from './cards/switch.module.css';

type Direction = 'down' | 'up';

export interface PieceOutlookProps {
  projectId?: string;
  cycleId?: string;
  links: TaskLinks;
}

/** Progress of a project or a cycle: daily scope and progress, and the probability of meeting its due date. */
export function PieceOutlook({ projectId, cycleId, links }: PieceOutlookProps) {
  const [drilldown, setDrilldown] = useState<Drilldown | null>(null);
  const { teamId } = useTeamStore();
  return (
    <DrilldownProvider value={setDrilldown}>
      <BurnCard
        {...(projectId === undefined ? {} : { projectId })}
        {...(cycleId === undefined ? {} : { cycleId })}
      />
      {drilldown !== null && (
        <DrilldownTasks
          key={`${drilldown.metric} ${drilldown.days.from}`}
          drilldown={drilldown}
          scope={{ teamId, projectId, filter: undefined }}
          links={links}
          onClose={() => setDrilldown(null)}
        />
      )}
    </DrilldownProvider>
  );
}

function BurnCard({ projectId, cycleId }: Omit<PieceOutlookProps, 'links'>) {
  const { t } = useLingui();
  const formats = useFormats();
  const { teamId } = useTeamStore();
  const piece: Piece = { teamId, ...(cycleId === undefined ? {} : { cycleId }) };
  if (projectId !== undefined) piece.projectId = projectId;
  const today = useTeamToday();
  const [direction, setDirection] = useState<Direction>('down');
  const [unit, setUnit] = useState<CountUnit>('tasks');
  const known = useBurn(piece, unit);
  const odds = useOdds(piece);
  const openDrilldown = useDrilldown();
  const number = (value: number) => formats.number(value, { maximumFractionDigits: 1 });
  const days = known.data?.days ?? [];
  const past = days.filter(({ day }) => day <= today).length;
  const [first, last] = [days[0], days[Math.max(0, past - 1)]];
  const isEmpty = days.length < 2 || days.every(({ scope }) => scope === 0);
  const names: Record<BurnMetric, string> = {
    scope: t`Scope`,
    scopeDone: t`Finished`,
    scopeLeft: t`Remaining`,
    scopeAdded: t`Added`,
    scopeRemoved: t`Removed`,
  };
  const scopeMetric = direction === 'down' ? 'scopeLeft' : 'scopeDone';
  const show = (metric: BurnMetric, day: string) => () =>
    openDrilldown({
      title: formats.parts([names[metric], formatShortDay(day)]),
      metric,
      days: { from: day, to: day },
      isWhole: true,
      ...(cycleId === undefined ? {} : { cycleId }),
    });
  const cell = (metric: BurnMetric, day: string, value: number) => ({
    text: number(value),
    onOpen: show(metric, day),
  });
  return (
    <ChartCard
      id={cycleId === undefined ? 'burn' : 'cycle-burn'}
      title={direction === 'down' ? t`Burndown` : t`Burnup`}
      hint={
        unit === 'points'
          ? t`Estimated points as each day ended. What came into the scope is drawn apart.`
          : t`Tasks as each day ended. What came into the scope is drawn apart.`
      }
      isHere={known.data !== undefined}
      error={known.error}
      onRetry={known.reload}
      emptyText={
        isEmpty
          ? unit === 'points' && days.length > 1
            ? t`No task in it has an estimate.`
            : t`Two days with tasks are needed to draw a line.`
          : null
      }
      height={270}
      csv={`/teams/${encodeURIComponent(teamId)}/analytics/burn.csv?${new URLSearchParams(cycleId === undefined ? { projectId: projectId ?? '', unit } : { cycleId, unit })}`}
      control={<UnitSwitch unit={unit} onChange={setUnit} />}
      figure={
        <div className={styles.outlook}>
          <OddsSummary odds={odds.data} />
          <DirectionSwitch direction={direction} onChange={setDirection} />
        </div>
      }
      table={{
        head: [t`Day`, names.scope, names.scopeDone, names.scopeLeft, names.scopeAdded, names.scopeRemoved],
        rows: days.slice(0, past).map(({ day, scope, done, added, removed }) => ({
          key: day,
          cells: [
            formatShortDay(day),
            cell('scope', day, scope),
            cell('scopeDone', day, done),
            cell('scopeLeft', day, scope - done),
            cell('scopeAdded', day, added),
            cell('scopeRemoved', day, removed),
          ],
        })),
      }}
      foot={
        <Legend
          items={[
            ['line', names[scopeMetric]],
            ['dashed', t`Scope`],
            ['dotted', t`Even pace`],
            ...(days.some(({ added }) => added > 0) ? ([['up', t`Added to the scope`]] as const) : []),
            ...(days.some(({ removed }) => removed > 0) ? ([['down', t`Taken out`]] as const) : []),
          ]}
        />
      }
    >
      <BurnLines
        label={t`Line chart. Scope ${number(first?.scope ?? 0)} at first, ${number(last?.scope ?? 0)} now; ${number(last?.done ?? 0)} finished.`}
        past={past}
        names={names}
        formatValue={number}
        points={days.map((day) =>
          pointOf(day, {
            direction,
            onOpen: show(scopeMetric, day.day),
            lines: [
              formatShortDay(day.day),
              t`Scope: ${number(day.scope)}`,
              t`Finished: ${number(day.done)}`,
              ...(day.added > 0 ? [t`Added: ${number(day.added)}`] : []),
              ...(day.removed > 0 ? [t`Removed: ${number(day.removed)}`] : []),
            ],
          }),
        )}
      />
    </ChartCard>
  );
}

interface DirectionSwitchProps {
  direction: Direction;
  onChange: (direction: Direction) => void;
}

function DirectionSwitch({ direction, onChange }: DirectionSwitchProps) {
  const { t } = useLingui();
  return (
    <div role="group" aria-label={t`Direction`} className={switchStyles.switch}>
      {(['down', 'up'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === direction} onClick={() => onChange(one)}>
          {one === 'down' ? t`Burndown` : t`Burnup`}
        </button>
      ))}
    </div>
  );
}

function pointOf(
  day: Burn['days'][number],
  { direction, ...rest }: { direction: Direction; lines: string[]; onOpen: () => void },
) {
  const { scope, done, ideal, added, removed } = day;
  return {
    scope,
    actual: direction === 'down' ? scope - done : done,
    // The ideal line is given as remaining work, so a burnup inverts it.
    ideal: direction === 'down' ? ideal : scope - ideal,
    added,
    removed,
    ...rest,
    tick: formatShortDay(day.day),
  };
}
