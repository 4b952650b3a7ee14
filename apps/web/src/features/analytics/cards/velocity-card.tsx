import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Bars } from '#features/analytics/charts/bars.tsx';
import { useVelocity } from '#features/analytics/figures/analytics.data.ts';
import { formatDayRange, formatPercent } from '#features/analytics/figures/format-figures.ts';
import { nameCycle } from '#features/tasks/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useDrilldown } from './drilldown.ts';
import { ChartCard } from './chart-card.tsx';
import { Legend } from './legend.tsx';
import { UnitSwitch, type CountUnit } from './unit-switch.tsx';
import styles from './cards.module.css';

/** Completed scope of a project's latest cycles, compared with their initial scope. */
export function VelocityCard({ teamId, projectId }: { teamId: string; projectId: string }) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const openDrilldown = useDrilldown();
  const [unit, setUnit] = useState<CountUnit>('tasks');
  const known = useVelocity(teamId, projectId, unit);
  const { cycles = [], mean = null, low = null, high = null } = known.data ?? {};
  const number = (value: number) => formats.number(value, { maximumFractionDigits: 1 });
  const named = cycles.map((cycle) => ({
    ...cycle,
    range: { from: cycle.startsOn, to: cycle.endsOn },
    name: nameCycle({ name: store.row('cycle', cycle.cycleId)?.name ?? '', number: cycle.number }),
    days: formatDayRange({ from: cycle.startsOn, to: cycle.endsOn }),
    completion: cycle.startScope === 0 ? '–' : formatPercent(cycle.doneOfStart / cycle.startScope),
  }));
  const show =
    (
      metric: 'cycleStart' | 'cycleDone' | 'cycleDoneOfStart',
      { cycleId, name, range }: (typeof named)[number],
    ) =>
    () =>
      openDrilldown({
        title: metric === 'cycleStart' ? t`${name}, at the start` : t`${name}, finished`,
        metric,
        cycleId,
        days: range,
        isWhole: true,
      });
  return (
    <ChartCard
      id="velocity"
      title={t`Velocity`}
      hint={
        unit === 'points'
          ? t`Estimates finished in each cycle, beside what it had begun with.`
          : t`Tasks finished in each cycle, beside what it had begun with.`
      }
      isWide
      isHere={known.data !== undefined}
      error={known.error}
      onRetry={known.reload}
      emptyText={cycles.length === 0 ? t`No cycle of this project has ended yet.` : null}
      height={240}
      csv={`/teams/${encodeURIComponent(teamId)}/analytics/velocity.csv?${new URLSearchParams({ projectId, unit })}`}
      control={<UnitSwitch unit={unit} onChange={setUnit} />}
      table={{
        head: [t`Cycle`, t`Days`, t`At the start`, t`Finished`, t`Kept of the start`],
        rows: named.map((cycle) => ({
          key: cycle.cycleId,
          cells: [
            cycle.name,
            cycle.days,
            { text: number(cycle.startScope), onOpen: show('cycleStart', cycle) },
            { text: number(cycle.done), onOpen: show('cycleDone', cycle) },
            { text: cycle.completion, onOpen: show('cycleDoneOfStart', cycle) },
          ],
        })),
      }}
      foot={
        <>
          <Legend
            items={[
              ['full', t`Finished`],
              ['striped', t`At the start`],
              ['dashed', t`Average`],
            ]}
          />
          {mean !== null && low !== null && high !== null && (
            <p className={styles.foot}>
              {t`On average ${number(mean)}, between ${number(low)} and ${number(high)}.`}
            </p>
          )}
        </>
      }
    >
      <Bars
        label={t`Bar chart of the last cycles. On average ${mean === null ? '–' : number(mean)} finished.`}
        height={200}
        columns={named.map((cycle) => ({
          key: cycle.cycleId,
          main: cycle.done,
          aside: cycle.startScope,
          tick: cycle.name,
          lines: [
            cycle.name,
            cycle.days,
            t`Finished: ${number(cycle.done)}`,
            t`At the start: ${number(cycle.startScope)}, kept ${cycle.completion}`,
          ],
          onOpen: show('cycleDone', cycle),
        }))}
        line={mean}
        formatValue={number}
      />
    </ChartCard>
  );
}
